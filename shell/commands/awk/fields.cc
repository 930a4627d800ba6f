#include "shell/commands/awk/fields.h"

#include <algorithm>

#include "shell/commands/awk/format.h"
#include "shell/regex/syntax_tree.h"

namespace pysub::shell::awk {
namespace {

// An entry of Record::texts_, beside the text.
constexpr size_t kTextBytes = 80;

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

}  // namespace

bool IsAscii(std::string_view text) {
  size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    uint64_t word;
    std::memcpy(&word, text.data() + at, 8);
    if ((word & 0x8080808080808080u) != 0) return false;
  }
  for (; at < text.size(); ++at) {
    if ((text[at] & 0x80) != 0) return false;
  }
  return true;
}

size_t CharacterBytes(std::string_view text, size_t at, size_t count) {
  const size_t begin = at;
  for (; count > 0 && at < text.size(); --count) {
    uint32_t c = 0;
    at += static_cast<unsigned char>(text[at]) < 0x80 ? 1 : DecodeCharacter(text, at, &c);
  }
  return at - begin;
}

size_t CountCharacters(std::string_view text) {
  if (IsAscii(text)) return text.size();
  size_t count = 0;
  for (size_t at = 0; at < text.size(); ++count) {
    uint32_t c = 0;
    at += static_cast<unsigned char>(text[at]) < 0x80 ? 1 : DecodeCharacter(text, at, &c);
  }
  return count;
}

std::string CsvField(std::string_view field) {
  if (field.size() < 2 || field.front() != '"') return std::string(field);
  std::string text;
  for (size_t at = 1; at < field.size(); ++at) {
    if (field[at] == '"') {
      if (at + 1 >= field.size()) break;
      if (field[at + 1] == '"') ++at;
    }
    text += field[at];
  }
  return text;
}

// ---- one field after the other
bool SplitCursor::Next(const Splitter& how, std::string_view text, Heap* heap, Span* field,
                       Span* separator) {
  if (at_ > text.size()) done_ = true;  // a state that somebody has changed
  if (done_ || text.empty() || !heap->ok()) return false;
  *separator = {text.size(), text.size()};
  bool more = true;
  switch (how.mode) {
    case Splitter::Mode::kBlanks: {
      const size_t before = at_;
      more = Blanks(text, &more, field, separator);
      static_cast<void>(heap->Work(16 + (at_ - before) / 4));
      return more;
    }
    case Splitter::Mode::kCharacter: more = Character(how, text, field, separator); break;
    case Splitter::Mode::kPattern: more = Matched(how, text, heap, field, separator); break;
    case Splitter::Mode::kEach: more = Each(text, *heap, field, separator); break;
    case Splitter::Mode::kFields: more = Described(how, text, heap, field); break;
    case Splitter::Mode::kWidths: more = Width(how, text, *heap, field); break;
    case Splitter::Mode::kCsv: more = Csv(text, field, separator); break;
  }
  ++index_;
  static_cast<void>(heap->Work(16 + (field->end - field->begin) / 4));
  return more;
}

bool SplitCursor::Blanks(std::string_view text, bool* more, Span* field, Span* separator) {
  while (at_ < text.size() && IsBlank(text[at_])) ++at_;
  *more = at_ < text.size();
  if (!*more) return false;
  field->begin = at_;
  while (at_ < text.size() && !IsBlank(text[at_])) ++at_;
  field->end = separator->begin = at_;
  while (at_ < text.size() && IsBlank(text[at_])) ++at_;
  separator->end = at_;
  return true;
}

bool SplitCursor::Character(const Splitter& how, std::string_view text, Span* field,
                            Span* separator) {
  size_t end = text.find(how.character, at_);
  if (how.newlines_too) end = std::min(end, text.find('\n', at_));
  end = std::min(end, text.size());
  *field = {at_, end};
  done_ = end == text.size();
  if (!done_) *separator = {end, end + 1};
  at_ = end + 1;
  return true;
}

bool SplitCursor::Matched(const Splitter& how, std::string_view text, Heap* heap, Span* field,
                          Span* separator) {
  if (!looked_) {
    looked_ = true;
    ascii_ = IsAscii(text);
  }
  size_t from = at_;
  while (true) {
    RegexSpan span;
    const bool found = from <= text.size() && how.pattern != nullptr &&
                       how.pattern->SearchRest(text, from, &span, heap, ascii_);
    size_t begin = found ? static_cast<size_t>(span.begin) : text.size();
    size_t end = found ? static_cast<size_t>(span.end) : text.size();
    if (begin == end && begin < text.size()) {  // an empty match parts nothing
      from = begin + CharacterBytes(*heap, text, begin, 1);
      if (heap->Work(8)) continue;
      return false;
    }
    *field = {at_, begin};
    done_ = begin >= text.size();
    if (!done_) *separator = {begin, end};
    at_ = end;
    return true;
  }
}

bool SplitCursor::Each(std::string_view text, const Heap& heap, Span* field, Span* separator) {
  *field = {at_, at_ + CharacterBytes(heap, text, at_, 1)};
  at_ = field->end;
  *separator = {at_, at_};
  done_ = at_ >= text.size();
  return true;
}

// FPAT. An empty match right behind a field is none: what stands there parts it from the next.
bool SplitCursor::Described(const Splitter& how, std::string_view text, Heap* heap, Span* field) {
  RegexSpan span;
  if (how.pattern == nullptr) return false;
  if (!looked_) {  // (each search would look through the whole text)
    looked_ = true;
    ascii_ = IsAscii(text);
  }
  if (!how.pattern->SearchRest(text, at_, &span, heap, ascii_)) {
    done_ = true;
    return false;
  }
  if (span.begin == span.end && index_ > 0 && static_cast<size_t>(span.begin) == at_) {
    done_ = at_ >= text.size();
    const size_t next = at_ + CharacterBytes(*heap, text, at_, 1);
    if (done_ || !how.pattern->SearchRest(text, next, &span, heap, ascii_)) {
      done_ = true;
      return false;
    }
  }
  *field = {static_cast<size_t>(span.begin), static_cast<size_t>(span.end)};
  at_ = field->end;
  done_ = at_ >= text.size();
  return true;
}

// What is skipped may be more than there is: the field is there all the same, and empty.
bool SplitCursor::Width(const Splitter& how, std::string_view text, const Heap& heap, Span* field) {
  if (how.widths == nullptr || index_ >= how.widths->size() || at_ >= text.size()) {
    done_ = true;
    return false;
  }
  const auto [skip, take] = (*how.widths)[index_];
  const size_t begin = at_ + CharacterBytes(heap, text, at_, skip);
  *field = {begin, begin + CharacterBytes(heap, text, begin, take)};
  at_ = field->end;
  return true;
}

bool SplitCursor::Csv(std::string_view text, Span* field, Span* separator) {
  size_t end = at_;
  if (at_ < text.size() && text[at_] == '"') {
    ++end;
    while (end < text.size()) {
      if (text[end] != '"') {
        ++end;
      } else if (end + 1 < text.size() && text[end + 1] == '"') {
        end += 2;
      } else {
        ++end;
        break;
      }
    }
  }
  end = std::min(text.find(',', end), text.size());
  *field = {at_, end};
  done_ = end == text.size();
  if (!done_) *separator = {end, end + 1};
  at_ = end + 1;
  return true;
}

// ---- the record
void Record::Set(std::string_view text) {
  if (!texts_.empty()) ForgetTexts();
  text_ = text;
  spans_.clear();
  cursor_ = SplitCursor();
  position_ = 0;
  complete_ = text.empty();
  rebuilt_ = false;
  if (changed_) {
    changed_ = stale_ = false;
    values_.clear();
  }
  if (text.size() > Str::kMostSize) heap_->FailTooLong();
}

void Record::SetCopy(std::string_view text) {
  // (It may be a part of what is there.)
  scratch_.Clear();
  scratch_.Append(text);
  own_.Clear();
  own_.Append(scratch_.view());
  scratch_.Reset();
  Set(own_.view());
}

void Record::Keep() {
  own_.Reset();
  own_.Append(text_);
  text_ = own_.view();
}

bool Record::Room(size_t count) {
  if (count <= spans_.capacity()) return true;
  const size_t room = std::max<size_t>(64, count + count / 2);
  if (!heap_->Charge(room * sizeof(Span32))) return false;
  spans_.reserve(room);
  heap_->Release(std::exchange(charged_, room * sizeof(Span32)));
  return true;
}

void Record::SplitTo(size_t number) {
  if (how_.mode == Splitter::Mode::kBlanks) return SplitBlanks(number);
  if (how_.mode == Splitter::Mode::kCharacter && !how_.newlines_too) return SplitCharacter(number);
  Span field, separator;
  while (cursor_.Next(how_, text_, heap_, &field, &separator)) {
    if (!Room(spans_.size() + 1)) return;
    spans_.push_back({static_cast<uint32_t>(field.begin), static_cast<uint32_t>(field.end)});
  }
  complete_ = true;
}

void Record::SplitBlanks(size_t number) {
  const char* const data = text_.data();
  const size_t size = text_.size();
  size_t at = position_;
  while (spans_.size() < number) {
    while (at < size && IsBlank(data[at])) ++at;
    if (at == size) {
      complete_ = true;
      break;
    }
    const size_t begin = at;
    while (at < size && !IsBlank(data[at])) ++at;
    if (spans_.size() == spans_.capacity() && !Room(spans_.size() + 1)) return;
    spans_.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(at)});
  }
  static_cast<void>(heap_->Work((at - position_) / 8));
  position_ = at;
}

void Record::SplitCharacter(size_t number) {
  const char* const data = text_.data();
  const size_t size = text_.size();
  const size_t before = position_;
  while (spans_.size() < number && !complete_) {
    const void* found = std::memchr(data + position_, how_.character, size - position_);
    const size_t end =
        found == nullptr ? size : static_cast<size_t>(static_cast<const char*>(found) - data);
    if (spans_.size() == spans_.capacity() && !Room(spans_.size() + 1)) return;
    spans_.push_back({static_cast<uint32_t>(position_), static_cast<uint32_t>(end)});
    complete_ = found == nullptr;
    position_ = complete_ ? size : end + 1;
  }
  static_cast<void>(heap_->Work((position_ - before) / 8));
}

Value Record::Get(size_t number) {
  if (changed_) return number <= values_.size() ? values_[number - 1] : Value::Missing();
  std::string_view text;
  if (View(number, &text)) return TextOf(static_cast<uint32_t>(number), text, Kind::kInput);
  if (number > spans_.size()) return Value::Missing();
  return MakeText(heap_, CsvField(text), Kind::kInput);
}

Value Record::TextOf(uint32_t number, std::string_view text, Kind kind) {
  // Others are copied as fast as they are looked up.
  constexpr size_t kLeastKept = 256;
  if (text.size() < kLeastKept) return MakeText(heap_, text, kind);
  const auto found = texts_.find(number);
  if (found != texts_.end()) return found->second;
  Value value = MakeText(heap_, text, kind);
  if (value.IsText() && heap_->Charge(kTextBytes)) texts_.emplace(number, value);
  return value;
}

void Record::ForgetTexts() {
  heap_->Release(texts_.size() * kTextBytes);
  texts_.clear();
}

bool Record::Change() {
  if (changed_) return true;
  const size_t count = FieldCount();
  const size_t bytes = 2 * count * sizeof(Value);
  if (!heap_->Charge(bytes)) return false;
  std::vector<Value> values;
  values.reserve(count + 1);
  for (size_t i = 1; i <= count; ++i) values.push_back(Get(i));
  values_ = std::move(values);
  ForgetTexts();
  spans_.clear();
  cursor_ = SplitCursor();
  position_ = 0;
  complete_ = true;
  heap_->Release(std::exchange(values_charged_, bytes));
  changed_ = true;
  return true;
}

void Record::Assign(size_t number, const Value& value) {
  if (!Change()) return;
  if (number > values_.size()) SetFieldCount(number);
  if (number > values_.size()) return;
  values_[number - 1] = value;
  stale_ = true;
}

void Record::SetFieldCount(size_t count) {
  if (Resize(count)) stale_ = true;
}

void Record::Extend(size_t count) {
  if (count > FieldCount()) Resize(count);
}

bool Record::Resize(size_t count) {
  if (!Change()) return false;
  if (count > values_.size()) {
    const size_t bytes = 2 * count * sizeof(Value);
    if (bytes > values_charged_ && !heap_->Charge(bytes)) return false;
    if (bytes > values_charged_) heap_->Release(std::exchange(values_charged_, bytes));
  }
  values_.resize(count, Value::Missing());
  return true;
}

void Record::Rebuild(std::string_view ofs) {
  stale_ = false;
  rebuilt_ = true;
  ForgetTexts();
  scratch_.Clear();
  for (size_t i = 0; i < values_.size() && heap_->ok(); ++i) {
    if (i > 0) scratch_.Append(ofs);
    NumberBuffer number;
    scratch_.Append(ViewOf(values_[i], convfmt_, &number));
    static_cast<void>(heap_->Work(16));
  }
  own_.Clear();
  own_.Append(scratch_.view());
  scratch_.Reset();
  text_ = own_.view();
}

void Record::Loaded(Archive& archive) {
  values_charged_ = 2 * values_.size() * sizeof(Value);
  static_cast<void>(heap_->Charge(values_charged_));
  for (const Value& value : values_) {
    if (!value.IsScalar()) archive.Fail();
  }
}

void Record::Fields(Archive& archive) {
  std::string text;
  if (!archive.loading()) text = text_;
  archive(text, complete_, changed_, stale_, rebuilt_, position_, cursor_);
  uint64_t count = spans_.size();
  archive(count);
  if (!archive.loading()) {
    for (Span32& span : spans_) archive(span.begin, span.end);
    return;
  }
  own_.Clear();
  own_.Append(text);
  text_ = own_.view();
  spans_.clear();
  if (count > text.size() + 1 || position_ > text.size() || cursor_.at() > text.size() + 1)
    return archive.Fail();
  for (uint64_t i = 0; i < count && archive.ok(); ++i) {
    Span32 span{};
    archive(span.begin, span.end);
    if (span.begin > span.end || span.end > text.size() || !Room(spans_.size() + 1))
      return archive.Fail();
    spans_.push_back(span);
  }
}

}  // namespace pysub::shell::awk
