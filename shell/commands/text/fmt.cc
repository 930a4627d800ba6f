// fmt: paragraphs of even lines. Where lines break is chosen for a whole paragraph, so that the sum
// of what each line costs (its distance from the goal and from the line behind it, bad and good
// places to break) is the least there is. The costs are those of GNU fmt.

#include <algorithm>
#include <cctype>

#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

constexpr OptionArgument kRequired = OptionArgument::kRequired;
constexpr CommandOption kOptions[] = {
    {'c', "crown-margin"},
    {'s', "split-only"},
    {'t', "tagged-paragraph"},
    {'u', "uniform-spacing"},
    {'w', "width", kRequired},
    {'g', "goal", kRequired},
    {'p', "prefix", kRequired},
    {'0', ""},
    {'1', ""},
    {'2', ""},
    {'3', ""},
    {'4', ""},
    {'5', ""},
    {'6', ""},
    {'7', ""},
    {'8', ""},
    {'9', ""},
};

constexpr int64_t Square(int64_t n) { return n * n; }
constexpr int64_t ShortCost(int64_t n) { return Square(n * 10); }
constexpr int64_t RaggedCost(int64_t n) { return ShortCost(n) / 2; }
constexpr int64_t kLineCost = Square(70), kSentenceBonus = Square(50), kNoBreakCost = Square(600);
constexpr int64_t kParenBonus = Square(40), kPunctuationBonus = Square(40), kLineCredit = Square(3);
constexpr int64_t WidowCost(int64_t n) { return Square(200) / (n + 2); }
constexpr int64_t OrphanCost(int64_t n) { return Square(150) / (n + 2); }
constexpr int64_t kWorst = INT64_MAX / 2;

// Of a paragraph that is laid out at once.
constexpr size_t kMostWords = 998, kMostCharacters = 5000;
constexpr uint64_t kWordWork = 64;

// A word with what is known about its end, since a sentence's end is a good place to break and the
// word before it a bad one.
struct Word {
  std::string text;
  int64_t space = 0;  // columns behind it
  bool paren = false, period = false, punctuation = false, final = false;
  // The best way to break from here on; of a layout only.
  int64_t line_length = 0, best_cost = 0;
  size_t next_break = 0;

  int64_t length() const { return static_cast<int64_t>(text.size()); }
  void Fields(Archive& archive) { archive(text, space, paren, period, punctuation, final); }
};

// A paragraph is collected in words_ until it ends or grows too long. Then its lines are chosen
// together, as the head of this file says.
class Fmt : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, failed_, words_, current_, in_paragraph_, first_line_, tabs_, prefix_indent_,
            first_indent_, other_indent_, last_length_);
    bool fine = words_.size() <= kMostWords + 1 && current_.size() <= kMostCharacters &&
                (!in_paragraph_ || !words_.empty());
    for (int64_t column : {prefix_indent_, first_indent_, other_indent_, last_length_})
      fine &= column >= 0 && column <= INT32_MAX;
    for (const Word& word : words_)
      fine &= word.space >= 0 && word.space <= INT32_MAX && word.text.size() <= kMostCharacters;
    if (!fine) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override { inputs_.Suspend(); }

 private:
  void SetPrefix(const std::string& text);
  static std::optional<int> Number(CommandIo& io, const std::string& text, int64_t most,
                                   int64_t* value);

  // A line's beginning: where its first word stands and what was in front of it.
  void TakePrefix(std::string_view line);
  void OneLine(CommandIo& io, std::string_view line, bool terminated);
  bool MayContinue(bool blank) const {
    return next_prefix_indent_ == prefix_indent_ &&
           in_column_ >= next_prefix_indent_ + prefix_full_ && !blank;
  }
  void SetOtherIndent(bool same_paragraph);
  void CopyLine(std::string_view line, bool terminated);
  void TakeWords(CommandIo& io, std::string_view line, bool terminated);
  void EndParagraph(CommandIo& io);
  bool Flush(CommandIo& io);

  // False: a limit was reached, so there is no layout.
  bool Layout(CommandIo& io);
  int64_t BaseCost(size_t word) const;
  int64_t LineCost(size_t next, int64_t length) const;
  void PutParagraph(size_t end);
  void PutLine(size_t first, int64_t indent);
  void PutSpace(int64_t space);

  bool crown_ = false, tagged_ = false, split_ = false, uniform_ = false;
  int64_t width_ = 75, goal_ = 0;
  std::string prefix_;
  // blanks before it; its width with the blanks behind it
  int64_t prefix_lead_ = 0, prefix_full_ = 0;

  // Within a line.
  size_t at_ = 0;
  int64_t in_column_ = 0, next_prefix_indent_ = 0, out_column_ = 0;
  std::string out_;

  Inputs inputs_;
  bool failed_ = false;
  std::vector<Word> words_;  // of the paragraph
  std::string current_;      // a word that is so long that the paragraph was flushed within it
  bool in_paragraph_ = false, first_line_ = false;  // only its first line was read
  bool tabs_ = false;                               // the input has some: so has the output
  int64_t prefix_indent_ = 0, first_indent_ = 0, other_indent_ = 0, last_length_ = 0;
};

// ---- options
void Fmt::SetPrefix(const std::string& text) {
  size_t begin = std::min(text.find_first_not_of(' '), text.size());
  prefix_lead_ = static_cast<int64_t>(begin);
  prefix_ = text.substr(begin);
  prefix_full_ = static_cast<int64_t>(prefix_.size());
  prefix_.erase(prefix_.find_last_not_of(' ') + 1);
}

std::optional<int> Fmt::Number(CommandIo& io, const std::string& text, int64_t most,
                               int64_t* value) {
  std::optional<uint64_t> number = ParseCount(text);
  if (number && *number <= static_cast<uint64_t>(most)) {
    *value = static_cast<int64_t>(*number);
    return std::nullopt;
  }
  io.Error("invalid width: " + QuoteWord(text) + (number ? ": Numerical result out of range" : ""));
  return 1;
}

std::optional<int> Fmt::Start(CommandIo& io) {
  std::vector<std::string> words(io.args().begin(), io.args().end());
  std::optional<std::string> width, goal;
  if (!words.empty() && words[0].size() > 1 && words[0][0] == '-' && words[0][1] >= '0' &&
      words[0][1] <= '9') {
    width = words[0].substr(1);
    words.erase(words.begin());
  }
  Options options(io, words, kOptions, Options::kPermute, 1);
  while (options.Next()) {
    switch (options.id()) {
      case 'c': crown_ = true; break;
      case 's': split_ = true; break;
      case 't': tagged_ = true; break;
      case 'u': uniform_ = true; break;
      case 'w': width = options.value(); break;
      case 'g': goal = options.value(); break;
      case 'p': SetPrefix(std::string(options.value())); break;
      default:
        return options.Misuse(
            std::string("invalid option -- ") + static_cast<char>(options.id()) +
            "; -WIDTH is recognized only when it is the first\noption; use -w N instead");
    }
  }
  if (options.status()) return options.status();
  if (width) {
    if (auto status = Number(io, *width, kMostCharacters / 2, &width_)) return status;
  }
  if (goal) {
    if (auto status = Number(io, *goal, width_, &goal_)) return status;
    if (!width) width_ = goal_ + 10;
  } else {
    goal_ = width_ * (2 * (100 - 7) + 1) / 200;
  }
  inputs_.Start(options.operands());
  inputs_.set_open_error("cannot open ", " for reading");
  return std::nullopt;
}

// ---- input
void Fmt::TakePrefix(std::string_view line) {
  at_ = 0;
  in_column_ = 0;
  auto blanks = [&] {
    for (; at_ < line.size() && (line[at_] == ' ' || line[at_] == '\t'); ++at_) {
      tabs_ |= line[at_] == '\t';
      in_column_ = line[at_] == ' ' ? in_column_ + 1 : (in_column_ / 8 + 1) * 8;
    }
  };
  blanks();
  if (prefix_.empty()) {
    next_prefix_indent_ = std::min(prefix_lead_, in_column_);
    return;
  }
  next_prefix_indent_ = in_column_;
  for (char c : prefix_) {
    if (at_ >= line.size() || line[at_] != c) return;
    ++in_column_;
    ++at_;
  }
  blanks();
}

void Fmt::SetOtherIndent(bool same_paragraph) {
  if (split_) {
    other_indent_ = first_indent_;
  } else if (crown_) {
    other_indent_ = same_paragraph ? in_column_ : first_indent_;
  } else if (tagged_) {
    // Of one line alone: the indentation of the paragraph before, but another one than that of its
    // line.
    if (same_paragraph && in_column_ != first_indent_)
      other_indent_ = in_column_;
    else if (other_indent_ == first_indent_)
      other_indent_ = first_indent_ == 0 ? 3 : 0;
  } else {
    other_indent_ = first_indent_;
  }
}

void Fmt::OneLine(CommandIo& io, std::string_view line, bool terminated) {
  TakePrefix(line);
  bool blank = at_ >= line.size();
  if (in_paragraph_) {
    bool may = MayContinue(blank);
    if (first_line_) SetOtherIndent(may);
    first_line_ = false;
    if (!split_ && may && in_column_ == other_indent_) return TakeWords(io, line, terminated);
    EndParagraph(io);
  }
  if (blank || next_prefix_indent_ < prefix_lead_ ||
      in_column_ < next_prefix_indent_ + prefix_full_) {
    return CopyLine(line, terminated);
  }
  prefix_indent_ = next_prefix_indent_;
  first_indent_ = in_column_;
  in_paragraph_ = first_line_ = true;
  last_length_ = 0;
  TakeWords(io, line, terminated);
}

// A line that belongs to no paragraph.
void Fmt::CopyLine(std::string_view line, bool terminated) {
  out_column_ = 0;
  bool blank = at_ >= line.size();
  if (in_column_ > next_prefix_indent_ || !blank) {
    PutSpace(next_prefix_indent_);
    for (size_t i = 0; out_column_ != in_column_ && i < prefix_.size(); ++i, ++out_column_)
      out_ += prefix_[i];
    if (!blank) PutSpace(in_column_ - out_column_);
    if (blank && !terminated &&
        in_column_ >= next_prefix_indent_ + static_cast<int64_t>(prefix_.size()))
      out_ += '\n';
  }
  out_ += line.substr(std::min(at_, line.size()));
  if (terminated) out_ += '\n';
}

void Fmt::TakeWords(CommandIo& io, std::string_view line, bool terminated) {
  size_t characters = 0;
  auto count = [&] {
    characters = current_.size();
    for (const Word& word : words_) characters += word.text.size();
  };
  count();
  while (at_ < line.size()) {
    Word word;
    current_.clear();
    do {
      if (characters == kMostCharacters) {
        SetOtherIndent(true);
        if (!Flush(io)) return;
        count();
      }
      current_ += line[at_++];
      ++characters;
    } while (at_ < line.size() && std::isspace(static_cast<unsigned char>(line[at_])) == 0);
    word.text = current_;
    current_.clear();
    in_column_ += word.length();
    constexpr std::string_view kOpen = "(['`\"", kClose = ")]'\"", kPeriod = ".?!";
    word.paren = kOpen.find(word.text[0]) != std::string_view::npos;
    word.punctuation = std::ispunct(static_cast<unsigned char>(word.text.back())) != 0;
    size_t last = word.text.size() - 1;
    while (last > 0 && kClose.find(word.text[last]) != std::string_view::npos) --last;
    word.period = kPeriod.find(word.text[last]) != std::string_view::npos;
    int64_t start = in_column_;
    for (; at_ < line.size() && (line[at_] == ' ' || line[at_] == '\t'); ++at_) {
      tabs_ |= line[at_] == '\t';
      in_column_ = line[at_] == ' ' ? in_column_ + 1 : (in_column_ / 8 + 1) * 8;
    }
    bool ends = at_ >= line.size();
    word.space = in_column_ - start;
    word.final = (ends && !terminated) || (word.period && (ends || word.space > 1));
    if (ends || uniform_) word.space = word.final ? 2 : 1;
    words_.push_back(std::move(word));
    if (words_.size() == kMostWords + 1) {
      // The last one is not part of what is laid out now.
      Word next = std::move(words_.back());
      words_.pop_back();
      SetOtherIndent(true);
      if (!Flush(io)) return;
      words_.push_back(std::move(next));
      count();
    }
    if (!io.account().Tick(kWordWork)) return;
  }
}

void Fmt::EndParagraph(CommandIo& io) {
  in_paragraph_ = first_line_ = false;
  if (words_.empty()) return;
  words_.back().period = words_.back().final = true;
  if (!Layout(io)) return;
  PutParagraph(words_.size());
  words_.clear();
}

// The paragraph is too long to be laid out at once: its beginning is, up to a good place.
bool Fmt::Flush(CommandIo& io) {
  if (words_.empty()) {
    out_ += current_;
    current_.clear();
    return io.account().Tick(kMostCharacters);
  }
  if (!Layout(io)) return false;
  auto cost = [&](size_t word) { return word < words_.size() ? words_[word].best_cost : 0; };
  size_t split = words_.size();
  int64_t best = kWorst;
  for (size_t word = words_[0].next_break; word < words_.size(); word = words_[word].next_break) {
    int64_t here = cost(word) - cost(words_[word].next_break);
    if (here < best) {
      split = word;
      best = here;
    }
    if (best <= kWorst - kLineCredit) best += kLineCredit;
  }
  PutParagraph(split);
  words_.erase(words_.begin(), words_.begin() + static_cast<ptrdiff_t>(split));
  return true;
}

// ---- layout
int64_t Fmt::BaseCost(size_t index) const {
  const Word& word = words_[index];
  int64_t cost = kLineCost;
  if (index > 0) {
    const Word& before = words_[index - 1];
    if (before.period)
      cost += before.final ? -kSentenceBonus : kNoBreakCost;
    else if (before.punctuation)
      cost -= kPunctuationBonus;
    else if (index > 1 && words_[index - 2].final)
      cost += WidowCost(before.length());
  }
  if (word.paren)
    cost -= kParenBonus;
  else if (word.final)
    cost += OrphanCost(word.length());
  return cost;
}

// Of a line of that length, before the word `next`.
int64_t Fmt::LineCost(size_t next, int64_t length) const {
  if (next == words_.size()) return 0;
  int64_t cost = ShortCost(goal_ - length);
  if (words_[next].next_break != words_.size())
    cost += RaggedCost(length - words_[next].line_length);
  return cost;
}

// From the last word to the first: the best cost from a word on follows from those behind it. That
// is linear in words times words per line.
bool Fmt::Layout(CommandIo& io) {
  for (size_t start = words_.size(); start-- > 0;) {
    int64_t best = kWorst,
            length = (start == 0 ? first_indent_ : other_indent_) + words_[start].length();
    // One word at least, however long it is.
    size_t next = start;
    do {
      ++next;
      int64_t cost = LineCost(next, length) + (next == words_.size() ? 0 : words_[next].best_cost);
      if (start == 0 && last_length_ > 0) cost += RaggedCost(length - last_length_);
      if (cost < best) {
        best = cost;
        words_[start].next_break = next;
        words_[start].line_length = length;
      }
      if (next == words_.size()) break;
      length += words_[next - 1].space + words_[next].length();
    } while (length < width_);
    words_[start].best_cost = best + BaseCost(start);
    if (!io.account().Tick((next - start) * 4)) return false;
  }
  return true;
}

void Fmt::PutParagraph(size_t end) {
  PutLine(0, first_indent_);
  for (size_t word = words_[0].next_break; word < end; word = words_[word].next_break)
    PutLine(word, other_indent_);
}

void Fmt::PutLine(size_t first, int64_t indent) {
  out_column_ = 0;
  PutSpace(prefix_indent_);
  out_ += prefix_;
  out_column_ += static_cast<int64_t>(prefix_.size());
  PutSpace(indent - out_column_);
  for (size_t i = first; i < words_[first].next_break; ++i) {
    out_ += words_[i].text;
    out_column_ += words_[i].length();
    if (i + 1 < words_[first].next_break) PutSpace(words_[i].space);
  }
  last_length_ = out_column_;
  out_ += '\n';
}

void Fmt::PutSpace(int64_t space) {
  int64_t target = out_column_ + space;
  int64_t tab_target = target / 8 * 8;
  if (tabs_ && out_column_ + 1 < tab_target) {
    for (; out_column_ < tab_target; out_column_ = (out_column_ / 8 + 1) * 8) out_ += '\t';
  }
  for (; out_column_ < target; ++out_column_) out_ += ' ';
}

Progress Fmt::Run(CommandIo& io) {
  while (true) {
    Line line;
    bool was_open = inputs_.is_open();
    Got got = inputs_.Open(io);
    if (got == Got::kEnd) return Progress::Done(inputs_.failed() || failed_ ? 1 : 0);
    if (got == Got::kError) continue;
    if (!was_open) {
      tabs_ = false;
      other_indent_ = 0;
    }
    got = inputs_.reader().Next(io, inputs_.fd(), '\n', &line);
    if (auto end = StepEnd(got)) return *end;
    if (got == Got::kError) {
      io.Error("read error");
      failed_ = true;
    }
    if (got == Got::kData) {
      OneLine(io, line.text, line.terminated);
    } else {
      if (first_line_) SetOtherIndent(false);
      if (in_paragraph_) EndParagraph(io);
      inputs_.Close(io);
    }
    io.Out(out_);
    out_.clear();
    if (io.Tick(line.text.size() * 2 + 1)) return Progress::Yield();
  }
}

}  // namespace

std::unique_ptr<Command> MakeFmt() { return Make<Fmt>(); }

}  // namespace pysub::shell
