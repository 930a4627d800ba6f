// shortlog: who made which commits, of a history or of a log on standard input.
//
//   text, phase   the log that is read (ReadAllInput)

#include <algorithm>
#include <map>

#include "shell/commands/git/commit.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/identity.h"
#include "shell/commands/git/log.h"
#include "shell/commands/git/pretty.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/state.h"
#include "shell/commands/git/subcommands.h"

namespace pysub::shell::git {
namespace {

enum ShortWord { kSummaryOnly = 1, kNumbered, kEmail, kByCommitter, kGroup, kWrap };
constexpr WordRow kShortWords[] = {
    {kSummaryOnly, 's', "summary"},
    {kNumbered, 'n', "numbered"},
    {kEmail, 'e', "email"},
    {kByCommitter, 'c', "committer"},
    {kGroup, 0, "group", Takes::kValue},
    {kWrap, 'w', "", Takes::kOptional},
};

// A subject for the list: "[PATCH 1/2]" of a mail goes.
std::string_view PlainSubject(std::string_view subject) {
  subject = Trimmed(subject);
  const size_t end = subject.find(']');
  if (subject.starts_with("[PATCH") && end != std::string_view::npos)
    subject.remove_prefix(end + 1);
  return Trimmed(subject);
}

class Shortlog {
 public:
  Shortlog(Git& git, const LogOptions& options) : git_(git), o_(options) {}
  bool summary = false, numbered = false, email = false, committer = false;

  // -w[WIDTH[,FIRST[,REST]]]: a width of 0 is none.
  bool TakeWrap(std::string_view text) {
    size_t* const places[] = {&width_, &first_, &rest_};
    wraps_ = true;
    for (size_t i = 0; i < std::size(places) && !text.empty(); ++i) {
      const size_t comma = std::min(text.find(','), text.size());
      const std::optional<int64_t> number = ParseNumber(text.substr(0, comma));
      if (!number || *number < 0 || *number > 10000) return false;
      *places[i] = static_cast<size_t>(*number);
      text.remove_prefix(std::min(comma + 1, text.size()));
      if (i + 1 == std::size(places) && !text.empty()) return false;
    }
    return width_ == 0 || (first_ < width_ && rest_ < width_);
  }

  // Of the commits that the options name.
  bool WalkHistory() {
    Walk walk;
    WalkItem item;
    CommitFilter filter;
    if (!filter.Compile(git_, o_) || !walk.Start(git_, o_.walk) || !TurnWalk(git_, o_, &walk))
      return false;
    int64_t count = 0;
    while ((o_.count < 0 || count < o_.count) && walk.Next(git_, o_.walk, &item)) {
      std::string who, subject;
      {
        Git::Scratch scratch(git_);
        Commit commit;
        if (!ReadCommit(git_, item.id, &commit)) return false;
        if (!IsWanted(git_, o_, filter, commit)) continue;
        who = committer ? commit.committer : commit.author;
        if (!Subject(item, commit, &subject)) return false;
      }
      ++count;
      if (!Note(who, subject)) return false;
    }
    return !git_.over();
  }

  // Of a log as `git log` shows it: of each commit the line of its author, then behind blank lines
  // the first one of its message.
  bool ReadLog(std::string_view text) {
    const std::string_view shown = committer ? "Commit: " : "Author: ",
                           raw = committer ? "committer " : "author ";
    while (!text.empty()) {
      std::string_view who = TakeLine(&text);
      if (!git_.Tick(who.size() / 8 + 16)) return false;
      if (!who.starts_with(shown) && !who.starts_with(raw)) continue;
      who.remove_prefix(who.starts_with(shown) ? shown.size() : raw.size());
      std::string_view line = who;
      while (!text.empty() && !line.empty() && git_.Tick(16)) line = TakeLine(&text);
      while (!text.empty() && line.empty() && git_.Tick(16)) line = TakeLine(&text);
      if (who.find('<') == std::string_view::npos) continue;
      if (!Note(std::string(who), line)) return false;
    }
    return !git_.over();
  }

  void Show() {
    std::vector<std::pair<std::string, std::vector<std::string>>> sorted(people_.begin(),
                                                                         people_.end());
    if (numbered)
      std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
        return a.second.size() > b.second.size();
      });
    for (const auto& [name, subjects] : sorted) {
      const std::string number = std::to_string(subjects.size());
      if (summary) {
        git_.Out(std::string(6 - std::min<size_t>(6, number.size()), ' ') + number + "\t" + name +
                 "\n");
        continue;
      }
      git_.Out(name + " (" + number + "):\n");
      for (size_t i = subjects.size(); i-- > 0;) {
        if (!git_.Tick(subjects[i].size() / 8 + 8)) return;
        git_.Out((wraps_ ? Wrapped(subjects[i]) : "      " + subjects[i]) + "\n");
      }
      git_.Out("\n");
    }
  }

 private:
  // A subject with its indents, words that do not fit on the next line.
  std::string Wrapped(std::string_view subject) const {
    const auto take_word = [&] {
      while (subject.starts_with(' ')) subject.remove_prefix(1);
      const std::string_view word = subject.substr(0, std::min(subject.find(' '), subject.size()));
      subject.remove_prefix(word.size());
      return word;
    };
    std::string text(first_, ' ');
    size_t column = first_;
    bool begins = true;
    for (std::string_view word = take_word(); !word.empty(); word = take_word()) {
      const size_t columns = ColumnsOf(word);
      if (!begins && width_ > 0 && column + 1 + columns > width_) {
        text += "\n" + std::string(rest_, ' ');
        column = rest_;
        begins = true;
      }
      if (!begins) text += ' ', ++column;
      text += word;
      column += columns;
      begins = false;
    }
    return text;
  }

  // As a format of the user's shows it, on one line.
  bool Subject(const WalkItem& item, const Commit& commit, std::string* subject) {
    if (o_.format.find("format:") == std::string::npos) {
      *subject = SubjectOf(commit.message);
      return true;
    }
    const Decorations none;
    const Shown shown{.commit = &commit, .item = &item, .decorations = &none};
    std::string text;
    if (!FormatCommit(git_, o_, shown, &text)) return false;
    *subject = SubjectOf(text);
    if (subject->empty()) *subject = "<none>";
    return true;
  }

  bool Note(const std::string& author, std::string_view subject) {
    const Identity who = ParseIdentity(author);
    subject = PlainSubject(subject);
    if (!git_.Charge(subject.size() + who.name.size() + who.mail.size() + 128)) return false;
    people_[who.name + (email ? " <" + who.mail + ">" : "")].push_back(
        summary ? "" : std::string(subject));
    return true;
  }

  Git& git_;
  const LogOptions& o_;
  std::map<std::string, std::vector<std::string>> people_;
  bool wraps_ = false;
  size_t width_ = 76, first_ = 6, rest_ = 9;
};

}  // namespace

Outcome RunShortlog(Git& git) {
  LogOptions options;
  Shortlog shortlog(git, options);
  WordReader reader(git, {kShortWords, LogWords(), DiffWords()}, WordReader::kRevision);
  while (reader.Next()) {
    if (reader.id() >= kFirstLogWord) {
      if (!TakeLogWord(git, reader, &options)) return git.status();
    } else if (reader.id() >= kFirstDiffWord) {
      if (!TakeDiffWord(git, reader, &options.diff)) return git.status();
    } else {
      if (reader.id() == kSummaryOnly) shortlog.summary = true;
      if (reader.id() == kNumbered) shortlog.numbered = true;
      if (reader.id() == kWrap && !shortlog.TakeWrap(reader.has_value() ? reader.value() : "")) {
        git.Error("-w[<width>[,<indent1>[,<indent2>]]]");
        return 129;
      }
      if (reader.id() == kEmail) shortlog.email = true;
      if (reader.id() == kByCommitter || (reader.id() == kGroup && reader.value() == "committer"))
        shortlog.committer = true;
    }
  }
  if (!reader.ok()) return git.status();
  if (!ResolveFormat(git, &options) || !ReadLogWords(git, &reader, &options, false))
    return git.status();
  const bool is_named = !options.walk.tips.empty() || options.all || !options.globs.empty();
  if (!is_named && !git.io().IsTerminal(0)) {
    if (!ReadAllInput(git)) return WhileNoInput(git);
    if (!shortlog.ReadLog(git.state().text)) return StatusOf(git);
  } else {
    if (const std::optional<ObjectId> head = git.refs().Resolve("HEAD"); !is_named && head)
      options.walk.tips.push_back({.id = *head, .excluded = false, .left = false, .name = {}});
    if (!shortlog.WalkHistory()) return StatusOf(git);
  }
  shortlog.Show();
  return git.over() ? 2 : git.status();
}

}  // namespace pysub::shell::git
