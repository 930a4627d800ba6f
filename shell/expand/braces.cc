#include "shell/expand/braces.h"

#include <limits>
#include <utility>

#include "shell/run/growing_text.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

constexpr size_t kNone = std::string_view::npos;
constexpr int kMaxDepth = 64;

// Behind a quoted part or an expansion that begins at `at`; `at` itself when none does.
size_t SkipQuoted(std::string_view text, size_t at) {
  char c = text[at];
  if (c == '\\') return at + 2;
  if (c == '\'' || c == '`') {
    size_t end = text.find(c, at + 1);
    return end == kNone ? text.size() : end + 1;
  }
  if (c == '"') {
    for (size_t i = at + 1; i < text.size(); ++i) {
      if (text[i] == '\\')
        ++i;
      else if (text[i] == '"')
        return i + 1;
    }
    return text.size();
  }
  if (c == '$' && at + 1 < text.size() && (text[at + 1] == '{' || text[at + 1] == '(')) {
    char open = text[at + 1];
    char close = open == '{' ? '}' : ')';
    int depth = 0;
    for (size_t i = at + 1; i < text.size(); ++i) {
      if (text[i] == '\\')
        ++i;
      else if (text[i] == open)
        ++depth;
      else if (text[i] == close && --depth == 0)
        return i + 1;
    }
    return text.size();
  }
  return at;
}

// What has been made so far, each part paid for.
class List {
 public:
  explicit List(Budget* budget) : budget_(budget) {}
  // The count of results is a product of what stands in the braces: {1..9}{1..9}... grows tenfold
  // with each few characters. So each result is charged before it is made, and the account ends a
  // script that asks for too many.
  bool Add(std::string item) {
    auto bytes = static_cast<int64_t>(sizeof(item) + (item.size() < 16 ? 0 : item.size() + 17));
    if (!budget_->Tick(kWordWork) || !held_.Add(budget_, bytes) || !MakeRoom(budget_, &items_))
      return false;
    items_.push_back(std::move(item));
    return true;
  }
  void Clear() {
    items_.clear();
    held_.Release();
  }
  const std::vector<std::string>& items() const { return items_; }
  std::vector<std::string> Take(MemoryCharge* held) {
    held->Take(std::move(held_));
    return std::move(items_);
  }

 private:
  static constexpr uint64_t kWordWork = 32;

  Budget* budget_;
  std::vector<std::string> items_;
  MemoryCharge held_;
};

// One brace expression in a word: preamble{part,part}postscript, in the words of bash's manual
// ("Brace Expansion").
struct Brace {
  size_t open = kNone;
  size_t close = kNone;
  std::vector<std::string_view> parts;  // between the commas
};

// The first brace at or behind `from` that is closed and has a comma or is a sequence.
bool FindBrace(std::string_view text, size_t from, Budget* budget, Brace* brace) {
  for (size_t at = from; at < text.size();) {
    if (!budget->Tick(1)) return false;
    size_t next = SkipQuoted(text, at);
    if (next != at) {
      if (!budget->Tick((next - at) / 8)) return false;
      at = next;
      continue;
    }
    if (text[at] != '{') {
      ++at;
      continue;
    }
    brace->open = at;
    brace->parts.clear();
    int depth = 0;
    size_t start = at + 1;
    for (size_t i = at; i < text.size();) {
      size_t skipped = SkipQuoted(text, i);
      if (skipped != i) {
        if (!budget->Tick((skipped - i) / 8 + 1)) return false;
        i = skipped;
        continue;
      }
      char c = text[i];
      if (c == '{') ++depth;
      if (c == ',' && depth == 1) {
        brace->parts.push_back(text.substr(start, i - start));
        start = i + 1;
      }
      if (c == '}' && --depth == 0) {
        brace->parts.push_back(text.substr(start, i - start));
        brace->close = i;
        break;
      }
      ++i;
      if (!budget->Tick(1)) return false;
    }
    if (brace->close != kNone && (brace->parts.size() > 1 || brace->parts[0].find("..") != kNone))
      return true;
    brace->close = kNone;
    ++at;
  }
  return false;
}

bool ParseInteger(std::string_view text, int64_t* value) {
  if (text.starts_with('+')) text.remove_prefix(1);
  return ReadWhole(text, value);
}

bool IsLetter(std::string_view text) {
  return text.size() == 1 &&
         ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z'));
}

size_t WidthOf(std::string_view text) {
  std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  return digits.size() > 1 && digits[0] == '0' ? text.size() : 0;
}

// {first..last[..step]}
bool Sequence(std::string_view part, Budget* budget, List* items) {
  size_t first_dots = part.find("..");
  std::string_view first = part.substr(0, first_dots);
  std::string_view last = part.substr(first_dots + 2);
  int64_t step = 1;
  size_t second_dots = last.find("..");
  if (second_dots != kNone) {
    if (!ParseInteger(last.substr(second_dots + 2), &step)) return false;
    last = last.substr(0, second_dots);
  }
  int64_t from = 0, to = 0;
  bool letters = IsLetter(first) && IsLetter(last);
  if (letters) {
    from = first[0];
    to = last[0];
  } else if (!ParseInteger(first, &from) || !ParseInteger(last, &to)) {
    return false;
  }
  // (bash turns it round)
  if (step == std::numeric_limits<int64_t>::min() && from < to) return false;
  uint64_t stride = step < 0 ? 0 - static_cast<uint64_t>(step) : static_cast<uint64_t>(step);
  if (stride == 0) stride = 1;
  bool up = from <= to;
  uint64_t distance = up ? static_cast<uint64_t>(to) - static_cast<uint64_t>(from)
                         : static_cast<uint64_t>(from) - static_cast<uint64_t>(to);
  size_t width = std::max(WidthOf(first), WidthOf(last));
  uint64_t count = distance / stride;
  if (count > (uint64_t{1} << 40)) {
    budget->Reach(ShellLimit::kMemory);
    return false;
  }
  // before what is sure to fail is begun
  if (!ScopedMemoryCharge(budget, (count + 1) * sizeof(std::string)).ok()) return false;
  for (uint64_t i = 0; i <= count; ++i) {
    if (!budget->Tick(1)) return false;
    auto value = static_cast<int64_t>(up ? static_cast<uint64_t>(from) + i * stride
                                         : static_cast<uint64_t>(from) - i * stride);
    if (letters) {
      // (The results are read as words: what lies between Z and a must not begin a command.)
      if (!items->Add(value == '`' ? "\\`" : std::string(1, static_cast<char>(value))))
        return false;
      continue;
    }
    std::string text = std::to_string(value);
    const ScopedMemoryCharge making(budget, width);
    if (!making.ok()) return false;
    if (text.size() < width) {
      text.insert(value < 0 ? 1 : 0, width - text.size(), '0');
    }
    if (!items->Add(std::move(text))) return false;
  }
  return true;
}

// The first brace decides: each of its parts, which are expanded in turn, stands between the text
// before it and each expansion of the text behind it. The leftmost varies slowest. Braces are pure
// text and come before all other expansions; neither variables nor file names are looked at here.
//
// It recurses, both into parts and into tails. kMaxDepth bounds it: deeper braces stay as they are.
bool Expand(std::string_view text, int depth, Budget* budget, List* results) {
  Brace brace;
  size_t from = 0;
  List middles(budget);
  while (true) {
    if (depth > kMaxDepth || !FindBrace(text, from, budget, &brace)) {
      const ScopedMemoryCharge making(budget, text.size());
      return budget->Tick(text.size() / 16) && making.ok() && results->Add(std::string(text)) &&
             !budget->stopped();
    }
    if (brace.parts.size() > 1) {
      for (std::string_view part : brace.parts) {
        if (!Expand(part, depth + 1, budget, &middles)) return false;
      }
      break;
    }
    if (Sequence(brace.parts[0], budget, &middles)) break;
    if (budget->stopped()) return false;
    middles.Clear();
    from = brace.open + 1;
  }
  List tails(budget);
  if (!Expand(text.substr(brace.close + 1), depth + 1, budget, &tails)) return false;
  std::string_view head = text.substr(0, brace.open);
  for (const std::string& middle : middles.items()) {
    for (const std::string& tail : tails.items()) {
      size_t size = head.size() + middle.size() + tail.size();
      const ScopedMemoryCharge making(budget, size);
      if (!budget->Tick(size / 16 + 1) || !making.ok()) return false;
      std::string result;
      result.reserve(size);
      result += head;
      result += middle;
      result += tail;
      if (!results->Add(std::move(result))) return false;
    }
  }
  return true;
}

}  // namespace

bool ExpandBraces(std::string_view word, Budget* budget, std::vector<std::string>* results,
                  MemoryCharge* held) {
  List list(budget);
  if (!Expand(word, 0, budget, &list)) return false;
  *results = list.Take(held);
  return true;
}

}  // namespace pysub::shell
