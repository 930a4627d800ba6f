#include "shell/commands/archive/zip.h"

#include <algorithm>

#include "pysub/files/file_system.h"
#include "shell/commands/simple.h"

namespace pysub::shell {
namespace {

constexpr int kBadArguments = 16;

// Long names of the letters that are there.
constexpr std::pair<std::string_view, char> kLongNames[] = {
    {"compress-1", '1'},    {"compress-9", '9'},
    {"delete", 'd'},        {"display-usec", 0},
    {"exclude", 'x'},       {"freshen", 'f'},
    {"include", 'i'},       {"junk-paths", 'j'},
    {"latest-time", 'o'},   {"move", 'm'},
    {"names-stdin", '@'},   {"no-dir-entries", 'D'},
    {"no-extra", 'X'},      {"out", 'O'},
    {"output-file", 'O'},   {"quiet", 'q'},
    {"recurse-paths", 'r'}, {"recurse-patterns", 'R'},
    {"store", '0'},         {"suffixes", 'n'},
    {"symlinks", 'y'},      {"temp-path", 'b'},
    {"test", 'T'},          {"update", 'u'},
    {"verbose", 'v'},       {"archive-comment", 'z'},
    {"strip-extra", 'X'},
};

// The options that take values, in zip's words.
std::string_view ValueOf(char option) {
  switch (option) {
    case 'x': return "exclude files matching patterns";
    case 'i': return "include only files matching patterns";
    case 'n': return "suffixes to not compress: .gz:.zip";
    case 'O': return "set out zipfile different than in zipfile";
    case 'b': return "dir to use for temp archive";
    case 'P': return "encrypt entries, option value is password";
    case 'Z': return "compression method";
    case 't': return "exclude before date";
    case 's': return "do splits";
    default: return "";
  }
}

}  // namespace

void Zip::Fields(Archive& archive) {
  archive(phase_, to_output_, has_old_, source_, directory_, at_, old_, old_names_, files_,
          file_names_, any_removed_, any_matched_, name_, walk_, walking_, input_, comment_);
  archive(temporary_, position_, next_, entry_, extra_, central_extra_, copy_at_, copy_left_, path_,
          link_, data_at_, data_from_, window_, pending_, input_ended_, store_, began_, streamed_,
          central_, central_at_, central_from_, entries_, central_ended_, child_, newest_, packed_,
          unreadable_, packed_size_, packed_compressed_, unreadable_size_);
  archive.Charged(charged_);
  archive.Charged(central_charged_);
  constexpr int64_t kEndOfTime = 9'000'000'000;
  if (newest_ > kEndOfTime || (newest_ < -kEndOfTime && newest_ != INT64_MIN)) archive.Fail();
  const bool is_file = phase_ == Phase::kPack || phase_ == Phase::kCopy;
  if (phase_ > Phase::kRemove || next_ > old_.size() + files_.size() ||
      (is_file && next_ >= old_.size() + files_.size()) || window_.size() > 32768 ||
      central_at_ > central_.size())
    archive.Fail();
  for (const auto& [name, at] : old_names_) {
    if (at >= old_.size()) archive.Fail();
  }
  for (const auto& [name, at] : file_names_) {
    if (at >= files_.size()) archive.Fail();
  }
  for (const Old& old : old_) {
    if (old.file != UINT64_MAX && old.file >= files_.size()) archive.Fail();
  }
}

// ---- the command line
std::optional<int> Zip::Bad(CommandIo& io, const std::string& what) {
  io.Write(Messages(), "\nzip error: Invalid command arguments (" + what + ")\n");
  return kBadArguments;
}

// A value in the same word or the next one; of -x and -i all words up to the next option or "@".
std::optional<int> Zip::TakeValue(CommandIo& io, char option, std::string_view attached,
                                  size_t* at) {
  const std::span<const std::string> words = io.args();
  std::vector<std::string> values;
  if (attached.starts_with('=')) attached.remove_prefix(1);
  const bool list = option == 'x' || option == 'i';
  if (!attached.empty()) {
    values.emplace_back(attached);
  } else if (*at + 1 < words.size() && words[*at + 1] != "@" &&
             !(list && words[*at + 1].starts_with('-'))) {
    values.push_back(words[++*at]);
  }
  if (values.empty()) {
    return Bad(io, std::string("option '") + option + "' (" + std::string(ValueOf(option)) +
                       ") requires a value");
  }
  while (list && *at + 1 < words.size() && !words[*at + 1].starts_with('-')) {
    if (words[++*at] == "@") break;
    values.push_back(words[*at]);
  }
  switch (option) {
    case 'x':
    case 'i':
      for (std::string& value : values) {
        if (value.starts_with('@')) {
          io.Error(std::string("-") + option + "@FILE is not supported in this sandbox");
          return kBadArguments;
        }
        (option == 'x' ? options_.excluded : options_.included).push_back(std::move(value));
      }
      return std::nullopt;
    case 'n': options_.stored_suffixes = values[0]; return std::nullopt;
    case 'O': options_.out = values[0]; return std::nullopt;
    case 'b': return std::nullopt;
    case 'Z':
      if (std::string_view("store").starts_with(values[0])) {
        options_.level = 0;
        return std::nullopt;
      }
      if (std::string_view("deflate").starts_with(values[0])) return std::nullopt;
      io.Error("compression method " + values[0] + " is not supported in this sandbox");
      return kBadArguments;
    default:
      io.Error(std::string("-") + option + " is not supported in this sandbox");
      return kBadArguments;
  }
}

std::optional<int> Zip::TakeOption(CommandIo& io, std::string_view option, size_t* at,
                                   std::string_view* letters) {
  using Mode = ZipOptions::Mode;
  for (std::string_view other :
       {"FS", "FI", "ds", "dd", "db", "dc", "dg", "du", "dv", "df", "ic", "la",
        "lf", "li", "ll", "nw", "RE", "sb", "sc", "sd", "sf", "so", "sp", "su",
        "sU", "sv", "tt", "TT", "UN", "ws", "fd", "fz", "MM", "h2"}) {
    if (!letters->starts_with(other)) continue;
    io.Error("-" + std::string(other) + " is not supported in this sandbox");
    return kBadArguments;
  }
  const char letter = option[0];
  if (!ValueOf(letter).empty()) {
    const std::string_view attached = letters->substr(1);
    *letters = {};
    return TakeValue(io, letter, attached, at);
  }
  letters->remove_prefix(1);
  switch (letter) {
    case 'r': options_.recursive = true; break;
    case 'R': options_.recursive = options_.matches_names = true; break;
    case 'q': options_.quiet = true; break;
    case 'v': options_.verbose = true; break;
    case 'j': options_.junk = true; break;
    case 'y': options_.links = true; break;
    case '@': options_.names_from_input = true; break;
    case 'm': options_.move = true; break;
    case 'D': options_.no_directories = true; break;
    case 'X': options_.no_extra = true; break;
    case 'T': options_.test = true; break;
    case 'o': options_.oldest = true; break;
    case 'z': options_.comment = true; break;
    case 'u': options_.mode = Mode::kUpdate; break;
    case 'f': options_.mode = Mode::kFreshen; break;
    case 'd': options_.mode = Mode::kDelete; break;
    case 'h':
    case '?': options_.archive = "-h"; break;
    case 'A':
    case 'c':
    case 'e':
    case 'F':
    case 'J':
    case 'k':
    case 'l':
    case 'S':
    case 'U':
    case 'w':
      io.Error(std::string("-") + letter + " is not supported in this sandbox");
      return kBadArguments;
    default:
      if (letter >= '0' && letter <= '9') {
        options_.level = letter - '0';
        break;
      }
      return Bad(io, std::string("short option '") + letter + "' not supported");
  }
  return std::nullopt;
}

std::optional<int> Zip::TakeLong(CommandIo& io, const std::string& word, size_t* at) {
  const size_t equals = std::min(word.find('='), word.size());
  const std::string_view name = std::string_view(word).substr(2, equals - 2);
  for (const auto& [known, letter] : kLongNames) {
    if (known != name || letter == 0) continue;
    const std::string option(1, letter);
    if (!ValueOf(letter).empty())
      return TakeValue(io, letter, std::string_view(word).substr(equals), at);
    std::string_view letters = option;
    return TakeOption(io, option, at, &letters);
  }
  return Bad(io, "long option '" + std::string(name) + "' not supported");
}

std::optional<int> Zip::CheckOptions(CommandIo& io) {
  using Mode = ZipOptions::Mode;
  options_.filters = !options_.excluded.empty() || !options_.included.empty();
  if (options_.archive.empty() && options_.filters) return Bad(io, "nothing to select from");
  if (options_.archive.empty()) {
    if (io.args().empty() || options_.verbose)
      options_.archive = "-h";
    else
      options_.archive = "-", options_.names = {"-"};
  }
  if (options_.archive == "-h") {
    for (const CommandInfo& info : StandardCommands()) {
      if (info.name == "zip") io.Out(info.usage);
    }
    return 0;
  }
  to_output_ = options_.archive == "-" && options_.out.empty();
  const bool needs_archive =
      options_.mode != Mode::kAdd || options_.test || options_.oldest || options_.comment;
  if (options_.archive == "-" && needs_archive) {
    return Bad(io, options_.mode == Mode::kDelete ? "can't use -d, -f, -u, -U, or -g on stdin or "
                                                    "stdout archives"
                                                  : "can't use -o, -T or -z on stdout");
  }
  if (options_.recursive && options_.names_from_input)
    return Bad(io, "can't use -r or -R and -@ together");
  const auto with_suffix = [](const std::string& name) {
    const bool has = name == "-" || name.substr(name.rfind('/') + 1).find('.') != std::string::npos;
    return has ? name : name + ".zip";
  };
  target_ = with_suffix(options_.archive);
  options_.out = with_suffix(options_.out.empty() ? target_ : options_.out);
  // A list without anything to choose from: all that is below.
  const bool nothing = options_.names.empty() && !options_.names_from_input;
  if (nothing && options_.recursive && options_.filters && options_.mode == Mode::kAdd)
    return Bad(io, "nothing to select from");
  return std::nullopt;
}

std::optional<int> Zip::Start(CommandIo& io) {
  const std::span<const std::string> words = io.args();
  bool verbatim = false;
  for (size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    if (word == "--help" || word == "--version") {
      options_.archive = "-h";
      break;
    }
    if (verbatim || word == "-" || !word.starts_with('-')) {
      if (options_.archive.empty()) {
        options_.archive = word;
      } else {
        options_.names.push_back(word);
      }
      continue;
    }
    if (word == "--") {
      if (options_.archive.empty()) return Bad(io, "can't use -- before archive name");
      verbatim = true;
    } else if (word.starts_with("--")) {
      if (auto status = TakeLong(io, word, &at)) return status;
    } else {
      for (std::string_view letters = std::string_view(word).substr(1); !letters.empty();) {
        if (auto status = TakeOption(io, letters, &at, &letters)) return status;
      }
    }
  }
  return CheckOptions(io);
}

bool Zip::Keep(CommandIo& io, size_t bytes) {
  if (!io.Reserve(static_cast<int64_t>(bytes))) return false;
  charged_ += bytes;
  return true;
}

Progress Zip::Fatal(CommandIo& io, const std::string& text, int status) {
  if (!temporary_.empty()) (void)io.files().Unlink(CallerOf(io), temporary_);
  io.Write(Messages(), "\nzip error: " + text + "\n");
  return Progress::Done(status);
}

Progress Zip::Run(CommandIo& io) {
  while (true) {
    std::optional<Progress> stop;
    switch (phase_) {
      case Phase::kOpen: stop = OpenOld(io); break;
      case Phase::kLoad: stop = Load(io); break;
      case Phase::kNames: stop = TakeNames(io); break;
      case Phase::kComment: stop = ReadComment(io); break;
      case Phase::kCreate: stop = CreateNew(io); break;
      case Phase::kNext: stop = NextEntry(io); break;
      case Phase::kCopy: stop = Copy(io); break;
      case Phase::kPack: stop = Pack(io); break;
      case Phase::kCentral: stop = WriteCentral(io); break;
      case Phase::kTest: stop = Test(io); break;
      case Phase::kRemove: stop = RemoveFiles(io); break;
    }
    if (stop) return *stop;
    if (io.Tick(64)) return Progress::Yield();
  }
}

std::unique_ptr<Command> MakeZip() { return Make<Zip>(); }

}  // namespace pysub::shell
