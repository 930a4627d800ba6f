#include "shell/cli/usage/papers.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "pysub/version.h"
#include "shell/cli/usage/values.h"

namespace pysub::usage {
namespace {

constexpr size_t kColumn = 28;  // where texts begin
constexpr size_t kWidth = 100;

// "--dump=tokens|ast", "--max-memory SIZE", "-V, --version".
std::string NameAndValue(const Option& option) {
  std::string text;
  if (!option.other.empty()) text = std::string(option.other) + ", ";
  text += option.name;
  if (option.optional) {
    text += "[=" + std::string(option.value) + "]";
  } else if (option.kind != ValueKind::kNone) {
    text += option.kind == ValueKind::kChoice ? '=' : ' ';
    text += option.value;
  }
  if (!option.second.empty()) text += " " + std::string(option.second);
  return text;
}

// `text` from `column` on in as many lines as it takes; the first of them begins with `line`.
void AppendText(std::string line, size_t column, std::string_view text, std::string* out) {
  line.resize(column, ' ');
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (line.size() > column && line.size() + 1 + word.size() > kWidth) {
      *out += line + "\n";
      line.assign(column, ' ');
    }
    if (line.size() > column) line += ' ';
    line += word;
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  *out += line + "\n";
}

// A row of -h: what it is called, and its text in a column beside it.
void AppendRow(std::string_view name, std::string_view text, std::string* out) {
  std::string line = "  " + std::string(name);
  if (line.size() + 2 > kColumn) {
    *out += line + "\n";
    line.clear();
  }
  AppendText(std::move(line), kColumn, text, out);
}

bool IsOf(const Command& command, std::string_view family) {
  return command.name.starts_with(family) && command.name.substr(family.size()).starts_with(' ');
}

bool HasOptions(const Command& command) {
  bool has = false;
  EachOption(command, [&](const Option& option) { has = has || option.name != "--help"; });
  return has;
}

// ---- Manual pages

// Text of a line of roff: "-" is a hyphen and "\" an escape there, and a line must not
// begin with a request.
std::string Roff(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '-' || c == '\\') out += '\\';
    out += c == '\\' ? 'e' : c;
  }
  if (out.starts_with('.') || out.starts_with('\'')) out.insert(0, "\\&");
  return out;
}

void AppendOptions(const Command& command, std::string* out) {
  for (const Group* group : command.groups) {
    if (!group->title.empty()) *out += ".PP\n" + Roff(group->title) + ":\n";
    for (const Option& option : group->options) {
      if (option.help.empty()) continue;
      *out += ".TP\n.B " + Roff(NameAndValue(option)) + "\n" + Roff(option.help) + "\n";
    }
  }
}

// ---- Completions

std::string NameOfFunction(const Program& program) {
  std::string name = "_";
  for (char c : program.name) name += c == '-' ? '_' : c;
  return name;
}

// The options that may be typed, with a space between them.
std::string OptionNames(const Command& command) {
  std::string names;
  EachOption(command, [&](const Option& option) {
    if (option.help.empty()) return;
    names += (names.empty() ? "" : " ") + std::string(option.name);
    if (!option.other.empty()) names += " " + std::string(option.other);
  });
  return names;
}

bool IsFile(ValueKind kind) { return kind == ValueKind::kFile || kind == ValueKind::kMount; }

// The first words of all commands, or the second ones behind `family`.
std::vector<std::string_view> Words(const Program& program, std::string_view family) {
  std::vector<std::string_view> words;
  for (const Command& command : program.commands) {
    if (command.name.empty() || (!family.empty() && !IsOf(command, family))) continue;
    std::string_view word = family.empty() ? command.name : command.name.substr(family.size() + 1);
    word = word.substr(0, word.find(' '));
    if (words.empty() || words.back() != word) words.push_back(word);
  }
  return words;
}

std::string Joined(const std::vector<std::string_view>& words) {
  std::string text;
  for (std::string_view word : words) text += (text.empty() ? "" : " ") + std::string(word);
  return text;
}

std::string Replaced(std::string_view text, char what, char with) {
  std::string out(text);
  for (char& c : out) {
    if (c == what) c = with;
  }
  return out;
}

// A word of bash, zsh or fish that means the text itself.
std::string Quoted(std::string_view text, bool fish = false) {
  std::string out = "'";
  for (char c : text) {
    if (c == '\'') {
      out += fish ? "\\'" : "'\\''";
    } else if (c == '\\' && fish) {
      out += "\\\\";
    } else {
      out += c;
    }
  }
  return out + "'";
}

// One case of the option before the word that is typed: its name, and what its values are.
void AppendBashValues(const Option& option, std::string* out) {
  if (option.kind == ValueKind::kNone || option.optional || option.help.empty()) return;
  *out += "        " + std::string(option.name) +
          (option.other.empty() ? "" : "|" + std::string(option.other)) + ") ";
  if (option.kind == ValueKind::kChoice) {
    *out += "COMPREPLY=($(compgen -W '" + Replaced(option.value, '|', ' ') + "' -- \"$word\")); ";
  } else if (option.kind == ValueKind::kDirectory) {
    *out += "compopt -o filenames; COMPREPLY=($(compgen -d -- \"$word\")); ";
  } else if (IsFile(option.kind)) {
    *out += "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$word\")); ";
  }
  *out += "return;;\n";
}

std::string BashCompletions(const Program& program) {
  const std::string function = NameOfFunction(program);
  std::string out =
      "# bash completion of " + std::string(program.name) + "\n" + function + "() {\n";
  out +=
      "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command='' "
      "at=1\n"
      "    COMPREPLY=()\n";
  // bash takes "--dump=co" for three words.
  out +=
      "    if [[ $word == = ]]; then word=''\n"
      "    elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi\n";
  out += "    case \"${COMP_WORDS[1]-} ${COMP_WORDS[2]-}\" in\n";
  for (const Command& command : program.commands) {
    if (command.name.find(' ') != std::string_view::npos)
      out += "        '" + std::string(command.name) + "') command='" + std::string(command.name) +
             "' at=3;;\n";
  }
  for (const Command& command : program.commands) {
    if (command.name.empty() || command.name.find(' ') != std::string_view::npos) continue;
    out += "        '" + std::string(command.name) + " '*) command='" + std::string(command.name) +
           "' at=2;;\n";
  }
  out += "    esac\n    if ((COMP_CWORD < at)); then command=''; fi\n";
  for (std::string_view word : Words(program, "")) {
    const std::string seconds = Joined(Words(program, word));
    if (seconds.empty()) continue;
    out += "    if ((COMP_CWORD == 2)) && [[ ${COMP_WORDS[1]} == " + std::string(word) +
           " ]]; then\n" + "        COMPREPLY=($(compgen -W '" + seconds +
           "' -- \"$word\")); return\n    fi\n";
  }
  out += "    case \"$command\" in\n";
  for (const Command& command : program.commands) {
    out += "    '" + std::string(command.name) + "')\n        case \"$before\" in\n";
    EachOption(command, [&](const Option& option) { AppendBashValues(option, &out); });
    out += "        esac\n        if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '" +
           OptionNames(command) + "' -- \"$word\")); return; fi;;\n";
  }
  out += "    esac\n";
  if (program.commands.size() > 1) {
    out += "    if ((COMP_CWORD == 1)); then COMPREPLY=($(compgen -W '" +
           Joined(Words(program, "")) + "' -- \"$word\")); fi\n";
  }
  return out +
         "    compopt -o filenames\n    COMPREPLY+=($(compgen -f -- \"$word\"))\n}\ncomplete -F " +
         function + " " + std::string(program.name) + "\n";
}

// "--name[what it does]:value:(a b)", as _arguments wants it.
std::string ZshSpecification(std::string_view name, const Option& option) {
  std::string text = "*" + std::string(name);
  if (option.kind != ValueKind::kNone && name.starts_with("--"))
    text += option.optional ? "=-" : "=";
  text += "[";
  for (char c : option.help) {
    if (c == '[' || c == ']' || c == ':') text += '\\';
    text += c;
  }
  text += "]";
  if (option.kind == ValueKind::kNone) return text;
  std::string value = option.kind == ValueKind::kChoice ? "value" : std::string();
  if (value.empty()) {
    for (char c : option.value) value += c == ':' ? std::string("\\:") : std::string(1, c);
  }
  text += (option.optional ? "::" : ":") + value + ":";
  if (option.kind == ValueKind::kChoice) text += "(" + Replaced(option.value, '|', ' ') + ")";
  if (option.kind == ValueKind::kDirectory) text += "_files -/";
  if (IsFile(option.kind)) text += "_files";
  if (!option.second.empty()) text += ":" + std::string(option.second) + ":_files";
  return text;
}

std::string ZshCompletions(const Program& program) {
  const std::string function = NameOfFunction(program);
  std::string out = "#compdef " + std::string(program.name) + "\n" + function +
                    "() {\n    local command=\n    case \"$words[2] $words[3]\" in\n";
  for (const Command& command : program.commands) {
    const bool is_two = command.name.find(' ') != std::string_view::npos;
    if (command.name.empty()) continue;
    out += "        " +
           (is_two ? Quoted(command.name) : Quoted(std::string(command.name) + " ") + "*") +
           ") ((CURRENT > " + (is_two ? "3" : "2") + ")) && command=" + Quoted(command.name) +
           ";;\n";
  }
  out += "    esac\n";
  for (std::string_view word : Words(program, "")) {
    const std::string seconds = Joined(Words(program, word));
    if (!seconds.empty()) {
      out += "    if [[ $CURRENT == 3 && $words[2] == " + std::string(word) + " ]]; then compadd " +
             seconds + "; return; fi\n";
    }
  }
  if (program.commands.size() > 1)
    out += "    ((CURRENT == 2)) && compadd " + Joined(Words(program, "")) + "\n";
  out += "    case \"$command\" in\n";
  for (const Command& command : program.commands) {
    out += "        " + (command.name.empty() ? std::string("''") : Quoted(command.name)) +
           ") _arguments";
    EachOption(command, [&](const Option& option) {
      if (option.help.empty()) return;
      out += " \\\n            " + Quoted(ZshSpecification(option.name, option));
      if (!option.other.empty())
        out += " \\\n            " + Quoted(ZshSpecification(option.other, option));
    });
    out += " \\\n            '*:file:_files';;\n";
  }
  // Read from a file of $fpath it is this function that runs; else it is to be known.
  return out + "    esac\n}\nif [[ $funcstack[1] == " + function + " ]]; then " + function +
         "; else compdef " + function + " " + std::string(program.name) + "; fi\n";
}

// The test of fish for "this command is being typed".
std::string FishCondition(const Program& program, const Command& command) {
  if (command.name.empty()) return "not __fish_seen_subcommand_from " + Joined(Words(program, ""));
  const size_t space = command.name.find(' ');
  std::string text = "__fish_seen_subcommand_from " + std::string(command.name.substr(0, space));
  if (space != std::string_view::npos)
    text += "; and __fish_seen_subcommand_from " + std::string(command.name.substr(space + 1));
  return text;
}

std::string FishCompletions(const Program& program) {
  const std::string complete = "complete -c " + std::string(program.name);
  std::string out = "# fish completion of " + std::string(program.name) + "\n";
  const bool has_commands = program.commands.size() > 1;
  for (std::string_view word : Words(program, "")) {
    out += complete + " -n __fish_use_subcommand -a " + std::string(word) + "\n";
    for (std::string_view second : Words(program, word)) {
      out += complete + " -n '__fish_seen_subcommand_from " + std::string(word) + "' -f -a " +
             std::string(second) + "\n";
    }
  }
  for (const Command& command : program.commands) {
    EachOption(command, [&](const Option& option) {
      if (option.help.empty()) return;
      std::string line = complete;
      if (has_commands) line += " -n " + Quoted(FishCondition(program, command), true);
      for (std::string_view name : {option.name, option.other}) {
        if (name.empty()) continue;
        const bool is_long = name.starts_with("--");
        line += (is_long ? " -l " : " -s ") + std::string(name.substr(is_long ? 2 : 1));
      }
      if (option.optional) {
        line += " -a " + Quoted(Replaced(option.value, '|', ' '), true);
      } else if (option.kind == ValueKind::kChoice) {
        line += " -x -a " + Quoted(Replaced(option.value, '|', ' '), true);
      } else if (IsFile(option.kind) || option.kind == ValueKind::kDirectory) {
        line += " -r";
      } else if (option.kind != ValueKind::kNone) {
        line += " -x";
      }
      out += line + " -d " + Quoted(option.help, true) + "\n";
    });
  }
  return out;
}

}  // namespace

std::string FullName(const Program& program, const Command& command) {
  return std::string(program.name) + (command.name.empty() ? "" : " ") + std::string(command.name);
}

std::string UsageLine(const Program& program, const Command& command) {
  std::string text = "usage: " + FullName(program, command);
  if (HasOptions(command)) text += " [option] ...";
  if (!command.synopsis.empty()) text += " " + std::string(command.synopsis);
  return text + "\n";
}

std::string CommandHelp(const Program& program, const Command& command) {
  std::string out = UsageLine(program, command);
  AppendText("", 0, command.summary, &out);
  for (const Operand& operand : command.operands) {
    if (&operand == command.operands.data()) out += "\n";
    AppendRow(operand.name, operand.help, &out);
  }
  for (const Group* group : command.groups) {
    out += group->title.empty() ? "\n" : "\n" + std::string(group->title) + ":\n";
    for (const Option& option : group->options) {
      if (!option.help.empty()) AppendRow(NameAndValue(option), option.help, &out);
    }
  }
  if (!command.name.empty()) return out;
  if (program.commands.size() > 1) out += "\nCommands, each with a -h of its own:\n";
  for (const Command& other : program.commands.subspan(1)) {
    AppendRow(
        std::string(other.name) + (other.synopsis.empty() ? "" : " ") + std::string(other.synopsis),
        other.summary, &out);
  }
  out += "\nExit status:\n";
  for (const ExitStatus& status : program.statuses) AppendRow(status.number, status.meaning, &out);
  return out;
}

std::string FamilyUsage(const Program& program, std::string_view family) {
  std::string out;
  for (const Command& command : program.commands) {
    if (IsOf(command, family)) out += UsageLine(program, command);
  }
  return out;
}

std::string FamilyHelp(const Program& program, std::string_view family) {
  std::string out = FamilyUsage(program, family) + "\n";
  for (const Command& command : program.commands) {
    if (IsOf(command, family))
      AppendRow(command.name.substr(family.size() + 1), command.summary, &out);
  }
  return out;
}

std::string ManualPage(const Program& program) {
  std::string out =
      ".TH " + std::string(program.name) + " 1 \"\" \"pysub " PYSUB_VERSION_STRING "\" \"pysub\"\n";
  out += ".SH NAME\n" + Roff(program.name) + " \\- " + Roff(program.summary) + "\n.SH SYNOPSIS\n";
  for (const Command& command : program.commands) {
    out += ".B " + Roff(FullName(program, command)) + "\n";
    out += (HasOptions(command) ? "[option] ... " : "") + Roff(command.synopsis) + "\n.br\n";
  }
  const Command& main = program.commands[0];
  out += ".SH DESCRIPTION\n" + Roff(main.summary) + "\n.SH OPTIONS\n";
  AppendOptions(main, &out);
  if (program.commands.size() > 1) out += ".SH COMMANDS\n";
  for (const Command& command : program.commands.subspan(1)) {
    out += ".SS " + Roff(command.name) + "\n" + Roff(command.summary) + "\n";
    // What it shares with the program stands above already.
    if (command.ends_at_operand && command.synopsis == main.synopsis) {
      out += "Its options are those of " + Roff(program.name) + ".\n";
    } else {
      AppendOptions(command, &out);
    }
  }
  out += ".SH EXIT STATUS\n";
  for (const ExitStatus& status : program.statuses)
    out += ".TP\n.B " + std::string(status.number) + "\n" + Roff(status.meaning) + "\n";
  return out;
}

std::string Completions(const Program& program, std::string_view shell) {
  if (shell == "bash") return BashCompletions(program);
  return shell == "zsh" ? ZshCompletions(program) : FishCompletions(program);
}

}  // namespace pysub::usage
