#include <algorithm>

#include "shell/builtins/completion.h"
#include "shell/expand/text.h"
#include "shell/run/growing_text.h"
#include "shell/run/variable.h"

// complete and compopt: how the words of which commands are completed. Nothing here completes: at
// the prompt TAB knows names of files and commands; scripts ask compgen.

namespace pysub::shell {
namespace {

using Action = CompletionSpec::Action;
// Command, and the words of its specification (CompletionSpec::Words).
using Table = std::map<std::string, std::vector<std::string>, std::less<>>;

constexpr std::string_view kOptions[] = {"bashdefault", "default", "dirnames", "filenames",
                                         "noquote",     "nosort",  "nospace",  "plusdirs"};
constexpr CompletionSpec::ActionRow kActions[] = {
    {"alias", 'a', Action::kAlias},     {"arrayvar", 0, Action::kArrayVar},
    {"binding", 0, Action::kNothing},   {"builtin", 'b', Action::kBuiltin},
    {"command", 'c', Action::kCommand}, {"directory", 'd', Action::kDirectory},
    {"disabled", 0, Action::kNothing},  {"enabled", 0, Action::kBuiltin},
    {"export", 'e', Action::kExport},   {"file", 'f', Action::kFile},
    {"function", 0, Action::kFunction}, {"group", 'g', Action::kUser},
    {"helptopic", 0, Action::kBuiltin}, {"hostname", 0, Action::kNothing},
    {"job", 'j', Action::kJob},         {"keyword", 'k', Action::kKeyword},
    {"running", 0, Action::kJob},       {"service", 's', Action::kNothing},
    {"setopt", 0, Action::kSetopt},     {"shopt", 0, Action::kShopt},
    {"signal", 0, Action::kSignal},     {"stopped", 0, Action::kNothing},
    {"user", 'u', Action::kUser},       {"variable", 'v', Action::kVariable},
};
// The names under which bash keeps what -D, -E and -I tell.
constexpr std::string_view kDefault = "_DefaultCmD_", kEmpty = "_EmptycmD_",
                           kInitial = "_InitialWorD_";
// `complete -p` shows them in this order, so that it can be compared with bash.
constexpr uint32_t kBuckets = 512;  // of bash's table, by which its list is sorted

// The command as it stands at the end of a line of `complete -p`.
std::string ShownName(std::string_view name) {
  if (name == kDefault) return "-D";
  if (name == kEmpty) return "-E";
  if (name == kInitial) return "-I";
  const bool plain = name.find_first_of(" \t\n\"'\\|&;()<>!{}*[]?^$`#~=") == std::string_view::npos;
  return name.empty() || !plain ? QuoteAlways(name) : std::string(name);
}

// Texts are always quoted, names never.
void Show(Process& process, std::string_view name, const std::vector<std::string>& words) {
  GrowingText line(&process.budget());
  line.Append("complete");
  bool quotes = false;
  for (const std::string& word : words) {
    const bool is_option = word.size() == 2 && word[0] == '-' && !quotes;
    line.Append(' ');
    if (!line.Append(quotes ? QuoteAlways(word) : word)) return;
    quotes = is_option && std::string_view("GWPSXC").find(word[1]) != std::string_view::npos;
  }
  line.Append(' ');
  line.Append(ShownName(name));
  if (line.Append('\n')) process.Write(1, line.text());
}

void ShowAll(Process& process) {
  std::vector<std::string_view> names;
  for (const auto& [name, words] : *process.completions) names.push_back(name);
  auto bucket = [](std::string_view name) { return AssociativeArray::Hash(name) % kBuckets; };
  std::stable_sort(names.begin(), names.end(),
                   [&](std::string_view a, std::string_view b) { return bucket(a) < bucket(b); });
  for (std::string_view name : names) {
    if (!process.budget().Tick(16)) return;
    Show(process, name, process.completions->find(name)->second);
  }
}

// What one entry takes in memory; 160 for the node and the words' list.
int64_t HeldBy(std::string_view name, const std::vector<std::string>& words) {
  return 160 + static_cast<int64_t>(name.size()) + BytesOf(words);
}

bool Remove(Process& process, const std::string& name) {
  auto found = process.completions->find(name);
  if (found == process.completions->end()) return false;
  const int64_t bytes = HeldBy(name, found->second);
  process.completions.Mutable().erase(name);
  return process.completions.HoldMore(&process.budget(), -bytes);
}

// The old entry is given back first: a definition that is made again and again costs nothing more.
bool Put(Process& process, const std::string& name, const std::vector<std::string>& words) {
  (void)Remove(process, name);
  Table& table = process.completions.Mutable();
  if (!process.completions.HoldMore(&process.budget(), HeldBy(name, words))) return false;
  table.emplace(name, words);
  return true;
}

int NoSpecification(Process& process, const std::string& name) {
  process.BuiltinError(name, ": no completion specification");
  return 1;
}

// What -D, -E or -I stand for; nothing: the names that follow.
std::string_view SpecialName(const std::string& letters) {
  if (letters.find('D') != std::string::npos) return kDefault;
  if (letters.find('E') != std::string::npos) return kEmpty;
  return letters.find('I') != std::string::npos ? kInitial : std::string_view();
}

std::vector<std::string> NamesOf(const std::string& letters, const std::vector<std::string>& args,
                                 size_t from) {
  if (const std::string_view special = SpecialName(letters); !special.empty())
    return {std::string(special)};
  return {args.begin() + static_cast<std::ptrdiff_t>(std::min(from, args.size())), args.end()};
}

}  // namespace

std::span<const CompletionSpec::ActionRow> CompletionSpec::Actions() { return kActions; }

bool CompletionSpec::Take(Process& process, char option, const std::string& value) {
  if (option == 'o') return TakeOption(process, value, true);
  const std::span<const ActionRow> rows = Actions();
  for (size_t i = 0; i < rows.size(); ++i) {
    if (option == 'A' ? rows[i].name != value : rows[i].letter != option) continue;
    actions |= 1u << i;
    return true;
  }
  if (option == 'A') {
    process.BuiltinError(value, ": invalid action name");
    return false;
  }
  values[option] = value;
  return true;
}

bool CompletionSpec::TakeOption(Process& process, std::string_view name, bool on) {
  const auto* found = std::find(std::begin(kOptions), std::end(kOptions), name);
  if (found == std::end(kOptions)) {
    process.BuiltinError(name, ": invalid option name");
    return false;
  }
  const uint32_t bit = 1u << (found - kOptions);
  options = on ? options | bit : options & ~bit;
  return true;
}

bool CompletionSpec::Has(std::string_view option) const {
  const auto* found = std::find(std::begin(kOptions), std::end(kOptions), option);
  return (options >> (found - kOptions) & 1) != 0;
}

// Options, actions with letters, actions without, values: the order of bash.
std::vector<std::string> CompletionSpec::Words() const {
  std::vector<std::string> words;
  auto add = [&](std::string_view option, std::string_view value) {
    words.emplace_back(option);
    words.emplace_back(value);
  };
  for (size_t i = 0; i < std::size(kOptions); ++i) {
    if ((options >> i & 1) != 0) add("-o", kOptions[i]);
  }
  const std::span<const ActionRow> rows = Actions();
  for (bool letters : {true, false}) {
    for (size_t i = 0; i < rows.size(); ++i) {
      if ((actions >> i & 1) == 0 || (rows[i].letter != 0) != letters) continue;
      if (letters)
        words.push_back({'-', rows[i].letter});
      else
        add("-A", rows[i].name);
    }
  }
  for (char option : std::string_view("GWPSXCF")) {
    auto value = values.find(option);
    if (value != values.end()) add(std::string{'-', option}, value->second);
  }
  return words;
}

// The words are ours and were taken before, or a forged state has them: then what makes no sense
// ends the reading, and what came before it counts.
CompletionSpec CompletionSpec::Read(Process& process, const std::vector<std::string>& words) {
  CompletionSpec spec;
  std::vector<std::string> args = {"complete"};
  args.insert(args.end(), words.begin(), words.end());
  OptionReader reader(process, args, kLetters);
  while (char option = reader.Next()) {
    if (option == '?' || !spec.Take(process, option, reader.value())) break;
  }
  return spec;
}

BuiltinResult BuiltinComplete(Process& process, const std::vector<std::string>& args) {
  constexpr std::string_view kLetters = "abcdefgjksuvA:W:P:S:X:o:F:G:C:prDEI";
  static_assert(kLetters.starts_with(CompletionSpec::kLetters));
  OptionReader reader(process, args, kLetters);
  CompletionSpec spec;
  bool prints = false, removes = false;
  std::string letters;
  while (char option = reader.Next()) {
    if (option == '?') return 2;
    if (option == 'p') {
      prints = true;
    } else if (option == 'r') {
      removes = true;
    } else if (option == 'D' || option == 'E' || option == 'I') {
      letters += option;
    } else if (!spec.Take(process, option, reader.value())) {
      return 2;
    }
    // (as bash: such a name could not be called)
    if (option == 'F' && reader.value().find_first_of(" \t\n\"'\\|&;()<>$`") != std::string::npos) {
      process.BuiltinError("`", reader.value(), "': not a valid identifier");
      return 2;
    }
  }
  const std::vector<std::string> names = NamesOf(letters, args, reader.index());
  // Without names: -r forgets all, -p or nothing at all shows all.
  if (names.empty()) {
    if (removes) {
      process.completions = {};
      return 0;
    }
    if (!prints && !spec.IsEmpty()) return UsageError(process, "complete");
    ShowAll(process);
    return 0;
  }
  int status = 0;
  const std::vector<std::string> words = spec.Words();
  for (const std::string& name : names) {
    if (!process.budget().Tick(16)) return 1;
    auto found = process.completions->find(name);
    const bool known = found != process.completions->end();
    if (removes) {
      if (!known) status = NoSpecification(process, name);
      (void)Remove(process, name);
    } else if (prints) {
      if (known)
        Show(process, name, found->second);
      else
        status = NoSpecification(process, name);
    } else if (!Put(process, name, words)) {
      return 1;
    }
  }
  return status;
}

// Without names it is for functions that complete something, and none does here.
BuiltinResult BuiltinCompopt(Process& process, const std::vector<std::string>& args) {
  OptionReader reader(process, args, "o:DEI", true);
  CompletionSpec on, off;
  std::string letters;
  while (char option = reader.Next()) {
    if (option == '?') return 2;
    if (option != 'o')
      letters += option;
    else if (!(reader.plus() ? off : on).TakeOption(process, reader.value(), true))
      return 2;
  }
  const std::vector<std::string> names = NamesOf(letters, args, reader.index());
  if (names.empty()) {
    process.BuiltinError("not currently executing completion function");
    return 1;
  }
  int status = 0;
  for (const std::string& name : names) {
    if (!process.budget().Tick(64)) return 1;
    auto found = process.completions->find(name);
    if (found == process.completions->end()) {
      status = NoSpecification(process, name);
      continue;
    }
    CompletionSpec spec = CompletionSpec::Read(process, found->second);
    if ((on.options | off.options) == 0) {
      std::string line = "compopt";
      for (std::string_view option : kOptions)
        line += (spec.Has(option) ? " -o " : " +o ") + std::string(option);
      process.Write(1, line + " " + ShownName(name) + "\n");
      continue;
    }
    spec.options = (spec.options | on.options) & ~off.options;
    if (!Put(process, std::string(name), spec.Words())) return 1;
  }
  return status;
}

}  // namespace pysub::shell
