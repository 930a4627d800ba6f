#include <fmt/format.h>

#include <algorithm>

#include "pysub/shell/command.h"
#include "shell/commands/simple.h"
#include "shell/commands/system/children.h"
#include "shell/commands/text_command.h"
#include "shell/regex/regex.h"

namespace pysub::shell {
namespace {

constexpr int kWidth = 78, kIndent = 7;
constexpr int kNothingFound = 16;

constexpr CommandOption kOptions[] = {
    {'a', "all"},
    {'f', "whatis"},
    {'k', "apropos"},
    {'P', "pager", OptionArgument::kRequired},
    {'s', "sections", OptionArgument::kRequired},
    LongRow('s', "section", OptionArgument::kRequired),
    LongRow('a', "no-justification"),
    LongRow('a', "no-hyphenation"),
};

// The second line of a usage says what the command does, and behind a colon how.
std::string_view TextOf(std::string_view usage) {
  const size_t line = usage.find('\n');
  return line == std::string_view::npos ? "" : usage.substr(line + 1);
}

std::string SummaryOf(std::string_view usage) {
  std::string_view text = TextOf(usage);
  text = text.substr(0, std::min(text.find(": "), text.find(". ")));
  while (text.ends_with('\n') || text.ends_with('.')) text.remove_suffix(1);
  std::string summary(text);
  const bool is_name = summary.size() > 1 && summary[1] >= 'A' && summary[1] <= 'Z';
  if (!summary.empty() && !is_name && summary[0] >= 'A' && summary[0] <= 'Z') summary[0] |= 0x20;
  return summary;
}

// A page's first line: its name on both sides.
std::string Heading(std::string_view name) {
  std::string title(name);
  std::transform(title.begin(), title.end(), title.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? c - 32 : c; });
  title += "(1)";
  const int inner = std::max(0, kWidth - 2 * static_cast<int>(title.size()));
  return fmt::format("{}{:^{}}{}\n\n", title, "User Commands", inner, title);
}

// Words in lines of a page, behind its margin.
std::string Paragraph(std::string_view text) {
  std::string out;
  size_t column = kWidth;
  while (true) {
    const size_t begin = text.find_first_not_of(" \n");
    if (begin == std::string_view::npos) break;
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find_first_of(" \n"));
    text.remove_prefix(word.size());
    if (column + 1 + word.size() > kWidth) {
      if (!out.empty()) out += '\n';
      out.append(kIndent, ' ');
      column = kIndent;
    } else {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  return out.empty() ? out : out + "\n";
}

std::string Section(std::string_view title, const std::string& body) {
  return body.empty() ? body : fmt::format("{}\n{}\n", title, body);
}

std::string Page(const CommandInfo& info) {
  const std::string summary = SummaryOf(info.usage);
  std::string_view synopsis = info.usage.substr(0, info.usage.find('\n'));
  if (synopsis.starts_with("Usage: ")) synopsis.remove_prefix(7);
  std::string text(TextOf(info.usage));
  if (!text.empty()) text += "--help prints this, --version says which program it follows.";
  return Heading(info.name) +
         Section("NAME", Paragraph(fmt::format("{} - {}", info.name, summary))) +
         Section("SYNOPSIS", Paragraph(synopsis)) + Section("DESCRIPTION", Paragraph(text)) +
         Section("NOTES", Paragraph(info.hint));
}

// man, whatis and apropos: pages made of what --help says. Of a command that the host gave, its
// --help itself; of a builtin what `help` says.
class Man : public TextCommand {
 public:
  void Fields(Archive& archive) override { archive(next_, child_, asks_, status_, found_); }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;

 private:
  enum class Mode : uint8_t { kPages, kWhatis, kApropos };

  const CommandInfo* Find(std::string_view name) const;
  // False: its words are wrong.
  bool List(CommandIo& io, const std::string& word);
  // Starts who prints the page of a command without a row. False: nobody has one.
  bool Ask(CommandIo& io, const std::string& name);
  void NoEntry(CommandIo& io, const std::string& name);

  Mode mode_ = Mode::kPages;
  std::vector<std::string> names_;
  bool none_ = false;   // sections without pages were asked for
  std::string behind_;  // " in section 3"

  uint64_t next_ = 0;
  int child_ = -1;
  bool asks_ = false;  // whether `help` knows the name
  int status_ = 0;
  bool found_ = false;  // whatis and apropos: there was a line
};

bool IsSection(const std::string& word) {
  return !word.empty() && word.size() <= 3 && word[0] >= '1' && word[0] <= '9';
}

// "1", "3,1": all pages are in the first one.
bool NamesFirstSection(std::string_view sections) {
  while (!sections.empty()) {
    const std::string_view one = sections.substr(0, sections.find_first_of(",:"));
    if (one == "1") return true;
    sections.remove_prefix(std::min(one.size() + 1, sections.size()));
  }
  return false;
}

std::optional<int> Man::Start(CommandIo& io) {
  const std::string program = ProgramName(io);
  if (program != "man") mode_ = program == "whatis" ? Mode::kWhatis : Mode::kApropos;
  Options options(io, kOptions);
  while (options.Next()) {
    switch (options.id()) {
      case 'f': mode_ = Mode::kWhatis; break;
      case 'k': mode_ = Mode::kApropos; break;
      case 's': none_ = !options.value().empty() && !NamesFirstSection(options.value()); break;
      default: break;  // each name has one page, whose lines are as they are, and there is no pager
    }
  }
  if (options.status()) return options.status();
  names_ = options.operands();
  if (mode_ == Mode::kPages && !names_.empty() && IsSection(names_[0])) {
    const std::string section = std::move(names_[0]);
    names_.erase(names_.begin());
    none_ = !NamesFirstSection(section);
    behind_ = " in section " + section;
    if (names_.empty()) {
      io.Write(2, "No manual entry for " + section +
                      "\n(Alternatively, what manual page do you want from section " + section +
                      "?)\nFor example, try 'man man'.\n");
      return 1;
    }
  }
  if (!names_.empty()) return std::nullopt;
  if (mode_ == Mode::kPages) {
    io.Write(2, "What manual page do you want?\nFor example, try 'man man'.\n");
  } else {
    io.Out(mode_ == Mode::kWhatis ? "whatis what?\n" : "apropos what?\n");
  }
  return 1;
}

const CommandInfo* Man::Find(std::string_view name) const {
  const std::span<const CommandInfo> rows = StandardCommands();
  const auto row = std::ranges::lower_bound(rows, name, {}, &CommandInfo::name);
  return row != rows.end() && row->name == name && !row->usage.empty() ? &*row : nullptr;
}

// A line for each page that `word` names, or that it is found in, as an expression.
bool Man::List(CommandIo& io, const std::string& word) {
  std::string error;
  std::unique_ptr<Regex> regex;
  if (mode_ == Mode::kApropos) {
    RegexOptions how;
    how.ignore_case = true;
    regex = Regex::Compile(word, how, &io.account(), &error);
    if (regex == nullptr) {
      io.Write(2, fmt::format("apropos: fatal: regex `{}': {}\n", word, error));
      return false;
    }
  }
  bool found = false;
  for (const CommandInfo& info : StandardCommands()) {
    if (!io.account().Tick(info.usage.size())) return true;
    if (info.usage.empty() || none_) continue;
    const std::string page = fmt::format("{} (1)", info.name);
    const std::string line = fmt::format("{:<20} - {}\n", page, SummaryOf(info.usage));
    const bool fits = regex == nullptr
                          ? info.name == word
                          : regex->Search(RegexSubject(line), 0, nullptr, 0, RegexAnchor::kNone,
                                          &io.account()) == RegexOutcome::kMatch;
    if (!fits) continue;
    io.Out(line);
    found = true;
  }
  if (!found) io.Write(2, word + ": nothing appropriate.\n");
  found_ |= found;
  return true;
}

// A command that the host gave. (A script of that name would run.)
bool IsCommand(CommandIo& io, const std::string& name) {
  constexpr std::string_view kStub = "#!/usr/lib/sandbox/command ";
  if (name.find('/') != std::string::npos) return false;
  const files::Result<std::string> file =
      io.files().ReadFile(CallerOf(io), "/usr/bin/" + name, 0, kStub.size());
  return file.ok() && *file == kStub;
}

bool Man::Ask(CommandIo& io, const std::string& name) {
  std::vector<std::string> argv = {name, "--help"};
  ChildOptions options;
  options.in = ChildOptions::kNull;
  asks_ = !IsCommand(io, name);
  if (asks_) {
    argv = {"bash", "-c", "help -m -- \"$1\"", "man", name};
    options.err = ChildOptions::kNull;
  }
  int status = 0;
  child_ = StartChild(io, argv, options, &status);
  return child_ >= 0;
}

void Man::NoEntry(CommandIo& io, const std::string& name) {
  io.Write(2, "No manual entry for " + name + behind_ + "\n");
  status_ = kNothingFound;
}

Progress Man::Run(CommandIo& io) {
  while (child_ >= 0 || next_ < names_.size()) {
    if (child_ >= 0) {
      const std::optional<int> ended = io.WaitChild(child_);
      if (!ended) return Progress::Wait();
      child_ = -1;
      if (next_ >= names_.size()) return Progress::Done(status_);  // (a forged snapshot)
      if (asks_ && *ended != 0) NoEntry(io, names_[next_]);
      ++next_;
      continue;
    }
    const std::string& name = names_[next_];
    if (mode_ != Mode::kPages) {
      if (!List(io, name)) return Progress::Done(2);
      status_ = found_ ? 0 : kNothingFound;
    } else if (none_) {
      NoEntry(io, name);
    } else if (const CommandInfo* info = Find(name)) {
      io.Out(Page(*info));
    } else if (Ask(io, name)) {
      continue;
    } else {
      NoEntry(io, name);
    }
    ++next_;
    if (io.Tick(1000)) return Progress::Yield();
  }
  return Progress::Done(status_);
}

}  // namespace

std::unique_ptr<Command> MakeMan() { return std::make_unique<Man>(); }

}  // namespace pysub::shell
