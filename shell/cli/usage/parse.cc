#include "shell/cli/usage/parse.h"

#include <algorithm>

#include "shell/cli/usage/papers.h"
#include "shell/cli/usage/values.h"

namespace pysub::usage {
namespace {

// Letters to insert, delete, replace or swap until `a` is `b`; only words that short are compared.
constexpr size_t kLongestWord = 40;
constexpr size_t kUsualOptions = 8;

size_t Distance(std::string_view a, std::string_view b) {
  size_t rows[3][kLongestWord + 1];
  for (size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t* row = rows[i % 3];
    const size_t* above = rows[(i - 1) % 3];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], rows[(i - 2) % 3][j - 2] + 1);
      }
    }
  }
  return rows[a.size() % 3][b.size()];
}

// The word most like `word` so far.
class Nearest {
 public:
  explicit Nearest(std::string_view word) : word_(word), least_(word.size() / 3 + 1) {}
  void Look(std::string_view candidate) {
    if (candidate.empty() || candidate.size() > kLongestWord || word_.size() > kLongestWord) return;
    const bool begins = word_.size() > 3 && candidate.starts_with(word_);
    const size_t distance = begins ? 0 : Distance(word_, candidate);
    if (distance >= least_) return;
    least_ = distance;
    found_ = candidate;
  }
  std::string_view found() const { return found_; }

 private:
  std::string_view word_;
  size_t least_;
  std::string_view found_;
};

class Parser {
 public:
  Parser(const Program& program, int argc, const char* const* argv)
      : program_(program), argc_(argc), argv_(argv) {}

  Given Parse(std::string_view within) {
    if (!FindCommand(within)) return std::move(given_);
    while (at_ < argc_) {
      const std::string_view argument = argv_[at_];
      if (argument == "--") {
        ++at_;
        break;
      }
      if (argument == "-" || !argument.starts_with('-')) {
        if (given_.command->ends_at_operand) break;
        given_.operands.push_back(argument);
        ++at_;
        continue;
      }
      bool last = false;
      if (!TakeOption(argument, &last) || !given_.text.empty()) return std::move(given_);
      if (last) {
        given_.operands.insert(given_.operands.end(), argv_ + at_, argv_ + argc_);
        return std::move(given_);
      }
    }
    given_.operands.insert(given_.operands.end(), argv_ + at_, argv_ + argc_);
    if (given_.operands.size() < given_.command->least_operands) {
      Wrong("an argument is missing: " + std::string(given_.command->synopsis));
    } else if (given_.operands.size() > given_.command->most_operands) {
      Wrong("too many arguments: '" + std::string(given_.operands[given_.command->most_operands]) +
            "'");
    }
    return std::move(given_);
  }

 private:
  bool Wrong(std::string text) {
    given_.error = std::move(text);
    return false;
  }

  // Null: there is none. Every start pays for this.
  static const Option* Find(const Command& command, std::string_view name) {
    for (const Group* group : command.groups) {
      for (const Option& option : group->options) {
        if (option.name == name || option.other == name) return &option;
      }
    }
    return nullptr;
  }

  // The command with most words that the line begins with. False: there is none, or help was asked
  // for.
  bool FindCommand(std::string_view within) {
    const std::string_view first = within.empty() ? Word(1) : within;
    given_.options.reserve(kUsualOptions);
    const int second_at = within.empty() ? 2 : 1;
    const std::string_view second = Word(second_at);
    bool is_family = false;
    Nearest nearest(second);
    for (const Command& command : program_.commands) {
      // Most lines begin with an option.
      if (command.name.empty() || (first.starts_with('-') && command.alias != first)) continue;
      const size_t space = command.name.find(' ');
      if (space == std::string_view::npos) {
        if (within.empty() && !first.empty() && (command.name == first || command.alias == first)) {
          given_.command = &command;
          at_ = 2;
          return true;
        }
        continue;
      }
      if (command.name.substr(0, space) != first) continue;
      is_family = true;
      if (command.name.substr(space + 1) == second) {
        given_.command = &command;
        at_ = second_at + 1;
        return true;
      }
      nearest.Look(command.name.substr(space + 1));
    }
    if (!is_family) {
      given_.command = &program_.commands[0];
      at_ = 1;
      return true;
    }
    if (second == "-h" || second == "--help") {
      given_.text = FamilyHelp(program_, first);
      return false;
    }
    std::string error =
        second.empty() ? "a command is missing"
                       : "unknown " + std::string(first) + " command '" + std::string(second) + "'";
    if (!nearest.found().empty()) error += "; did you mean " + std::string(nearest.found()) + "?";
    return Wrong(error + "\n" + FamilyUsage(program_, first));
  }

  std::string_view Word(int at) const {
    return at < argc_ ? std::string_view(argv_[at]) : std::string_view();
  }

  // "--name", "--name=value", "--name value", "-c value", "-cvalue".
  bool TakeOption(std::string_view argument, bool* last) {
    ++at_;
    const bool is_long = argument.starts_with("--");
    const size_t name_size = is_long ? std::min(argument.find('='), argument.size()) : 2;
    const std::string_view name = argument.substr(0, name_size);
    const Option* option = Find(*given_.command, name);
    if (option == nullptr) return Unknown(name);
    bool attached = argument.size() > name_size;
    std::string_view value =
        attached ? argument.substr(name_size + (is_long ? 1 : 0)) : std::string_view();
    if (option->kind == ValueKind::kNone) {
      if (attached && is_long) return Wrong("the " + std::string(name) + " option takes no value");
      // Flags of one letter in one word: only the first is looked at, the others follow.
      if (attached) return Unknown("-" + std::string(value.substr(0, 1)));
    } else if (!attached && option->optional) {
      value = option->value.substr(0, option->value.find('|'));
    } else if (!attached) {
      if (at_ >= argc_) return Wrong("Argument expected for the " + std::string(name) + " option");
      value = argv_[at_++];
    }
    if (std::string error = CheckValue(*option, name, value); !error.empty())
      return Wrong(std::move(error));
    std::string_view second;
    if (!option->second.empty()) {
      if (at_ >= argc_)
        return Wrong(std::string(name) + " wants " + std::string(option->value) + " and " +
                     std::string(option->second));
      second = argv_[at_++];
    }
    if (option->name == "--help") given_.text = CommandHelp(program_, *given_.command);
    if (option->name == "--manual") given_.text = ManualPage(program_);
    if (option->name == "--completions") given_.text = Completions(program_, value);
    given_.options.push_back({option->name, value, second});
    *last = option->last;
    return true;
  }

  // In CPython's words; then what may have been meant.
  bool Unknown(std::string_view name) {
    std::string error = name.starts_with("--") ? "unknown option " + std::string(name)
                                               : "Unknown option: " + std::string(name);
    if (!name.starts_with("--")) return Wrong(std::move(error));
    Nearest nearest(name);
    EachOption(*given_.command, [&](const Option& option) {
      if (!option.help.empty()) nearest.Look(option.name);
    });
    if (!nearest.found().empty())
      return Wrong(error + "; did you mean " + std::string(nearest.found()) + "?");
    for (const Command& command : program_.commands) {
      bool has = command.alias == name;
      EachOption(command, [&](const Option& option) {
        has = has || (option.name == name && !option.help.empty());
      });
      if (has) return Wrong(error + "; " + FullName(program_, command) + " has it");
    }
    return Wrong(std::move(error));
  }

  const Program& program_;
  int argc_;
  const char* const* argv_;
  int at_ = 1;
  Given given_;
};

}  // namespace

Given ParseArguments(const Program& program, int argc, const char* const* argv,
                     std::string_view within) {
  return Parser(program, argc, argv).Parse(within);
}

std::string WrongUsage(const Program& program, const Command* command, std::string_view error) {
  std::string text(error);
  if (!text.ends_with('\n')) text += '\n';
  if (command != nullptr) text += UsageLine(program, *command);
  const std::string name =
      command != nullptr ? FullName(program, *command) : std::string(program.name);
  return text + "Try `" + name + " -h' for more information.\n";
}

std::string_view LikelyCommand(const Program& program, std::string_view word) {
  Nearest nearest(word);
  for (const Command& command : program.commands)
    nearest.Look(command.name.substr(0, command.name.find(' ')));
  return nearest.found();
}

}  // namespace pysub::usage
