#ifndef PYSUB_SHELL_COMMANDS_AWK_FIELDS_H_
#define PYSUB_SHELL_COMMANDS_AWK_FIELDS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "shell/commands/awk/regex.h"
#include "shell/commands/awk/value.h"

namespace pysub::shell::awk {

// How a text becomes fields.
//
//   kBlanks     FS = " "       kPattern  FS is a regular expression     kFields  FPAT
//   kCharacter  FS = ","       kEach     FS = ""                        kWidths  FIELDWIDTHS
//   kCsv        --csv
struct Splitter {
  enum class Mode : uint8_t { kBlanks, kCharacter, kPattern, kEach, kFields, kWidths, kCsv };
  Mode mode = Mode::kBlanks;
  char character = 0;
  bool newlines_too = false;         // paragraphs
  const Pattern* pattern = nullptr;  // kPattern; kFields: what fields look like
  const std::vector<std::pair<uint32_t, uint32_t>>* widths = nullptr;  // skipped, taken
};

struct Span {
  size_t begin = 0, end = 0;
};

// Goes over the fields of a text.
// A cursor and no list, so that split() of a large text can stop in the middle.
class SplitCursor {
 public:
  // False: there are no more. `separator`: what stands behind the field.
  bool Next(const Splitter& how, std::string_view text, Heap* heap, Span* field, Span* separator);
  void Fields(Archive& archive) { archive(at_, index_, done_, looked_, ascii_); }
  uint64_t at() const { return at_; }

 private:
  bool Blanks(std::string_view text, bool* more, Span* field, Span* separator);
  bool Character(const Splitter& how, std::string_view text, Span* field, Span* separator);
  bool Matched(const Splitter& how, std::string_view text, Heap* heap, Span* field,
               Span* separator);
  bool Each(std::string_view text, const Heap& heap, Span* field, Span* separator);
  bool Described(const Splitter& how, std::string_view text, Heap* heap, Span* field);
  bool Width(const Splitter& how, std::string_view text, const Heap& heap, Span* field);
  bool Csv(std::string_view text, Span* field, Span* separator);

  uint64_t at_ = 0;
  uint64_t index_ = 0;  // of the next field
  bool done_ = false;
  bool looked_ = false, ascii_ = false;
};

// A field of comma-separated values without its quotes.
std::string CsvField(std::string_view field);

// Bytes of `count` characters from `at` on.
size_t CharacterBytes(std::string_view text, size_t at, size_t count);
size_t CountCharacters(std::string_view text);
bool IsAscii(std::string_view text);
// The same where a character may be a byte (-b).
inline size_t CharacterBytes(const Heap& heap, std::string_view text, size_t at, size_t count) {
  return heap.settings().bytes ? std::min(count, text.size() - std::min(at, text.size()))
                               : CharacterBytes(text, at, count);
}
inline size_t CountCharacters(const Heap& heap, std::string_view text) {
  return heap.settings().bytes ? text.size() : CountCharacters(text);
}

// $0 and its fields. A record is a view of the input as long as nobody changes it.
//
//   text_     "a b c": a view of the reader's buffer, or of own_
//   spans_    [0,1) [2,3) ...: as far as somebody asked, since most programs need a few fields
//   values_   after $2 = "x" or NF = 5: the fields themselves (changed_)
//   stale_    $0 is older than the fields: Whole() joins them
//
// Whoever moves the bytes of the input calls Own() before.
class Record {
 public:
  explicit Record(Heap* heap) : heap_(heap), own_(heap), scratch_(heap) {}
  ~Record() { ForgetTexts(); }

  // A new record; the bytes stay where they are until Own().
  void Set(std::string_view text);
  void SetCopy(std::string_view text);
  // Keeps the bytes: those of the input go away.
  void Own() {
    if (text_.data() != own_.view().data()) Keep();
  }
  // ofs joins fields that were changed.
  std::string_view Whole(std::string_view ofs) {
    if (stale_) Rebuild(ofs);
    return text_;
  }
  // The same as a value.
  Value WholeValue(std::string_view ofs, Kind kind) { return TextOf(0, Whole(ofs), kind); }
  void set_splitter(const Splitter& how) { how_ = how; }
  const Splitter& splitter() const { return how_; }
  // All fields are found now: the way to find them changes.
  void Finish() { FieldCount(); }

  size_t FieldCount() {
    if (changed_) return values_.size();
    if (!complete_) SplitTo(SIZE_MAX);
    return spans_.size();
  }
  // Of number 1 and up. False: it is one of changed fields, or not there.
  bool View(size_t number, std::string_view* text) {
    if (changed_) return false;
    if (number > spans_.size() && !complete_) SplitTo(number);
    if (number > spans_.size()) return false;
    const Span32 span = spans_[number - 1];
    *text = text_.substr(span.begin, span.end - span.begin);
    return how_.mode != Splitter::Mode::kCsv || text->empty() || text->front() != '"';
  }
  Value Get(size_t number);
  void Assign(size_t number, const Value& value);
  void SetFieldCount(size_t count);
  // At least so many fields; $0 stays as it is.
  void Extend(size_t count);
  // $0 was made of fields: it is no longer what was read.
  bool rebuilt() const { return rebuilt_; }
  // The same of a text of the program: "00" is not 0 then.
  void IsNoInput() { rebuilt_ = true; }
  const std::vector<Value>& values() const { return values_; }
  std::vector<Value>& values() { return values_; }
  bool changed() const { return changed_; }
  // How numbers among changed fields become text.
  void set_convfmt(const Value* convfmt) { convfmt_ = convfmt; }
  void Fields(Archive& archive);
  // Its values have been loaded, too.
  void Loaded(Archive& archive);

 private:
  struct Span32 {
    uint32_t begin, end;
  };
  void SplitTo(size_t number);
  void SplitBlanks(size_t number);
  void SplitCharacter(size_t number);
  bool Room(size_t count);
  void Keep();
  bool Change();
  bool Resize(size_t count);
  Value TextOf(uint32_t number, std::string_view text, Kind kind);
  void ForgetTexts();
  void Rebuild(std::string_view ofs);

  Heap* heap_;
  std::string_view text_;
  Text own_, scratch_;
  Splitter how_;
  SplitCursor cursor_;
  std::vector<Span32> spans_;
  size_t charged_ = 0;
  bool complete_ = true;  // spans_ has all fields
  bool changed_ = false;  // values_ has the fields
  bool stale_ = false;    // $0 has to be made of them
  bool rebuilt_ = false;  // ... and was
  size_t position_ = 0;   // split up to here
  std::vector<Value> values_;
  size_t values_charged_ = 0;
  // Long texts that somebody asked for, by the number of the field: a loop that asks again does not
  // copy again. Not saved.
  std::unordered_map<uint32_t, Value> texts_;
  const Value* convfmt_ = nullptr;
};

}  // namespace pysub::shell::awk

#endif  // PYSUB_SHELL_COMMANDS_AWK_FIELDS_H_
