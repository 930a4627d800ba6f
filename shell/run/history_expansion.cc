#include "shell/run/history_expansion.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "shell/run/growing_text.h"
#include "shell/run/history.h"
#include "shell/run/history_words.h"
#include "shell/run/kernel.h"
#include "shell/run/variable_access.h"

namespace pysub::shell {
namespace {

bool Is(char c, std::string_view set) { return c != '\0' && set.find(c) != std::string_view::npos; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// The variable histchars.
struct HistoryCharacters {
  char event = '!', substitute = '^', comment = '#';
};

HistoryCharacters CharactersOf(Process& process) {
  HistoryCharacters characters;
  const std::string* set = ValueOf(process, "histchars");
  if (set == nullptr) return characters;
  characters.event = set->empty() ? '\0' : (*set)[0];
  if (set->size() > 1) characters.substitute = (*set)[1];
  if (set->size() > 2) characters.comment = (*set)[2];
  return characters;
}

// Whether the shell's quotes keep an event character from being one. It is asked for places in
// their order, of a text that may grow behind them; so all of them together cost one walk.
class QuoteWalk {
 public:
  QuoteWalk(char event, char quote) : event_(event), at_quote_(quote == '\'') {}

  bool IsQuoted(std::string_view text, size_t place) {
    if (at_quote_) {
      // The rest of a text in single quotes that began before this line.
      at_ = text.find('\'');
      if (at_ == std::string_view::npos || at_ >= place) {
        at_ = 0;
        return true;
      }
      ++at_;
      at_quote_ = false;
    }
    while (at_ < place) {
      if (!Step(text)) return !from_begin_;
    }
    // (Where the text begins with an event, bash does not look at what follows.)
    if (at_ > place) return !from_begin_;
    if (dquote_ && !pass_ && place + 1 < text.size() && text[place + 1] == '"') return true;
    if (pass_ || text[place] != event_) return !from_begin_;
    return false;
  }

 private:
  void Reset() { pass_ = backquote_ = dquote_ = old_dquote_ = false, depth_ = 0; }

  // False: it stands at single quotes that do not end yet.
  bool Step(std::string_view text) {
    const char c = text[at_];
    const char next = at_ + 1 < text.size() ? text[at_ + 1] : '\0';
    if (pass_) {
      pass_ = false;
    } else if (c == '\\') {
      pass_ = true;
    } else if (c == '`') {
      backquote_ = !backquote_;
      if (backquote_) old_dquote_ = dquote_;
      dquote_ = !backquote_ && old_dquote_;
    } else if (c == event_) {
      if (!(dquote_ && next == '"')) {
        from_begin_ = from_begin_ || at_ == 0;
        Reset();
      }
    } else if (c == '\'' && !dquote_) {
      const size_t close = text.find('\'', at_ + 1);
      if (close == std::string_view::npos) return false;
      at_ = close;
    } else if (c == '"') {
      dquote_ = !dquote_;
    } else if ((c == '$' || c == '<' || c == '>') && next == '(' &&
               (at_ + 2 >= text.size() || text[at_ + 2] != '(')) {
      ++at_;
      ++depth_;
      old_dquote_ = std::exchange(dquote_, false);
    } else if (depth_ > 0 && c == ')') {
      --depth_;
      dquote_ = old_dquote_;
    }
    ++at_;
    return true;
  }

  char event_;
  bool at_quote_;
  size_t at_ = 0;
  bool from_begin_ = false;
  bool pass_ = false, backquote_ = false, dquote_ = false, old_dquote_ = false;
  int depth_ = 0;
};

class HistoryExpander {
 public:
  HistoryExpander(Process& process, std::string_view line, char quote, size_t hidden)
      : process_(process),
        budget_(&process.budget()),
        history_(process.history),
        characters_(CharactersOf(process)),
        quote_(quote),
        count_(history_.size() - std::min(hidden, history_.size())),
        line_(line),
        out_(budget_) {}

  HistoryExpanded Run(std::string* text);

 private:
  char At(size_t i) const { return i < line_.size() ? line_[i] : '\0'; }
  size_t EndOfSingleQuotes(size_t at, bool escapes) const;
  bool IsPattern(std::string_view text, size_t at) const;
  bool HasEvent();
  bool IsComment(size_t at, bool dquote) const {
    return characters_.comment != '\0' && line_[at] == characters_.comment && !dquote &&
           (at == 0 || Is(line_[at - 1], " \t\n;&()|<>"));
  }
  bool Copy(size_t begin, size_t end) { return out_.Append(line_.substr(begin, end - begin)); }
  bool Event(size_t* at, char quote);
  std::optional<std::string_view> FindEvent(size_t* at, char quote);
  std::optional<std::string_view> Entry(int64_t number) const;
  std::optional<std::string_view> Search(std::string_view wanted, bool anywhere);
  size_t FindLast(std::string_view text, std::string_view wanted);
  size_t FindFirst(std::string_view text, std::string_view wanted, size_t from);
  bool WordOf(std::string_view entry, size_t place, std::string* word);
  // Whether there is a designator at *at; then *words is what it stands for.
  bool Words(std::string_view entry, size_t* at, std::string* words, bool* bad);
  bool Extract(std::string_view entry, int64_t first, int64_t last, std::string* words);
  bool Modify(std::string* text, size_t* at);
  bool Substitute(std::string* text, char letter, size_t begin, size_t* at, bool global,
                  bool by_words);
  std::optional<std::string> Side(size_t* at, char delimiter, bool right);
  bool ReplaceIn(std::string* text, bool global, bool by_words, bool* found);
  bool Remember();
  bool TakeText(GrowingText* made, std::string* text);
  bool Fail(size_t begin, size_t end, std::string_view what);

  Process& process_;
  Budget* budget_;
  History& history_;
  HistoryCharacters characters_;
  char quote_;
  size_t count_;  // entries that can be referred to
  std::string_view line_;
  std::string substituted_;  // what ^a^b^ stands for
  GrowingText out_;
  MemoryCharge text_held_;  // of an event that was changed
  std::string error_;
  bool prints_ = false;
};

bool HistoryExpander::Fail(size_t begin, size_t end, std::string_view what) {
  end = std::min(end, line_.size());
  begin = std::min(begin, end);
  error_ = std::string(line_.substr(begin, end - begin)) + ": " + std::string(what);
  return false;
}

size_t HistoryExpander::EndOfSingleQuotes(size_t at, bool escapes) const {
  while (at < line_.size() && line_[at] != '\'') {
    if (escapes && line_[at] == '\\' && at + 1 < line_.size()) ++at;
    ++at;
  }
  return std::min(at, line_.size());
}

// [!a] ${!x} $! !(a): the shell's own meanings of the character.
bool HistoryExpander::IsPattern(std::string_view text, size_t at) const {
  auto follows = [&](char c, size_t from) {
    return from < text.size() && text.find(c, from) != std::string_view::npos;
  };
  if (at > 0 && text[at - 1] == '[' && follows(']', at + 1)) return true;
  if (at > 1 && text[at - 1] == '{' && text[at - 2] == '$' && follows('}', at + 1)) return true;
  if (at > 1 && text[at - 1] == '$' && text[at] == '!') return true;
  return process_.options.Has(Shopt::kExtglob) && at > 1 && at + 1 < text.size() &&
         text[at + 1] == '(' && follows(')', at + 2);
}

// Whether there is anything to be expanded at all. Only here bash sees what stands behind an event.
bool HistoryExpander::HasEvent() {
  QuoteWalk walk(characters_.event, quote_);
  bool dquote = quote_ == '"';
  size_t i = 0;
  // Each look behind an event may go to the end of the line.
  uint64_t work = 0;
  if (quote_ == '\'') i = EndOfSingleQuotes(0, false) + 1;
  for (; i < line_.size() && budget_->Tick(1 + std::exchange(work, 0)); ++i) {
    const char c = line_[i], next = At(i + 1);
    if (IsComment(i, dquote)) return false;
    if (c == characters_.event) {
      if (next == '\0' || Is(next, " \t\n\r=") || (dquote && next == '"')) continue;
      work = (line_.size() - i) / 16;
      if (!IsPattern(line_, i) && !walk.IsQuoted(line_, i)) return true;
    } else if (dquote && c == '\\' && next == '"') {
      ++i;
    } else if (c == '"') {
      dquote = !dquote;
    } else if (!dquote && c == '\'') {
      i = EndOfSingleQuotes(i + 1, i > 0 && line_[i - 1] == '$');
    } else if (c == '\\' && (next == '\'' || next == characters_.event)) {
      ++i;
    }
  }
  return false;
}

HistoryExpanded HistoryExpander::Run(std::string* text) {
  if (characters_.event == '\0') return HistoryExpanded::kUnchanged;
  const ScopedMemoryCharge copies(budget_, 2 * line_.size());
  if (!copies.ok()) return HistoryExpanded::kStopped;
  if (line_[0] == characters_.substitute) {
    substituted_ = {characters_.event, characters_.event, ':', 's'};
    substituted_ += line_;
    line_ = substituted_;
  } else if (!HasEvent()) {
    return budget_->stopped() ? HistoryExpanded::kStopped : HistoryExpanded::kUnchanged;
  }
  QuoteWalk walk(characters_.event, quote_);
  bool dquote = quote_ == '"', modified = false;
  size_t i = 0;
  if (quote_ == '\'') {
    i = std::min(EndOfSingleQuotes(0, false) + 1, line_.size());
    Copy(0, i);
  }
  for (; i < line_.size() && budget_->Tick(1) && !out_.full(); ++i) {
    const char c = line_[i], next = At(i + 1);
    if (c == characters_.event) {
      if (next == '\0' || Is(next, " \t\n\r=") || (dquote && next == '"')) {
        out_.Append(c);
        continue;
      }
      // What the shell would make of it is seen in what there is so far.
      const size_t place = out_.text().size();
      if (!out_.Append(c) || !out_.Append(next)) break;
      const bool keeps = IsPattern(std::string_view(out_.text()).substr(0, place + 2), place) ||
                         walk.IsQuoted(out_.text(), place);
      out_.Cut(keeps ? place + 1 : place);
      if (keeps) continue;
      if (!Event(&i, dquote ? '"' : '\0')) {
        if (budget_->stopped()) return HistoryExpanded::kStopped;
        *text = std::move(error_);
        return HistoryExpanded::kFailed;
      }
      modified = true;
    } else if (IsComment(i, dquote)) {
      Copy(i, line_.size());
      break;
    } else if (c == '\\') {
      Copy(i, std::min(i + 2, line_.size()));
      ++i;
    } else if (c == '\'' && !dquote) {
      const size_t end = EndOfSingleQuotes(i + 1, i > 0 && line_[i - 1] == '$');
      Copy(i, std::min(end + 1, line_.size()));
      i = end;
    } else {
      if (c == '"') dquote = !dquote;
      out_.Append(c);
    }
  }
  if (budget_->stopped() || out_.full()) return HistoryExpanded::kStopped;
  *text = out_.Take();
  if (prints_) return HistoryExpanded::kPrinted;
  return modified ? HistoryExpanded::kChanged : HistoryExpanded::kUnchanged;
}

// An event with its designator and modifiers, whose ! is at *at; then *at is its last character.
bool HistoryExpander::Event(size_t* at, char quote) {
  const size_t begin = *at;
  std::optional<std::string_view> entry;
  std::string so_far;
  size_t i = begin + 1;
  if (Is(At(i), ":$*%^")) {
    entry = Entry(history_.base() + static_cast<int64_t>(count_) - 1);
  } else if (At(i) == '#') {
    const ScopedMemoryCharge copy(budget_, out_.text().size());
    if (!copy.ok()) return false;
    so_far = out_.text();
    entry = so_far;
    ++i;
  } else {
    i = begin;
    entry = FindEvent(&i, quote);
  }
  if (budget_->stopped()) return false;
  if (!entry) return Fail(begin, i, "event not found");
  // The text, and copies of it while it is changed.
  const ScopedMemoryCharge copies(budget_, 3 * entry->size());
  if (!copies.ok() || !budget_->Tick(entry->size() / 4)) return false;
  const size_t designator = i;
  std::string text;
  bool bad = false;
  if (!Words(*entry, &i, &text, &bad)) {
    if (budget_->stopped()) return false;
    if (bad) return Fail(designator, i, "bad word specifier");
    text = *entry;
  }
  if (!Modify(&text, &i)) return false;
  *at = i - 1;
  return out_.Append(text);
}

std::optional<std::string_view> HistoryExpander::Entry(int64_t number) const {
  const int64_t place = number - history_.base();
  if (place < 0 || place >= static_cast<int64_t>(count_)) return std::nullopt;
  return history_[static_cast<size_t>(place)].line;
}

std::optional<std::string_view> HistoryExpander::FindEvent(size_t* at, char quote) {
  const int64_t end = history_.base() + static_cast<int64_t>(count_);
  size_t i = *at + 1;
  if (At(i) == characters_.event) {
    *at = i + 1;
    return Entry(end - 1);
  }
  const bool back = At(i) == '-' && IsDigit(At(i + 1));
  if (back) ++i;
  if (IsDigit(At(i))) {
    int64_t number = 0;
    // (An int in bash; one that is too large is none.)
    for (; IsDigit(At(i)); ++i) number = std::min<int64_t>(number * 10 + (At(i) - '0'), INT32_MAX);
    *at = i;
    return Entry(back ? end - number : number);
  }
  const bool anywhere = At(i) == '?';
  if (anywhere) ++i;
  const size_t begin = i;
  for (; i < line_.size(); ++i) {
    const char c = line_[i];
    if (c == '\n' || (anywhere && c == '?')) break;
    if (anywhere) continue;
    if (Is(c, " \t:") || (i > begin && c == '-') || Is(c, "^$*%") || Is(c, ";&()|<>") ||
        (quote != '\0' && c == quote))
      break;
  }
  std::string_view wanted = line_.substr(begin, i - begin);
  if (anywhere && At(i) == '?') ++i;
  *at = i;
  if (!anywhere) return Search(wanted, false);
  if (!wanted.empty()) {
    const ScopedMemoryCharge copy(budget_, wanted.size());
    if (!copy.ok()) return std::nullopt;
    const std::optional<std::string_view> found = Search(wanted, true);
    if (!found) return std::nullopt;
    history_.memory.search = wanted;
    if (!WordOf(*found, FindLast(*found, wanted), &history_.memory.match) || !Remember())
      return std::nullopt;
    return found;
  }
  if (history_.memory.search.empty()) return std::nullopt;
  const std::string& before = history_.memory.search;
  const std::optional<std::string_view> found = Search(before, true);
  if (!found || !WordOf(*found, FindLast(*found, before), &history_.memory.match) || !Remember())
    return std::nullopt;
  return found;
}

// The youngest entry that begins with it, or has it anywhere.
std::optional<std::string_view> HistoryExpander::Search(std::string_view wanted, bool anywhere) {
  if (wanted.empty()) return std::nullopt;
  for (size_t i = count_; i-- > 0;) {
    const std::string_view line = history_[i].line;
    if (!budget_->Tick(1 + (anywhere ? 0 : wanted.size() / 16))) return std::nullopt;
    if (anywhere ? FindLast(line, wanted) != std::string_view::npos : line.starts_with(wanted))
      return line;
  }
  return std::nullopt;
}

size_t HistoryExpander::FindLast(std::string_view text, std::string_view wanted) {
  if (wanted.size() > text.size()) return std::string_view::npos;
  for (size_t at = text.size() - wanted.size() + 1; at-- > 0;) {
    size_t same = 0;
    while (same < wanted.size() && text[at + same] == wanted[same]) ++same;
    if (same == wanted.size()) return at;
    if (!budget_->Tick(1 + same / 8)) break;
  }
  return std::string_view::npos;
}

size_t HistoryExpander::FindFirst(std::string_view text, std::string_view wanted, size_t from) {
  for (size_t at = from; at + wanted.size() <= text.size(); ++at) {
    size_t same = 0;
    while (same < wanted.size() && text[at + same] == wanted[same]) ++same;
    if (same == wanted.size()) return at;
    if (!budget_->Tick(1 + same / 8)) break;
  }
  return std::string_view::npos;
}

// The word of an entry that a place lies in: `%`.
bool HistoryExpander::WordOf(std::string_view entry, size_t place, std::string* word) {
  word->clear();
  HistoryWords words(entry, characters_.comment);
  while (words.Next(budget_)) {
    if (place < words.begin() || place >= words.end()) continue;
    *word = entry.substr(words.begin(), words.end() - words.begin());
    break;
  }
  return !budget_->stopped();
}

// Words first ... last, '$' is the last one and -1 the one before it.
bool HistoryExpander::Extract(std::string_view entry, int64_t first, int64_t last,
                              std::string* words) {
  int64_t count = 0;
  for (HistoryWords all(entry, characters_.comment); all.Next(budget_);) ++count;
  if (count == 0) return false;
  if (last < 0) last = count + last - 1;
  if (last == '$') last = count - 1;
  if (first == '$') first = count - 1;
  ++last;
  if (first >= count || last > count || last < 0 || first > last) return false;
  HistoryWords all(entry, characters_.comment);
  for (int64_t i = 0; i < last && all.Next(budget_); ++i) {
    if (i < first) continue;
    if (i > first) *words += ' ';
    *words += entry.substr(all.begin(), all.end() - all.begin());
  }
  return !budget_->stopped();
}

bool HistoryExpander::Words(std::string_view entry, size_t* at, std::string* words, bool* bad) {
  size_t i = *at;
  const bool has_colon = At(i) == ':';
  if (has_colon) ++i;
  auto number = [&] {
    int64_t value = 0;
    for (; IsDigit(At(i)) && budget_->Tick(1); ++i)
      value = std::min<int64_t>(value * 10 + (At(i) - '0'), INT32_MAX);
    return value;
  };
  switch (At(i)) {
    case '%':
      *at = i + 1;
      *words = history_.memory.match;
      return true;
    case '*':
      *at = i + 1;
      Extract(entry, 1, '$', words);
      return !budget_->stopped();
    case '$': *at = i + 1; return Extract(entry, '$', '$', words);
    default: break;
  }
  int64_t first = 0;
  if (At(i) == '^') {
    first = 1;
    ++i;
  } else if (IsDigit(At(i)) && has_colon) {
    first = number();
  } else if (At(i) != '-') {
    return false;
  }
  int64_t last = first;
  if (At(i) == '^' || At(i) == '*') {
    last = At(i) == '^' ? 1 : '$';
    ++i;
  } else if (At(i) == '-') {
    ++i;
    last = -1;
    if (IsDigit(At(i))) {
      last = number();
    } else if (At(i) == '$' || At(i) == '^') {
      last = At(i) == '$' ? '$' : 1;
      ++i;
    }
  }
  *at = i;
  *bad = true;
  return (last >= first || last == '$' || last < 0) && Extract(entry, first, last, words);
}

// 'a b' as one word, and 'a' 'b'.
void QuoteInto(const std::string& text, bool breaks, GrowingText* out) {
  out->Append('\'');
  for (char c : text) {
    if (c == '\'') {
      out->Append("'\\''");
    } else if (breaks && Is(c, " \t\n")) {
      out->Append('\'');
      out->Append(c);
      out->Append('\'');
    } else {
      out->Append(c);
    }
  }
  out->Append('\'');
}

bool HistoryExpander::Modify(std::string* text, size_t* at) {
  const size_t begin = *at;
  size_t& i = *at;
  char quotes = '\0';
  while (At(i) == ':') {
    bool global = false, by_words = false;
    char c = At(i + 1);
    if (c == 'g' || c == 'a') {
      global = true;
      c = At(++i + 1);
    } else if (c == 'G') {
      by_words = true;
      c = At(++i + 1);
    }
    if (!budget_->Tick(1 + text->size() / 16)) return false;
    const size_t slash = text->rfind('/'), dot = text->rfind('.');
    switch (c) {
      case 'q':
      case 'x': quotes = c; break;
      case 'p': prints_ = true; break;
      case 't':
        if (slash != std::string::npos) text->erase(0, slash + 1);
        break;
      case 'h':
        if (slash != std::string::npos) text->resize(slash);
        break;
      case 'r':
        if (dot != std::string::npos) text->resize(dot);
        break;
      case 'e':
        if (dot != std::string::npos) text->erase(0, dot);
        break;
      case '&':
      case 's':
        // (An s at the end of the line says nothing.)
        if (c == 's' && i + 2 >= line_.size()) break;
        if (!Substitute(text, c, begin, &i, global, by_words)) return false;
        continue;
      default: return Fail(i + 1, i + 2, "unrecognized history modifier");
    }
    i += 2;
  }
  if (quotes == '\0') return true;
  GrowingText quoted(budget_);
  QuoteInto(*text, quotes == 'x', &quoted);
  return TakeText(&quoted, text);
}

// One side of s/left/right/. Nothing: it is empty, and the left one of before counts.
std::optional<std::string> HistoryExpander::Side(size_t* at, char delimiter, bool right) {
  std::string side;
  size_t i = *at;
  const size_t begin = i;
  for (; i < line_.size() && (delimiter == '\0' || line_[i] != delimiter) && budget_->Tick(1);
       ++i) {
    if (line_[i] == '\\' && i + 1 < line_.size() && line_[i + 1] == delimiter) ++i;
    side += line_[i];
  }
  *at = std::min(i + 1, line_.size());
  if (i == begin && !right) return std::nullopt;
  return side;
}

bool HistoryExpander::Substitute(std::string* text, char letter, size_t begin, size_t* at,
                                 bool global, bool by_words) {
  History::Memory& memory = history_.memory;
  size_t& i = *at;
  if (letter == 's') {
    const char delimiter = static_cast<unsigned char>(line_[i + 2]) < 0x80 ? line_[i + 2] : '\0';
    i += 3;
    if (std::optional<std::string> left = Side(&i, delimiter, false)) {
      memory.left = *std::move(left);
      memory.has_left = true;
    } else if (!memory.has_left && !memory.search.empty()) {
      memory.left = memory.search;
      memory.has_left = true;
    }
    const std::string right = *Side(&i, delimiter, true);
    GrowingText with_left(budget_);
    for (size_t k = 0; k < right.size() && budget_->Tick(1); ++k) {
      if (right[k] == '&') {
        with_left.Append(memory.left);
        continue;
      }
      // (Where there is an &, a backslash in front of one goes.)
      if (right[k] == '\\' && k + 1 < right.size() && right[k + 1] == '&') ++k;
      with_left.Append(right[k]);
    }
    if (with_left.full()) return false;
    MemoryCharge held;  // until Remember() counts it
    memory.right = with_left.Take(&held);
    if (!Remember()) return false;
  } else {
    i += 2;
  }
  if (memory.left.empty()) return Fail(begin, i, "no previous substitution");
  bool found = false;
  if (!ReplaceIn(text, global, by_words, &found)) return false;
  return found || Fail(begin, i, "substitution failed");
}

bool HistoryExpander::ReplaceIn(std::string* text, bool global, bool by_words, bool* found) {
  const std::string& left = history_.memory.left;
  const std::string& right = history_.memory.right;
  if (!by_words) {
    GrowingText replaced(budget_);
    size_t from = 0;
    while (true) {
      const size_t place = FindFirst(*text, left, from);
      if (budget_->stopped()) return false;
      if (place == std::string_view::npos) break;
      *found = true;
      replaced.Append(std::string_view(*text).substr(from, place - from));
      replaced.Append(right);
      if (replaced.full()) return false;
      from = place + left.size();
      if (!global) break;
    }
    replaced.Append(std::string_view(*text).substr(from));
    return TakeText(&replaced, text);
  }
  // The first place in each word. As in bash a word ends where it did before something was put in.
  size_t end = 0;
  for (size_t at = 0; at + left.size() <= text->size(); ++at) {
    if (!budget_->Tick(4)) return false;
    if (at > end) {
      while (at < text->size() && Is((*text)[at], " \t\n")) ++at;
      end = EndOfHistoryWord(*text, at);
      if (!budget_->Tick((end - at) / 8)) return false;
    }
    if (std::string_view(*text).substr(at, left.size()) != left) continue;
    const ScopedMemoryCharge moving(budget_, text->size() + right.size());
    if (!moving.ok() || !budget_->Tick(text->size() / 16)) return false;
    text->replace(at, left.size(), right);
    *found = true;
    at = end;
  }
  return true;
}

// What was made stands for *text, and stays paid for.
bool HistoryExpander::TakeText(GrowingText* made, std::string* text) {
  if (made->full()) return false;
  MemoryCharge held;
  *text = made->Take(&held);
  text_held_.Release();
  text_held_.Take(std::move(held));
  return true;
}

// What was remembered is paid for.
bool HistoryExpander::Remember() {
  History::Memory& memory = history_.memory;
  return memory.held.Set(budget_, static_cast<int64_t>(memory.search.size() + memory.match.size() +
                                                       memory.left.size() + memory.right.size()));
}

}  // namespace

bool MayExpandHistory(Process& process, std::string_view line) {
  const HistoryCharacters characters = CharactersOf(process);
  return !line.empty() && (line.find(characters.event) != std::string_view::npos ||
                           line.find(characters.substitute) != std::string_view::npos);
}

HistoryExpanded ExpandHistory(Process& process, std::string_view line, char quote, size_t hidden,
                              std::string* text) {
  if (line.empty()) return HistoryExpanded::kUnchanged;
  return HistoryExpander(process, line, quote, hidden).Run(text);
}

}  // namespace pysub::shell
