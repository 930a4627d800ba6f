#include "shell/commands/yq/options.h"

#include <algorithm>
#include <charconv>
#include <span>

namespace pysub::shell::yq {
namespace {

constexpr std::string_view kUsage =
    "usage: yq [-h] [--yaml-output] [--yaml-roundtrip]\n"
    "          [--yaml-output-grammar-version {1.1,1.2}] [--width WIDTH]\n"
    "          [--indentless-lists] [--in-place] [--version]\n"
    "          [jq_filter] [files ...]\n";

// What the real one has and this one does not, and what the other yq (mikefarah's) means in a way
// of its own: with which words it is refused.
struct Refusal {
  std::string_view option;
  std::string_view reason;
};
constexpr std::string_view kNoRoundTrip =
    "styles and tags are not kept; -y writes plain block style";
constexpr std::string_view kYamlAlone = "YAML and JSON alone are read and written";
constexpr Refusal kRefusals[] = {
    {"--yaml-roundtrip", kNoRoundTrip},
    {"--yml-roundtrip", kNoRoundTrip},
    {"-Y", kNoRoundTrip},
    {"--no-expand-aliases", "aliases are always expanded"},
    {"--xml-output", kYamlAlone},
    {"--xml-dtd", kYamlAlone},
    {"--xml-root", kYamlAlone},
    {"--xml-force-list", kYamlAlone},
    {"-x", kYamlAlone},
    {"--toml-output", kYamlAlone},
    {"-t", kYamlAlone},
    {"--argfile", "use --slurpfile"},
    {"-R", "YAML has no raw lines; jq -R reads them"},
    {"--raw-input", "YAML has no raw lines; jq -R reads them"},
    {"-I", "block style is indented by 2; of JSON --indent N is"},
    {"-N", "\"---\" stands between documents"},
    {"--no-doc", "\"---\" stands between documents"},
    {"--front-matter", "only whole files are read"},
};

// Options of jq with this many words behind them.
struct WithWords {
  std::string_view option;
  int words;
};
constexpr WithWords kJqWords[] = {{"--indent", 1}, {"-L", 1},        {"--library-path", 1},
                                  {"--arg", 2},    {"--argjson", 2}, {"--slurpfile", 2},
                                  {"--rawfile", 2}};

bool IsNumber(std::string_view text, int64_t* number) {
  const auto [end, mistake] = std::from_chars(text.data(), text.data() + text.size(), *number);
  return mistake == std::errc() && end == text.data() + text.size();
}

class Reader {
 public:
  Reader(CommandIo& io, YqOptions* options) : io_(io), options_(*options), words_(io.args()) {}

  std::optional<int> Run() {
    for (at_ = 0; at_ < words_.size(); ++at_) {
      const std::string& word = words_[at_];
      std::optional<int> status;
      if (only_operands_ || !IsOption(word)) {
        operands_.push_back(word);
      } else if (word == "--") {
        only_operands_ = true;
      } else if (word == "--args" || word == "--jsonargs") {
        rest_.assign(words_.begin() + static_cast<ptrdiff_t>(at_), words_.end());
        break;
      } else {
        status = word[1] == '-' ? Long(word) : Letters(word);
      }
      if (status) return status;
    }
    return Finish();
  }

 private:
  // (A filter may begin with a sign.)
  static bool IsOption(const std::string& word) {
    return word.size() > 1 && word[0] == '-' &&
           (word[1] == '-' || ((word[1] | 32) >= 'a' && (word[1] | 32) <= 'z'));
  }

  int Refuse(std::string_view option, std::string_view reason) {
    io_.Error(std::string(option) + " is not supported: " + std::string(reason));
    return 2;
  }
  std::optional<int> RefusalOf(std::string_view option) {
    for (const Refusal& refusal : kRefusals) {
      if (refusal.option == option) return Refuse(option, refusal.reason);
    }
    return std::nullopt;
  }

  // The word that belongs to an option: behind '=', or the next one.
  std::optional<int> Value(std::string_view name, std::optional<std::string> attached,
                           std::string* value) {
    if (!attached && ++at_ >= words_.size()) {
      return UsageError(io_, "argument " + std::string(name) + ": expected one argument");
    }
    *value = attached ? *attached : words_[at_];
    return std::nullopt;
  }

  std::optional<int> Long(const std::string& word) {
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    std::optional<std::string> attached;
    if (equals != std::string::npos) attached = word.substr(equals + 1);
    if (std::optional<int> status = RefusalOf(name)) return status;
    if (name == "--help") return Help();
    if (name == "--version") {
      io_.Out("yq 3.1.0\n");
      return 0;
    }
    YamlStyle& style = options_.style;
    if (name == "--yaml-output" || name == "--yml-output" || name == "--prettyPrint") {
      options_.yaml = true;
    } else if (name == "--in-place" || name == "--inplace") {
      options_.in_place = true;
    } else if (name == "--indentless-lists" || name == "--indentless") {
      style.indentless = true;
    } else if (name == "--explicit-start") {
      style.explicit_start = true;
    } else if (name == "--explicit-end") {
      style.explicit_end = true;
    } else if (name == "--width" || name == "--max-expansion-factor" ||
               name == "--yaml-output-grammar-version" || name == "--yml-out-ver" ||
               name == "--output-format" || name == "--input-format") {
      return WithValue(name, attached);
    } else {
      return ForJq(word);
    }
    return std::nullopt;
  }

  std::optional<int> WithValue(const std::string& name, std::optional<std::string> attached) {
    const std::string shown = name == "--width" ? "--width/-w"
                              : name == "--yaml-output-grammar-version" || name == "--yml-out-ver"
                                  ? "--yaml-output-grammar-version/--yml-out-ver"
                                  : name;
    std::string value;
    if (std::optional<int> status = Value(shown, std::move(attached), &value)) return status;
    if (name == "--output-format") return OutputFormat(value);
    if (name == "--input-format") return InputFormat(value);
    if (name == "--yaml-output-grammar-version" || name == "--yml-out-ver") {
      if (value != "1.1" && value != "1.2") {
        return UsageError(io_, "argument " + shown + ": invalid choice: '" + value +
                                   "' (choose from '1.1', '1.2')");
      }
      options_.style.old_grammar = value == "1.1";
      return std::nullopt;
    }
    int64_t number = 0;
    if (!IsNumber(value, &number)) {
      return UsageError(io_, "argument " + shown + ": invalid int value: '" + value + "'");
    }
    if (name == "--width") {
      // (PyYAML takes no width that is not wider than two levels.)
      options_.style.width = number > 4 ? static_cast<uint64_t>(number) : 80;
    } else {
      options_.expansion = static_cast<uint64_t>(std::clamp<int64_t>(number, 0, 1'000'000'000));
    }
    return std::nullopt;
  }

  std::optional<int> OutputFormat(const std::string& format) {
    if (format == "yaml" || format == "y") {
      options_.yaml = true;
    } else if (format == "json" || format == "j") {
      says_json_ = true;
      options_.yaml = false;
    } else {
      return Refuse("-o " + format, kYamlAlone);
    }
    return std::nullopt;
  }

  // (JSON is YAML but for tabs.)
  std::optional<int> InputFormat(const std::string& format) {
    if (format == "yaml" || format == "y" || format == "auto" || format == "a") {
      return std::nullopt;
    }
    return Refuse("-p " + format, "YAML is read, of which JSON is a part");
  }

  // An option of jq with the words that belong to it.
  std::optional<int> ForJq(const std::string& word) {
    int count = 0;
    for (const WithWords& known : kJqWords) {
      if (word == known.option) count = known.words;
    }
    options_.jq_words.push_back(word);
    if (word == "--from-file") return FilterFile();
    if (word == "--null-input") options_.null_input = true;
    for (; count > 0 && at_ + 1 < words_.size(); --count) {
      options_.jq_words.push_back(words_[++at_]);
    }
    return std::nullopt;
  }

  // -f FILE: for jq a mark that its first operand is a file.
  std::optional<int> FilterFile() {
    if (++at_ >= words_.size()) {
      return UsageError(io_, "argument --from-file: expected 1 argument");
    }
    filter_ = words_[at_];
    from_file_ = true;
    return std::nullopt;
  }

  std::optional<int> Letters(const std::string& word) {
    std::string left = "-";
    for (size_t i = 1; i < word.size(); ++i) {
      const char letter = word[i];
      const std::string option = std::string("-") + letter;
      if (std::optional<int> status = RefusalOf(option)) return status;
      std::optional<std::string> attached;
      if (i + 1 < word.size()) attached = word.substr(word[i + 1] == '=' ? i + 2 : i + 1);
      switch (letter) {
        case 'y':
        case 'P': options_.yaml = true; break;
        case 'i': options_.in_place = true; break;
        case 'n':
          options_.null_input = true;
          left += letter;
          break;
        case 'h': return Help();
        case 'w': FlushLetters(&left); return WithValue("--width", attached);
        case 'o': FlushLetters(&left); return WithValue("--output-format", attached);
        case 'p': FlushLetters(&left); return WithValue("--input-format", attached);
        case 'L':
          if (left != "-") FlushLetters(&left);
          return ForJq("-" + word.substr(i));
        case 'f':
          left += letter;
          FlushLetters(&left);
          if (i + 1 < word.size()) return ForJq("-" + word.substr(i));
          return FilterFile();
        default: left += letter; break;
      }
    }
    FlushLetters(&left);
    return std::nullopt;
  }

  void FlushLetters(std::string* left) {
    if (*left != "-") options_.jq_words.push_back(*left);
    *left = "-";
  }

  std::optional<int> Help() {
    for (const CommandInfo& info : StandardCommands()) {
      if (info.name == "yq") io_.Out(info.usage);
    }
    return 0;
  }

  // Which operand is what.
  std::optional<int> Finish() {
    size_t first = 0;
    if (operands_.size() > 1 && !from_file_) {
      const std::string& word = operands_[0];
      if (word == "ea" || word == "eval-all") {
        return Refuse(word, "-s reads all documents into one list, as jq does");
      }
      if (word == "e" || word == "eval") {
        options_.yaml = options_.plain_scalars = !says_json_;
        first = 1;
      }
    }
    if (from_file_) {
      options_.jq_words.push_back(filter_);
    } else if (first < operands_.size()) {
      options_.jq_words.push_back(operands_[first++]);
    }
    options_.files.assign(operands_.begin() + static_cast<ptrdiff_t>(first), operands_.end());
    options_.jq_words.insert(options_.jq_words.end(), rest_.begin(), rest_.end());
    if (!options_.in_place) return std::nullopt;
    if (!options_.yaml) {
      io_.Error("-i/--in-place can only be used with -y/-Y");
      return 1;
    }
    if (options_.files.empty() ||
        std::find(options_.files.begin(), options_.files.end(), "-") != options_.files.end()) {
      io_.Error("-i/--in-place can only be used with filename arguments, not on standard input");
      return 1;
    }
    return std::nullopt;
  }

  CommandIo& io_;
  YqOptions& options_;
  std::span<const std::string> words_;
  size_t at_ = 0;
  bool only_operands_ = false, says_json_ = false, from_file_ = false;
  std::string filter_;
  std::vector<std::string> operands_, rest_;
};

}  // namespace

int UsageError(CommandIo& io, std::string_view text) {
  io.Write(2, std::string(kUsage) + "yq: error: " + std::string(text) + "\n");
  return 2;
}

std::optional<int> YqOptions::Read(CommandIo& io) { return Reader(io, this).Run(); }

}  // namespace pysub::shell::yq
