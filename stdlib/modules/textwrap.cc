// textwrap. CPython 3.14 library, "textwrap". Text is worked on as code points, since widths count
// those.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/unicode_properties.h"
#include "lexer/unicode/utf8.h"
#include "stdlib/modules/library_function.h"
#include "vm/objects/bulk.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/numbers.h"
#include "vm/slot_methods.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

// ---- the parameters of a TextWrapper, which are its attributes

enum Field {
  kWidth,
  kInitialIndent,
  kSubsequentIndent,
  kExpandTabs,
  kReplaceWhitespace,
  kFixSentenceEndings,
  kBreakLongWords,
  kDropWhitespace,
  kBreakOnHyphens,
  kTabSize,
  kMaxLines,
  kPlaceholder,
  kFieldCount,
};
constexpr std::string_view kFieldNames[kFieldCount] = {"width",
                                                       "initial_indent",
                                                       "subsequent_indent",
                                                       "expand_tabs",
                                                       "replace_whitespace",
                                                       "fix_sentence_endings",
                                                       "break_long_words",
                                                       "drop_whitespace",
                                                       "break_on_hyphens",
                                                       "tabsize",
                                                       "max_lines",
                                                       "placeholder"};

// The attributes of textwrap.TextWrapper, in the order of its parameters. They are read anew for
// each wrap(), as programs may change them.
struct TextWrapper : Object {
  Value fields[kFieldCount];
};
TextWrapper* AsTextWrapper(Value v) { return v.As<TextWrapper>(); }

Value DefaultOf(Vm& vm, int field) {
  switch (field) {
    case kWidth: return Value::SmallInt(70);
    case kInitialIndent:
    case kSubsequentIndent: return vm.NewStr("");
    case kFixSentenceEndings: return Value::False();
    case kTabSize: return Value::SmallInt(8);
    case kMaxLines: return Value::None();
    case kPlaceholder: return vm.NewStr(" [...]");
    default: return Value::True();
  }
}

// A wrapper with the given arguments (Undefined where there is none).
Value NewWrapper(Vm& vm, const Value* given) {
  TextWrapper* wrapper = TRY(vm.New<TextWrapper>(TypeId::kTextWrapper));
  for (int i = 0; i < kFieldCount; ++i) {
    wrapper->fields[i] = given[i].IsUndefined() ? TRY(DefaultOf(vm, i)) : given[i];
  }
  return Value::Of(wrapper);
}
Value WrapperNew(Vm& vm, const Args& a) { return NewWrapper(vm, a.v + 1); }

// For wrap(), fill(), shorten(): the width and keyword arguments.
Value WrapperOf(Vm& vm, Value width, Value keywords, bool shorten) {
  Value given[kFieldCount];
  given[kWidth] = width;
  if (shorten) given[kMaxLines] = Value::SmallInt(1);
  if (keywords.IsUndefined()) return NewWrapper(vm, given);
  for (uint32_t at = 0; DictEntry* entry = DictNext(keywords.As<Dict>(), &at);) {
    std::string_view name = Vm::View(entry->key);
    const auto* found = std::find(std::begin(kFieldNames), std::end(kFieldNames), name);
    int field = static_cast<int>(found - std::begin(kFieldNames));
    if (field == kFieldCount) {
      return vm.TypeError("TextWrapper.__init__() got an unexpected keyword argument '", name, "'");
    }
    if (shorten && field == kMaxLines) {
      return vm.TypeError(
          "textwrap.TextWrapper() got multiple values for keyword argument 'max_lines'");
    }
    given[field] = entry->value;
  }
  return NewWrapper(vm, given);
}

// ---- the work

using Piece = std::u32string_view;

bool IsSpace(char32_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool IsWordChar(char32_t c) { return c == '_' || IsAlnumCodePoint(c); }
bool IsLetter(char32_t c) { return IsWordChar(c) && !IsDecimalCodePoint(c); }
bool IsWordPunctuation(char32_t c) {
  return IsWordChar(c) || c == '!' || c == '"' || c == '\'' || c == '&' || c == '.' || c == ',' ||
         c == '?';
}

std::u32string Decode(std::string_view text) {
  std::u32string decoded;
  decoded.reserve(text.size());
  for (char32_t c : CodePoints(text)) decoded.push_back(c);
  return decoded;
}
void Append(TextBuilder& out, Piece piece) {
  for (char32_t c : piece) {
    if (!out.Append(c)) return;
  }
}

// One wrap(), after Lib/textwrap.py: white space is made uniform, the text is split into chunks,
// and chunks are put into lines greedily. Where CPython uses regular expressions this scans by
// hand. That is faster, and bounded.
class Wrapping {
 public:
  Wrapping(Vm& vm, TextWrapper* wrapper)
      : vm_(vm), wrapper_(wrapper), of_tabs_(vm), stop_(TimeCheck(vm)) {}

  // The lines as a list; Failed.
  Value Wrap(std::string_view text) {
    TRY(ReadFields());
    // Text and chunks take about this much.
    ScratchCharge charge(vm_, 64 + text.size() * uint64_t{24});
    if (!charge.ok() || !vm_.Tick(text.size())) return Value::Failed();
    TRY(Munge(text));
    TRY(hyphens_ ? SplitWithHyphens() : SplitAtSpaces());
    if (fix_endings_) TRY(FixSentenceEndings());
    return WrapChunks();
  }

 private:
  Result<bool> Flag(Field field) { return vm_.Truth(wrapper_->fields[field]); }
  Status Text(Field field, std::u32string* out) {
    Value v = wrapper_->fields[field];
    if (!Vm::IsStr(v)) return vm_.TypeError("object of type '", vm_.TypeName(v), "' has no len()");
    *out = Decode(Vm::View(v));
    return Done{};
  }
  Status ReadFields() {
    expand_tabs_ = TRY(Flag(kExpandTabs));
    replace_ = TRY(Flag(kReplaceWhitespace));
    fix_endings_ = TRY(Flag(kFixSentenceEndings));
    break_words_ = TRY(Flag(kBreakLongWords));
    drop_ = TRY(Flag(kDropWhitespace));
    break_hyphens_ = TRY(Flag(kBreakOnHyphens));
    hyphens_ = wrapper_->fields[kBreakOnHyphens].IsTrue();
    TRY(Text(kInitialIndent, &initial_));
    TRY(Text(kSubsequentIndent, &subsequent_));
    TRY(Text(kPlaceholder, &placeholder_));
    if (expand_tabs_) tab_size_ = TRY(vm_.ToIndex(wrapper_->fields[kTabSize]));
    Value width = wrapper_->fields[kWidth];
    if (width.IsFloat()) {
      const double wide = width.AsFloat();
      // (One below 1 is as good as 1.)
      width_ = std::isnan(wide) ? -1
                                : static_cast<int64_t>(std::clamp(
                                      wide > 0 ? std::max(wide, 1.0) : wide, -1.0, 0x1p40));
    } else if (IsIntLike(width)) {
      width_ = TRY(vm_.ToIndexClamped(width));
    } else {
      return vm_.TypeError("'<=' not supported between instances of '", vm_.TypeName(width),
                           "' and 'int'");
    }
    width_ = std::clamp<int64_t>(width_, -1, int64_t{1} << 40);
    max_lines_ = -1;
    if (!wrapper_->fields[kMaxLines].IsNone()) {
      max_lines_ = std::max<int64_t>(TRY(vm_.ToIndexClamped(wrapper_->fields[kMaxLines])), 0);
    }
    return Done{};
  }

  // Tabs become blanks by column, other white space a blank each.
  Status Munge(std::string_view text) {
    size_t column = 0;
    text_.reserve(text.size());
    for (char32_t c : CodePoints(text)) {
      if (stop_.Over()) return Failure{};
      if (c == '\t' && expand_tabs_) {
        size_t spaces =
            tab_size_ > 0 ? static_cast<size_t>(tab_size_) - column % static_cast<size_t>(tab_size_)
                          : 0;
        if (spaces > 16) {
          // Wide tabs may make much of little text.
          TRY(of_tabs_.Add(spaces * uint64_t{12}));
          if (!vm_.Tick(spaces)) return Failure{};
        }
        text_.append(spaces, U' ');
        column += spaces;
        continue;
      }
      column = c == '\n' || c == '\r' ? 0 : column + 1;
      text_.push_back(replace_ && IsSpace(c) ? U' ' : c);
    }
    return Done{};
  }

  char32_t At(size_t i) const { return i < text_.size() ? text_[i] : 0; }
  bool LetterAt(size_t i) const { return i < text_.size() && IsLetter(text_[i]); }
  // Where a run of dashes starts at i that is an em-dash before a word; its end, or 0.
  size_t DashRun(size_t i) const {
    size_t end = i;
    while (At(end) == '-') ++end;
    return end - i >= 2 && end < text_.size() && IsWordChar(text_[end]) ? end : 0;
  }
  // A hyphen at i inside a word, after which a line may be broken.
  bool IsBreakingHyphen(size_t i) const {
    if (At(i) != '-' || i < 2 || !LetterAt(i - 1)) return false;
    bool before = LetterAt(i - 2) || (text_[i - 2] == '-' && i >= 3 && LetterAt(i - 3));
    return before && LetterAt(i + 1) && (LetterAt(i + 2) || (At(i + 2) == '-' && LetterAt(i + 3)));
  }

  Status SplitAtSpaces() {
    for (size_t at = 0; at < text_.size();) {
      size_t end = at;
      bool space = IsSpace(text_[at]);
      while (end < text_.size() && IsSpace(text_[end]) == space && !stop_.Over()) ++end;
      TRY(AddChunk(at, end));
      at = end;
    }
    return Done{};
  }
  Status SplitWithHyphens() {
    for (size_t at = 0; at < text_.size();) {
      size_t end = at;
      if (IsSpace(text_[at])) {
        while (end < text_.size() && IsSpace(text_[end]) && !stop_.Over()) ++end;
      } else if (size_t run = at > 0 && IsWordPunctuation(text_[at - 1]) ? DashRun(at) : 0;
                 run != 0) {
        end = run;
      } else {
        end = WordEnd(at);
      }
      TRY(AddChunk(at, end));
      at = end;
    }
    return Done{};
  }
  size_t WordEnd(size_t at) {
    for (size_t end = at + 1;; ++end) {
      if (end == text_.size() || IsSpace(text_[end]) || stop_.Over()) return end;
      if (text_[end] != '-') continue;
      if (IsBreakingHyphen(end)) return end + 1;
      if (IsWordPunctuation(text_[end - 1]) && DashRun(end) != 0) return end;
    }
  }
  Status AddChunk(size_t from, size_t to) {
    if (stop_.Over()) return Failure{};
    chunks_.push_back(Piece(text_).substr(from, to - from));
    return Done{};
  }

  static bool EndsSentence(Piece chunk) {
    if (!chunk.empty() && (chunk.back() == '"' || chunk.back() == '\'')) chunk.remove_suffix(1);
    if (chunk.size() < 2) return false;
    char32_t mark = chunk.back(), letter = chunk[chunk.size() - 2];
    return (mark == '.' || mark == '!' || mark == '?') && letter >= 'a' && letter <= 'z';
  }
  Status FixSentenceEndings() {
    for (size_t i = 0; i + 1 < chunks_.size();) {
      if (stop_.Over()) return Failure{};
      if (chunks_[i + 1] == U" " && EndsSentence(chunks_[i])) {
        chunks_[i + 1] = U"  ";
        i += 2;
      } else {
        ++i;
      }
    }
    return Done{};
  }

  Piece TrimmedPlaceholder() const {
    Piece piece = placeholder_;
    while (!piece.empty() && IsSpaceCodePoint(piece.front())) piece.remove_prefix(1);
    return piece;
  }
  Status CheckWidth() {
    if (width_ <= 0) {
      Value shown = vm_.ReprValue(wrapper_->fields[kWidth]);
      if (shown.IsFailed()) return Failure{};
      return vm_.ValueError("invalid width ", shown, " (must be > 0)");
    }
    if (max_lines_ < 0) return Done{};
    const std::u32string& indent = max_lines_ > 1 ? subsequent_ : initial_;
    if (static_cast<int64_t>(indent.size() + TrimmedPlaceholder().size()) > width_) {
      return vm_.ValueError("placeholder too large for max width");
    }
    return Done{};
  }

  static int64_t Length(const std::vector<Piece>& line) {
    int64_t length = 0;
    for (Piece piece : line) length += static_cast<int64_t>(piece.size());
    return length;
  }
  Status AddLine(const std::u32string& indent, const std::vector<Piece>& pieces) {
    TextBuilder out(vm_);
    Append(out, indent);
    for (Piece piece : pieces) Append(out, piece);
    Value line = out.Finish();
    if (line.IsFailed()) return Failure{};
    return ListAppend(vm_, lines_, line);
  }

  // The first part of a word that is too long for any line; the rest stays as a chunk.
  void TakeLongWord(std::vector<Piece>& line, int64_t length, int64_t width) {
    int64_t space = width < 1 ? 1 : width - length;
    Piece& chunk = chunks_[next_];
    if (break_words_ && space > 0) {
      size_t end = std::min(static_cast<size_t>(space), chunk.size());
      if (break_hyphens_ && chunk.size() > static_cast<size_t>(space)) {
        size_t hyphen = chunk.substr(0, end).rfind(U'-');
        if (hyphen != Piece::npos && hyphen > 0 &&
            chunk.substr(0, hyphen).find_first_not_of(U'-') != Piece::npos) {
          end = hyphen + 1;
        }
      }
      line.push_back(chunk.substr(0, end));
      chunk.remove_prefix(end);
    } else if (line.empty()) {
      line.push_back(chunk);
      ++next_;
    }
  }

  bool IsBlank(Piece piece) {
    // Spaces of ASCII are chunks of their own.
    if (!piece.empty() && IsSpace(piece.front())) return true;
    return std::all_of(piece.begin(), piece.end(),
                       [&](char32_t c) { return !stop_.Over() && IsSpaceCodePoint(c); });
  }
  bool NothingLeft() {
    return next_ == chunks_.size() ||
           (drop_ && next_ + 1 == chunks_.size() && IsBlank(chunks_[next_]));
  }

  // The last line that is allowed, cut where the placeholder fits.
  Status AddCutLine(const std::u32string& indent, std::vector<Piece>& line, int64_t length,
                    int64_t width) {
    while (!line.empty()) {
      if (!IsBlank(line.back()) && length + static_cast<int64_t>(placeholder_.size()) <= width) {
        line.push_back(placeholder_);
        return AddLine(indent, line);
      }
      length -= static_cast<int64_t>(line.back().size());
      line.pop_back();
    }
    if (lines_->size > 0) {
      std::u32string previous = Decode(Vm::View(lines_->items()[lines_->size - 1]));
      while (!previous.empty() && IsSpaceCodePoint(previous.back())) previous.pop_back();
      if (static_cast<int64_t>(previous.size() + placeholder_.size()) <= width_) {
        --lines_->size;
        return AddLine(previous, {Piece(placeholder_)});
      }
    }
    return AddLine(indent, {TrimmedPlaceholder()});
  }

  // A chunk that is longer than a line is broken, or gets a line of its own.
  Value WrapChunks() {
    TRY(CheckWidth());
    lines_ = TRY(vm_.NewList());
    while (next_ < chunks_.size()) {
      if (!vm_.Tick(1) || stop_.Over()) return Value::Failed();
      std::vector<Piece> line;
      int64_t length = 0;
      const std::u32string& indent = lines_->size > 0 ? subsequent_ : initial_;
      int64_t width = width_ - static_cast<int64_t>(indent.size());
      if (drop_ && lines_->size > 0 && IsBlank(chunks_[next_])) ++next_;
      while (next_ < chunks_.size() && !stop_.Over() &&
             length + static_cast<int64_t>(chunks_[next_].size()) <= width) {
        length += static_cast<int64_t>(chunks_[next_].size());
        line.push_back(chunks_[next_++]);
      }
      if (next_ < chunks_.size() && static_cast<int64_t>(chunks_[next_].size()) > width) {
        TakeLongWord(line, length, width);
        length = Length(line);
      }
      if (drop_ && !line.empty() && IsBlank(line.back())) {
        length -= static_cast<int64_t>(line.back().size());
        line.pop_back();
      }
      if (line.empty()) continue;
      bool fits = max_lines_ < 0 || static_cast<int64_t>(lines_->size) + 1 < max_lines_ ||
                  (NothingLeft() && length <= width);
      if (!fits) {
        TRY(AddCutLine(indent, line, length, width));
        break;
      }
      TRY(AddLine(indent, line));
    }
    return Value::Of(lines_);
  }

  Vm& vm_;
  TextWrapper* wrapper_;
  ScratchCharge of_tabs_;
  StopCheck stop_;  // once over, so is every later answer
  bool expand_tabs_, replace_, fix_endings_, break_words_, drop_, break_hyphens_, hyphens_;
  int64_t width_ = 0, tab_size_ = 8, max_lines_ = -1;
  std::u32string initial_, subsequent_, placeholder_, text_;
  std::vector<Piece> chunks_;
  size_t next_ = 0;
  List* lines_ = nullptr;
};

Value WrapText(Vm& vm, Value wrapper, Value text) {
  if (!Vm::IsStr(text)) return vm.RaiseAttributeError(text, "expandtabs");
  return Wrapping(vm, AsTextWrapper(wrapper)).Wrap(Vm::View(text));
}
Value FillText(Vm& vm, Value wrapper, Value text) {
  List* lines = TRY(WrapText(vm, wrapper, text)).As<List>();
  TextBuilder out(vm);
  for (uint64_t i = 0; i < lines->size; ++i) {
    if (i > 0) out.Append('\n');
    out.Append(Vm::View(lines->items()[i]));
  }
  return out.Finish();
}
Value WrapMethod(Vm& vm, const Args& a) { return WrapText(vm, a[0], a[1]); }
Value FillMethod(Vm& vm, const Args& a) { return FillText(vm, a[0], a[1]); }

Value WrapFunction(Vm& vm, const Args& a) {
  Value wrapper = TRY(WrapperOf(vm, a[1], a.keywords, false));
  return WrapText(vm, wrapper, a[0]);
}
Value FillFunction(Vm& vm, const Args& a) {
  Value wrapper = TRY(WrapperOf(vm, a[1], a.keywords, false));
  return FillText(vm, wrapper, a[0]);
}
Value Shorten(Vm& vm, const Args& a) {
  Value wrapper = TRY(WrapperOf(vm, a[1], a.keywords, true));
  if (!Vm::IsStr(a[0])) return vm.RaiseAttributeError(a[0], "strip");
  TextBuilder collapsed(vm);
  StopCheck stop = TimeCheck(vm);
  WhitespaceSplitter splitter(Vm::View(a[0]), -1, TextKind::kStr, &stop);
  for (std::string_view word; splitter.Next(&word) && collapsed.ok();) {
    if (!vm.Tick(1)) return Value::Failed();
    if (collapsed.size() > 0) collapsed.Append(' ');
    collapsed.Append(word);
  }
  if (stop.stopped()) return Value::Failed();
  Value text = TRY(collapsed.Finish());
  return FillText(vm, wrapper, text);
}

// ---- dedent, indent

// What it says when `stop` is over means nothing.
bool IsBlankLine(std::string_view line, StopCheck& stop) {
  return StripWhitespace(line, Side::kLeft, TextKind::kStr, &stop).empty();
}

Value Dedent(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[0])) return vm.TypeError("expected str object, not '", vm.TypeName(a[0]), "'");
  std::string_view text = Vm::View(a[0]);
  if (!vm.Tick(text.size() / 4)) return Value::Failed();
  // The margin that the smallest and the largest line share, all lines share.
  std::string_view smallest, largest;
  bool any = false;
  StopCheck stop = TimeCheck(vm);
  SeparatorSplitter first(text, "\n", -1, &stop);
  Pace pace(vm);
  for (std::string_view line; first.Next(&line);) {
    if (!pace.IsTimeLeft()) return Value::Failed();
    if (IsBlankLine(line, stop)) continue;
    if (!any || line < smallest) smallest = line;
    if (!any || line > largest) largest = line;
    any = true;
  }
  size_t margin = 0;
  while (margin < smallest.size() && smallest[margin] == largest[margin] &&
         (smallest[margin] == ' ' || smallest[margin] == '\t')) {
    if (!pace.IsTimeLeft()) return Value::Failed();
    ++margin;
  }
  TextBuilder out(vm);
  SeparatorSplitter second(text, "\n", -1, &stop);
  bool started = false;
  for (std::string_view line; second.Next(&line) && out.ok();) {
    if (!pace.IsTimeLeft()) return Value::Failed();
    if (started) out.Append('\n');
    started = true;
    if (!IsBlankLine(line, stop) && !stop.stopped()) out.Append(line.substr(margin));
  }
  if (stop.stopped()) return Value::Failed();
  return out.Finish();
}

Value Indent(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[0])) return vm.RaiseAttributeError(a[0], "splitlines");
  std::string_view text = Vm::View(a[0]);
  StopCheck stop = TimeCheck(vm);
  if (a.has(2) && !a[2].IsNone()) {
    List* lines = TRY(vm.NewList());
    LineSplitter splitter(text, LineEnds::kKeep, TextKind::kStr, &stop);
    for (std::string_view line; splitter.Next(&line);) {
      TRY(ListAppend(vm, lines, TRY(vm.NewStr(line))));
      if (!vm.Tick(1)) return Value::Failed();
    }
    if (stop.stopped()) return Value::Failed();
    List* out = TRY(vm.NewList());
    return vm.PushNativeFrame(ResumeId::kTextIndent,
                              {Value::Of(lines), a[1], a[2], Value::Of(out), Value::SmallInt(0)});
  }
  TextBuilder out(vm);
  LineSplitter splitter(text, LineEnds::kKeep, TextKind::kStr, &stop);
  for (std::string_view line; splitter.Next(&line) && out.ok();) {
    if (!vm.Tick(1 + line.size() / 64)) return Value::Failed();
    if (!IsBlankLine(line, stop)) {
      if (!Vm::IsStr(a[1])) {
        return vm.TypeError("sequence item 0: expected str instance, ", vm.TypeName(a[1]),
                            " found");
      }
      out.Append(Vm::View(a[1]));
    }
    out.Append(line);
  }
  if (stop.stopped()) return Value::Failed();
  return out.Finish();
}

template <int kField>
Value GetField(Vm&, Value self) {
  return AsTextWrapper(self)->fields[kField];
}
template <int kField>
Status SetField(Vm&, Value self, Value value) {
  AsTextWrapper(self)->fields[kField] = value.IsUndefined() ? Value::None() : value;
  return Done{};
}
#define PYSUB_FIELD(name) \
  { kFieldNames[name], GetField<name>, SetField<name> }
constexpr AttributeInfo kAttributes[] = {
    PYSUB_FIELD(kWidth),          PYSUB_FIELD(kInitialIndent),     PYSUB_FIELD(kSubsequentIndent),
    PYSUB_FIELD(kExpandTabs),     PYSUB_FIELD(kReplaceWhitespace), PYSUB_FIELD(kFixSentenceEndings),
    PYSUB_FIELD(kBreakLongWords), PYSUB_FIELD(kDropWhitespace),    PYSUB_FIELD(kBreakOnHyphens),
    PYSUB_FIELD(kTabSize),        PYSUB_FIELD(kMaxLines),          PYSUB_FIELD(kPlaceholder)};
#undef PYSUB_FIELD
constexpr NativeInfo kMethods[] = {
    kInitAnewRow,
    {"@python wrap(text)", WrapMethod, "wrap(text : string) -> [string]"},
    {"@python fill(text)", FillMethod, "fill(text : string) -> string"},
};
PYSUB_MEMBERS(TextWrapper, kMethods, kAttributes);
constexpr NativeInfo kConstructor{
    "@python TextWrapper(width=70, initial_indent='', subsequent_indent='', expand_tabs=True, "
    "replace_whitespace=True, fix_sentence_endings=False, break_long_words=True, "
    "drop_whitespace=True, break_on_hyphens=True, tabsize=8, *, max_lines=None, "
    "placeholder=' [...]')",
    WrapperNew, "Object for wrapping/filling text."};

constexpr NativeInfo kFunctions[] = {
    {"@python dedent(text)", Dedent,
     "Remove any common leading whitespace from every line in `text`."},
    {"@python fill(text, width=70, **kwargs)", FillFunction,
     "Fill a single paragraph of text, returning a new string."},
    {"@python indent(text, prefix, predicate=None)", Indent,
     "Adds 'prefix' to the beginning of selected lines in 'text'."},
    {"@python shorten(text, width, **kwargs)", Shorten,
     "Collapse and truncate the given text to fit in the given width."},
    {"@python wrap(text, width=70, **kwargs)", WrapFunction,
     "Wrap a single paragraph of text, returning a list of wrapped lines."},
};

Status Init(Vm& vm, Dict* names) {
  return DictSetStr(vm, names, "TextWrapper", Value::Type(TypeId::kTextWrapper));
}

}  // namespace

// Slots: the lines, the prefix, the predicate, the pieces so far, the number of the line.
Value TextIndentResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  auto line = [&] { return slots[0].As<List>()->items()[slots[4].AsSmallInt()]; };
  if (!IsPlaceIn(frame, slots[4], slots[0].As<List>()->size)) return BadState(vm);
  List* out = slots[3].As<List>();
  switch (frame.state) {
    case 0:
      while (slots[4].AsSmallInt() < static_cast<int64_t>(slots[0].As<List>()->size)) {
        PYSUB_SUSPEND_POINT(1, vm.Call(slots[2], {line()}));
        // What was called at once may have changed the list.
        if (slots[4].AsSmallInt() >= static_cast<int64_t>(slots[0].As<List>()->size))
          return BadState(vm);
        bool chosen = TRY(vm.Truth(in));
        TRY(ListReserve(vm, out, out->size + 2));
        if (chosen) TRY(ListAppend(vm, out, slots[1]));
        TRY(ListAppend(vm, out, line()));
        slots[4] = slots[4].CountedUp();
        frame.state = 0;
      }
  }
  Value empty = TRY(vm.NewStr(""));
  return CallMethod(vm, empty, "join", {slots[3]});
}

constexpr Schema kTextWrapperSchema{"v v v v v v v v v v v v"};
extern constexpr TypeInfo kTextWrapperType{.id = TypeId::kTextWrapper,
                                           .schema = &kTextWrapperSchema,
                                           .constructor = &kConstructor,
                                           .doc = "Object for wrapping/filling text.",
                                           .methods = kMethods,
                                           .attributes = kAttributes,
                                           .members = kTextWrapperMembers};
extern constexpr ModuleInfo kTextwrapModule{.name = "textwrap",
                                            .doc = "Text wrapping and filling.\n",
                                            .functions = kFunctions,
                                            .init = Init};

}  // namespace pysub
