#include "shell/commands/tree/options.h"

#include <algorithm>
#include <string_view>

#include "shell/commands/options.h"
#include "shell/commands/refused_option.h"

namespace pysub::shell::tree {
namespace {

using Sort = TreeOptions::Sort;
using First = TreeOptions::First;
using Format = TreeOptions::Format;

constexpr std::pair<char, bool TreeOptions::*> kLetters[] = {
    {'a', &TreeOptions::all},          {'d', &TreeOptions::only_directories},
    {'f', &TreeOptions::full_paths},   {'g', &TreeOptions::group},
    {'l', &TreeOptions::follow_links}, {'n', &TreeOptions::no_color},
    {'p', &TreeOptions::mode},         {'q', &TreeOptions::question_marks},
    {'r', &TreeOptions::reverse},      {'s', &TreeOptions::size},
    {'u', &TreeOptions::owner},        {'x', &TreeOptions::one_device},
    {'A', &TreeOptions::ansi_lines},   {'C', &TreeOptions::force_color},
    {'D', &TreeOptions::date},         {'F', &TreeOptions::classify},
    {'N', &TreeOptions::literal},      {'Q', &TreeOptions::quote},
};

constexpr std::pair<std::string_view, bool TreeOptions::*> kNames[] = {
    {"--device", &TreeOptions::device},
    {"--gitignore", &TreeOptions::gitignore},
    {"--ignore-case", &TreeOptions::ignore_case},
    {"--inodes", &TreeOptions::inode},
    {"--matchdirs", &TreeOptions::match_directories},
    {"--metafirst", &TreeOptions::data_first},
    {"--prune", &TreeOptions::prune},
};

constexpr std::pair<std::string_view, Sort> kSorts[] = {
    {"name", Sort::kName},      {"version", Sort::kVersion}, {"size", Sort::kSize},
    {"mtime", Sort::kModified}, {"ctime", Sort::kChanged},
};

// What only the real one has. It takes a name with more behind it for one that has a value.
constexpr std::string_view kRefusedNames[] = {"--nolinks", "--fromfile", "--fflinks", "--info"};
constexpr std::string_view kRefusedPrefixes[] = {"--hintro", "--houtro", "--infofile", "--gitfile"};

bool SameLetters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return (x >= 'A' && x <= 'Z' ? x + 32 : x) == (y >= 'A' && y <= 'Z' ? y + 32 : y);
  });
}

// The digits at the beginning as strtoul(3) has them, with 0x and 0 for other bases: nothing is 0.
// The real one keeps 32 bits of it.
int32_t LeadingNumber(std::string_view text, bool any_base) {
  size_t at = 0;
  while (at < text.size() && (text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r'))) ++at;
  const bool negative = at < text.size() && text[at] == '-';
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  uint64_t base = 10;
  auto digit = [&](size_t i) -> uint64_t {
    if (i >= text.size()) return 99;
    const char c = text[i];
    return c >= '0' && c <= '9'   ? static_cast<uint64_t>(c - '0')
           : c >= 'a' && c <= 'f' ? static_cast<uint64_t>(c - 'a' + 10)
           : c >= 'A' && c <= 'F' ? static_cast<uint64_t>(c - 'A' + 10)
                                  : 99;
  };
  if (any_base && digit(at) == 0) {
    base = 8;
    if (at + 1 < text.size() && (text[at + 1] | 32) == 'x' && digit(at + 2) < 16) {
      base = 16;
      at += 2;
    }
  }
  uint64_t value = 0;
  bool too_large = false;
  for (; digit(at) < base; ++at) {
    too_large |= __builtin_mul_overflow(value, base, &value);
    too_large |= __builtin_add_overflow(value, digit(at), &value);
  }
  // (strtoul answers its greatest number, strtol its greatest or least)
  if (too_large || (!any_base && value > uint64_t{INT64_MAX}))
    return any_base ? -1 : negative ? 0 : -1;
  return static_cast<int32_t>(static_cast<uint32_t>(negative ? 0 - value : value));
}

// The words in the order in which the real one reads them: the value of a letter is always a word
// of its own, the next one that is left, also for letters that stand together.
class Reader {
 public:
  Reader(CommandIo& io, TreeOptions* options) : io_(io), options_(*options) {}

  std::optional<int> Read() {
    bool are_options = true;
    while (next_ < io_.args().size() && !status_) {
      const std::string& word = io_.args()[next_++];
      if (!are_options || word.size() < 2 || word[0] != '-')
        options_.operands.push_back(word);
      else if (word == "--")
        are_options = false;
      else if (word[1] == '-')
        TakeName(word);
      else
        TakeLetters(word);
    }
    return status_;
  }

 private:
  void Fail(const std::string& text) {
    io_.Write(2, "tree: " + text + "\n");
    status_ = 1;
  }
  void FailWithUsage(const std::string& text) {
    Fail(text);
    io_.Write(2, UsageOf(io_));
  }

  // The value of a letter.
  bool TakeWord(char letter, std::string* value) {
    if (next_ >= io_.args().size()) {
      Fail(std::string("Missing argument to -") + letter + " option.");
      return false;
    }
    *value = io_.args()[next_++];
    return true;
  }

  void TakeLetters(std::string_view word) {
    for (size_t at = 1; at < word.size() && !status_; ++at) {
      const char letter = word[at];
      const auto* flag = std::find_if(std::begin(kLetters), std::end(kLetters),
                                      [&](const auto& row) { return row.first == letter; });
      if (flag != std::end(kLetters))
        options_.*flag->second = true;
      else if (!TakeStyle(letter))
        TakeValue(letter);
    }
  }

  // Letters that say more than yes.
  bool TakeStyle(char letter) {
    switch (letter) {
      case 'h': options_.human = options_.size = true; return true;
      case 'i': options_.indents = false; return true;
      case 't': options_.sort = Sort::kModified; return true;
      case 'c':
        options_.sort = Sort::kChanged;
        options_.changed_time = true;
        return true;
      case 'v': options_.sort = Sort::kVersion; return true;
      case 'U': options_.sort = Sort::kNone; return true;
      case 'J': options_.format = Format::kJson; return true;
      case 'X': options_.format = Format::kXml; return true;
      case 'S': options_.charset = "IBM437"; return true;
      default: return false;
    }
  }

  void TakeValue(char letter) {
    std::string value;
    switch (letter) {
      case 'P':
        if (TakeWord(letter, &value)) options_.wanted.push_back(value);
        break;
      case 'I':
        if (TakeWord(letter, &value)) options_.unwanted.push_back(value);
        break;
      case 'o':
        if (TakeWord(letter, &value)) options_.output = value;
        break;
      case 'L': {
        if (!TakeWord(letter, &value)) break;
        const int32_t level = LeadingNumber(value, true);
        if (level <= 0) return Fail("Invalid level, must be greater than 0.");
        options_.max_level = static_cast<uint64_t>(level);
        break;
      }
      case 'H':
      case 'R':
      case 'T': status_ = SayRefused(io_, std::string("-") + letter, 1); break;
      default: FailWithUsage(std::string("Invalid argument -`") + letter + "'.");
    }
  }

  // "--name=VALUE", "--name VALUE"; the real one does not look at what else stands behind the name.
  bool TakeNamedValue(std::string_view word, std::string_view name, std::string* value) {
    if (!word.starts_with(name)) return false;
    const std::string_view rest = word.substr(name.size());
    if (rest == "=") {
      Fail("Missing argument to " + std::string(name) + "=");
    } else if (rest.starts_with('=')) {
      *value = rest.substr(1);
    } else if (next_ < io_.args().size()) {
      *value = io_.args()[next_++];
    } else {
      Fail("Missing argument to " + std::string(name));
    }
    return true;
  }

  void TakeName(const std::string& word) {
    const auto* flag = std::find_if(std::begin(kNames), std::end(kNames),
                                    [&](const auto& row) { return row.first == word; });
    if (flag != std::end(kNames)) {
      options_.*flag->second = true;
    } else if (word == "--help") {
      io_.Out(UsageOf(io_));
      status_ = 0;
    } else if (word == "--version") {
      options_.shows_version = true;
    } else if (word == "--noreport") {
      options_.report = false;
    } else if (word == "--dirsfirst") {
      options_.first = First::kDirectories;
    } else if (word == "--filesfirst") {
      options_.first = First::kFiles;
    } else if (word == "--si") {
      options_.size = options_.human = options_.decimal = true;
    } else if (word == "--du") {
      options_.size = options_.disk_usage = true;
    } else {
      TakeNameWithValue(word);
    }
  }

  void TakeNameWithValue(const std::string& word) {
    std::string value;
    if (TakeNamedValue(word, "--filelimit", &value)) {
      options_.file_limit = LeadingNumber(value, false);
    } else if (TakeNamedValue(word, "--charset", &value)) {
      options_.charset = value;
    } else if (TakeNamedValue(word, "--timefmt", &value)) {
      options_.date_format = value;
      options_.date = true;
    } else if (TakeNamedValue(word, "--sort", &value)) {
      if (!status_) TakeSort(value);
    } else {
      for (std::string_view name : kRefusedNames) {
        if (word == name) status_ = SayRefused(io_, word, 1);
      }
      for (std::string_view name : kRefusedPrefixes) {
        if (word.starts_with(name)) status_ = SayRefused(io_, std::string(name), 1);
      }
      if (!status_) FailWithUsage("Invalid argument `" + word + "'.");
    }
  }

  void TakeSort(std::string_view value) {
    for (const auto& [name, sort] : kSorts) {
      if (!SameLetters(name, value)) continue;
      options_.sort = sort;
      return;
    }
    // (the real one has the two halves of this line on two streams)
    io_.Write(2, "tree: Sort type '" + std::string(value) + "' not valid, should be one of: ");
    io_.Out("name,version,size,mtime,ctime\n");
    status_ = 1;
  }

  CommandIo& io_;
  TreeOptions& options_;
  size_t next_ = 0;
  std::optional<int> status_;
};

}  // namespace

void TreeOptions::Fields(Archive& archive) {
  archive(format, sort, first, reverse, all, only_directories, follow_links, one_device,
          ignore_case, match_directories, prune, gitignore, max_level, file_limit, wanted, unwanted,
          operands, full_paths, classify, quote, literal, question_marks, inode, device, mode,
          owner, group, size, human, decimal, disk_usage, date, changed_time, date_format, indents,
          report, data_first, ansi_lines, force_color, no_color, shows_version, charset, output);
  if (format > Format::kXml || sort > Sort::kNone || first > First::kFiles) {
    archive.Fail();
    *this = {};
  }
}

std::optional<int> ReadTreeOptions(CommandIo& io, TreeOptions* options) {
  std::optional<int> status = Reader(io, options).Read();
  if (status) return status;
  TreeOptions& o = *options;
  if (!o.charset) {
    if (std::optional<std::string_view> charset = io.Env("TREE_CHARSET"))
      o.charset = std::string(*charset);
  }
  if (o.operands.empty()) o.operands.push_back(".");
  // Directories alone hold no files: all of them would go.
  if (o.only_directories) o.prune = false;
  return std::nullopt;
}

}  // namespace pysub::shell::tree
