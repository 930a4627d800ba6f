#include "shell/commands/jq/json_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "lexer/unicode/utf8.h"
#include "shell/commands/jq/number.h"
#include "shell/commands/jq/value_archive.h"

namespace pysub::shell::jq {
namespace {

enum class Class : uint8_t { kLiteral, kWhite, kStructure, kQuote, kSeparator };

constexpr std::array<Class, 256> kClasses = [] {
  std::array<Class, 256> classes{};
  for (char c : {' ', '\t', '\r', '\n'}) classes[static_cast<uint8_t>(c)] = Class::kWhite;
  for (char c : {'[', ']', '{', '}', ':', ','}) {
    classes[static_cast<uint8_t>(c)] = Class::kStructure;
  }
  classes['"'] = Class::kQuote;
  classes[0x1e] = Class::kSeparator;
  return classes;
}();

Class ClassOf(char c) { return kClasses[static_cast<uint8_t>(c)]; }

bool EqualsIgnoringCase(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    if ((text[i] | 32) != lower[i]) return false;
  }
  return true;
}

// NaN and infinities as decimal arithmetic spells them.
Value SpecialNumber(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  // (Zeros behind it are no diagnosis.)
  std::string_view name = text;
  while (name.size() > 3 && name.ends_with('0')) name.remove_suffix(1);
  if (EqualsIgnoringCase(name, "nan")) {
    return Value::Number(std::numeric_limits<double>::quiet_NaN());
  }
  if (!EqualsIgnoringCase(text, "infinity") && !EqualsIgnoringCase(text, "inf")) return Value();
  const double most = std::numeric_limits<double>::infinity();
  return Value::Number(negative ? -most : most);
}

bool IsLetter(char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }

}  // namespace

void JsonReader::Feed(std::string_view bytes) {
  CountLines();
  const std::string_view left = bytes_.substr(at_);
  if (left.empty()) {
    bytes_ = bytes;
    is_own_ = false;
  } else {
    own_ = std::string(left) + std::string(bytes);  // `left` is short: WantsLine()
    bytes_ = own_;
    is_own_ = true;
  }
  at_ = counted_ = line_end_ = 0;
}

bool JsonReader::WantsLine() {
  constexpr size_t kMostOfLine = 64 << 10;
  if (finished_ || line_end_ > at_ || bytes_.size() - at_ >= kMostOfLine) return false;
  const size_t newline = bytes_.find('\n', at_);
  if (newline != std::string_view::npos) {
    line_end_ = newline + 1;
    return false;
  }
  CountLines();
  return column_ != 0 && column_ < kMostOfLine;
}

void JsonReader::Suspend() {
  if (is_own_) return;
  CountLines();
  own_.assign(bytes_.substr(at_));
  bytes_ = own_;
  is_own_ = true;
  at_ = counted_ = line_end_ = 0;
}

// Up to where it has read.
void JsonReader::CountLines() {
  const std::string_view part = bytes_.substr(counted_, at_ - counted_);
  for (size_t at = 0; at < part.size();) {
    const size_t newline = part.find('\n', at);
    if (newline == std::string_view::npos) {
      column_ += part.size() - at;
      break;
    }
    ++lines_;
    column_ = 0;
    at = newline + 1;
  }
  counted_ = at_;
}

// jq reads lines: the one where it stands is there to its end.
uint64_t JsonReader::LinesRead() {
  CountLines();
  if (column_ == 0) return lines_;
  return lines_ + (bytes_.find('\n', at_) != std::string_view::npos ? 1 : 0);
}

JsonReader::Result JsonReader::Fail(std::string_view message, bool at_end) {
  CountLines();
  error_ = message;
  error_ += std::string(at_end ? " at EOF" : "") + " at line " + std::to_string(lines_ + 1) +
            ", column " + std::to_string(column_);
  if (sequence_ && !at_end && !at_separator_) error_ += " (need RS to resync)";
  at_separator_ = false;
  error_path_ = path_.is_array() ? path_ : Value::EmptyArray();
  Reset();
  // jq reads by lines, and drops the one with the mistake.
  if (!sequence_ && !at_end && !(at_ > 0 && bytes_[at_ - 1] == '\n')) state_ = State::kSkipping;
  return Result::kError;
}

void JsonReader::Reset() {
  next_ = Value();
  stack_.clear();
  token_.clear();
  kinds_.clear();
  filled_.clear();
  path_ = Value::EmptyArray();
  before_ = Before::kOpen;
  state_ = State::kNormal;
}

void JsonReader::Restart() {
  Reset();
  bytes_ = own_ = {};
  is_own_ = finished_ = started_ = heard_ = false;
  white_ = true;
  mark_ = ready_count_ = ready_at_ = 0;
  at_ = lines_ = column_ = counted_ = line_end_ = 0;
}

void JsonReader::Keep(std::string_view part) {
  if (token_.size() + part.size() > (64 << 10)) {
    if (!heap_.Charge(2 * static_cast<int64_t>(part.size()))) return;
  }
  token_ += part;
}

const char* JsonReader::TakeValue(Value value) {
  if (mode_ == Mode::kStream) {
    if (!kinds_.empty() && before_ == Before::kValue) return "Expected separator between values";
    if (!kinds_.empty() && kinds_.back() == '{' && before_ != Before::kColon &&
        !value.is_string() && !next_.is_none()) {
      return "Expected separator between values";
    }
  }
  if (!next_.is_none()) return "Expected separator between values";
  next_ = std::move(value);
  heap_.MarkRead(&next_);
  return nullptr;
}

const char* JsonReader::Literal(std::string_view text) {
  std::string_view word;
  Value value;
  text = text.substr(0, text.find('\0'));  // as strings of C end
  if (text.empty()) return "Invalid numeric literal";
  switch (text[0]) {
    case 't':
      word = "true";
      value = Value::Bool(true);
      break;
    case 'f':
      word = "false";
      value = Value::Bool(false);
      break;
    case '\'': return "Invalid string literal; expected \", but got '";
    case 'n':
      if (text.size() > 1 && text[1] == 'u') {
        word = "null";
        value = Value::Null();
      }
      break;
    default: break;
  }
  if (!word.empty()) {
    if (text != word) return "Invalid literal";
    return TakeValue(std::move(value));
  }
  value = ParseNumber(heap_, text);
  if (value.is_none()) value = SpecialNumber(text);
  if (value.is_none()) return "Invalid numeric literal";
  return TakeValue(std::move(value));
}

const char* JsonReader::FoundString(std::string_view raw) {
  const char* error = nullptr;
  Value value = UnescapeString(heap_, raw, &error);
  return error != nullptr ? error : TakeValue(std::move(value));
}

// ---- whole values
const char* JsonReader::Open(char c) {
  const size_t depth = mode_ == Mode::kStream ? kinds_.size() : stack_.size();
  if (depth >= kMaxDepth) return "Exceeds depth limit for parsing";
  if (!next_.is_none()) return "Expected separator between values";
  stack_.push_back(c == '[' ? Value::EmptyArray() : Value::EmptyObject());
  return nullptr;
}

const char* JsonReader::Colon() {
  if (next_.is_none()) return "Expected string key before ':'";
  if (stack_.empty() || !stack_.back().is_object()) return "':' not as part of an object";
  if (!next_.is_string()) return "Object keys must be strings";
  stack_.push_back(std::move(next_));
  next_ = Value();
  return nullptr;
}

const char* JsonReader::Comma() {
  if (next_.is_none()) return "Expected value before ','";
  if (stack_.empty()) return "',' not as part of an object or array";
  Value& top = stack_.back();
  if (top.is_array()) {
    heap_.Push(&top, std::move(next_));
  } else if (top.is_string()) {
    Value key = std::move(top);
    stack_.pop_back();
    heap_.Set(&stack_.back(), std::move(key), std::move(next_));
  } else {
    return "Objects must consist of key:value pairs";
  }
  next_ = Value();
  return nullptr;
}

const char* JsonReader::CloseArray() {
  if (stack_.empty() || !stack_.back().is_array()) return "Unmatched ']'";
  Value& top = stack_.back();
  if (!next_.is_none()) {
    heap_.Push(&top, std::move(next_));
  } else if (top.size() != 0) {
    return "Expected another array element";
  }
  next_ = std::move(top);
  heap_.MarkRead(&next_);
  stack_.pop_back();
  return nullptr;
}

const char* JsonReader::CloseObject() {
  if (stack_.empty()) return "Unmatched '}'";
  if (!next_.is_none()) {
    if (!stack_.back().is_string()) return "Objects must consist of key:value pairs";
    Value key = std::move(stack_.back());
    stack_.pop_back();
    heap_.Set(&stack_.back(), std::move(key), std::move(next_));
  } else {
    if (!stack_.back().is_object()) return "Unmatched '}'";
    if (stack_.back().count() != 0) return "Expected another key-value pair";
  }
  next_ = std::move(stack_.back());
  heap_.MarkRead(&next_);
  stack_.pop_back();
  return nullptr;
}

const char* JsonReader::Structure(char c) {
  switch (c) {
    case '[':
    case '{': return Open(c);
    case ':': return Colon();
    case ',': return Comma();
    case ']': return CloseArray();
    default: return CloseObject();
  }
}

// ---- streams
void JsonReader::Emit(bool closing, Value leaf) {
  Value event = heap_.Array(2);
  heap_.Push(&event, path_.is_none() ? Value::EmptyArray() : path_);
  if (!closing) heap_.Push(&event, std::move(leaf));
  ready_[ready_count_++] = std::move(event);
}

const char* JsonReader::StreamClose(char c) {
  const char open = c == ']' ? '[' : '{';
  if (kinds_.empty()) {
    return c == ']' ? "Unmatched ']' at the top-level" : "Unmatched '}' at the top-level";
  }
  const bool had_next = !next_.is_none();
  if (kinds_.back() != open) {
    if (c == '}' && before_ == Before::kComma && !had_next)
      return "Expected another key:value pair";
    return c == ']' ? "Unmatched ']' in the middle of an object"
                    : "Unmatched '}' in the middle of an array";
  }
  if (before_ == Before::kComma && !had_next) {
    return c == ']' ? "Expected another array element" : "Expected another key:value pair";
  }
  if (c == '}' && before_ == Before::kColon && !had_next) {
    return "Missing value in key:value pair";
  }
  if (c == '}' && had_next && before_ != Before::kColon) {
    return "Objects must consist of key:value pairs";
  }
  const bool empty = !had_next && !filled_.back();
  if (had_next) Emit(false, std::move(next_));
  next_ = Value();
  if (empty) {
    heap_.Truncate(&path_, path_.size() - 1);
    Emit(false, c == ']' ? Value::EmptyArray() : Value::EmptyObject());
  } else {
    Emit(true, Value());
    heap_.Truncate(&path_, path_.size() - 1);
  }
  kinds_.pop_back();
  filled_.pop_back();
  before_ = Before::kValue;
  if (!filled_.empty()) filled_.back() = 1;
  return nullptr;
}

const char* JsonReader::StreamStructure(char c) {
  switch (c) {
    case '[':
    case '{':
      if (kinds_.size() >= kMaxDepth) return "Exceeds depth limit for parsing";
      if (!next_.is_none() || (!kinds_.empty() && before_ == Before::kValue)) {
        return "Expected a separator between values";
      }
      if (!kinds_.empty() && kinds_.back() == '{' && before_ != Before::kColon) {
        if (before_ == Before::kComma) {
          return c == '[' ? "Expected string key after ',' in object, not '['"
                          : "Expected string key after ',' in object, not '{'";
        }
        return c == '[' ? "Expected string key after '{', not '['"
                        : "Expected string key after '{', not '{'";
      }
      if (!heap_.Charge(4)) return "Exceeds depth limit for parsing";
      kinds_.push_back(static_cast<uint8_t>(c));
      filled_.push_back(0);
      if (path_.is_none()) path_ = Value::EmptyArray();
      heap_.Push(&path_, c == '[' ? Value::Number(0) : Value::Null());
      before_ = Before::kOpen;
      return nullptr;
    case ':':
      if (next_.is_none() && !kinds_.empty()) return "Expected string key before ':'";
      if (kinds_.empty() || kinds_.back() != '{' || before_ == Before::kColon) {
        return "':' not as part of an object";
      }
      if (!next_.is_string()) return "Object keys must be strings";
      if (heap_.Own(&path_, 0)) path_.items()[path_.size() - 1] = std::move(next_);
      next_ = Value();
      before_ = Before::kColon;
      return nullptr;
    case ',':
      if (next_.is_none() && before_ != Before::kValue) return "Expected value before ','";
      if (kinds_.empty()) return "',' not as part of an object or array";
      if (kinds_.back() == '{' && before_ != Before::kColon && before_ != Before::kValue) {
        return "Objects must consist of key:value pairs";
      }
      if (!next_.is_none()) Emit(false, std::move(next_));
      next_ = Value();
      filled_.back() = 1;
      before_ = Before::kComma;
      if (kinds_.back() == '[' && heap_.Own(&path_, 0)) {
        Value& index = path_.items()[path_.size() - 1];
        index = Value::Number(index.number() + 1);
      }
      return nullptr;
    default: return StreamClose(c);
  }
}

// ---- the loop
bool JsonReader::Done(Value* value) {
  if (ready_at_ < ready_count_) {
    *value = std::move(ready_[ready_at_]);
    if (++ready_at_ == ready_count_) ready_at_ = ready_count_ = 0;
    return true;
  }
  if (next_.is_none()) return false;
  if (mode_ == Mode::kValues) {
    if (!stack_.empty()) return false;
    *value = std::move(next_);
    next_ = Value();
    return true;
  }
  if (!kinds_.empty()) return false;
  Emit(false, std::move(next_));
  next_ = Value();
  return Done(value);
}

const char* JsonReader::StringPart() {
  // From at_ on, in a string; the quote is behind it.
  const size_t begin = at_;
  size_t at = at_;
  if (state_ == State::kEscape && at < bytes_.size() && !(sequence_ && bytes_[at] == '\x1e')) {
    ++at;
    state_ = State::kString;
  }
  while (at < bytes_.size()) {
    const char c = bytes_[at];
    if (c == '\x1e' && sequence_) {
      at_ = at + 1;
      at_separator_ = true;
      return "Truncated value";
    }
    if (c == '"') {
      at_ = at + 1;
      state_ = State::kNormal;
      const std::string_view part = bytes_.substr(begin, at - begin);
      if (token_.empty()) return FoundString(part);
      Keep(part);
      std::string token;
      token.swap(token_);
      return FoundString(token);
    }
    if (c == '\\') {
      if (at + 1 == bytes_.size()) state_ = State::kEscape;
      if (!(sequence_ && at + 1 < bytes_.size() && bytes_[at + 1] == '\x1e')) ++at;
    }
    ++at;
  }
  at_ = bytes_.size();
  Keep(bytes_.substr(begin));
  return nullptr;
}

const char* JsonReader::LiteralPart() {
  const size_t begin = at_;
  size_t at = at_;
  while (at < bytes_.size() && ClassOf(bytes_[at]) == Class::kLiteral) ++at;
  at_ = at;
  const std::string_view part = bytes_.substr(begin, at - begin);
  if (at == bytes_.size()) {
    Keep(part);
    state_ = State::kLiteral;
    return nullptr;
  }
  state_ = State::kNormal;
  const bool is_cut = sequence_ && bytes_[at] == '\x1e';
  // (What ends it is looked at, too, where a mistake is said to be.)
  const char* wrong;
  if (token_.empty()) {
    wrong = Literal(part);
  } else {
    Keep(part);
    std::string token;
    token.swap(token_);
    wrong = Literal(token);
  }
  if (is_cut) {
    ++at_;
    at_separator_ = true;
    const bool is_number = wrong == nullptr && next_.is_number();
    return is_number && stack_.empty() && kinds_.empty()
               ? "Potentially truncated top-level numeric value"
               : "Truncated value";
  }
  if (wrong != nullptr) {
    ++at_;
    return wrong;
  }
  // A value that ends at one of these is not given out before that was looked at: `1}` is a
  // mistake.
  if (Value done; ClassOf(bytes_[at_]) == Class::kStructure && Done(&done)) {
    wrong = Bracket();
    if (wrong == nullptr) ready_[ready_count_++] = std::move(done);
  }
  return wrong;
}

const char* JsonReader::Bracket() {
  const char c = bytes_[at_++];
  return mode_ == Mode::kStream ? StreamStructure(c) : Structure(c);
}

const char* JsonReader::RecordSeparator() {
  ++at_;
  if (!sequence_) return "Unexpected record separator";
  if (stack_.empty() && kinds_.empty()) return nullptr;
  // (What is left behind white space is left without a word.)
  if (white_ && mode_ == Mode::kValues) {
    Reset();
    return nullptr;
  }
  at_separator_ = true;
  return "Truncated value";
}

// What stands before the first RS.
void JsonReader::SkipAbandoned() {
  at_ = std::min(bytes_.find('\x1e', at_), bytes_.size());
  heard_ = at_ < bytes_.size();
}

void JsonReader::SkipLine() {
  const size_t end = bytes_.find('\n', at_);
  at_ = end == std::string_view::npos ? bytes_.size() : end + 1;
  if (end != std::string_view::npos) state_ = State::kNormal;
}

const char* JsonReader::Step() {
  if (state_ == State::kString || state_ == State::kEscape) return StringPart();
  if (state_ == State::kLiteral) return LiteralPart();
  const Class kind = ClassOf(bytes_[at_]);
  if (kind == Class::kSeparator) return RecordSeparator();
  white_ = kind == Class::kWhite;
  if (kind == Class::kLiteral) return LiteralPart();
  if (kind == Class::kStructure) return Bracket();
  ++at_;
  if (white_) return nullptr;
  state_ = State::kString;
  return StringPart();
}

JsonReader::Result JsonReader::AtEnd(Value* value) {
  if (sequence_ && !heard_) {
    heard_ = true;
    return Fail("Unfinished abandoned text", true);
  }
  if (state_ == State::kString || state_ == State::kEscape) {
    return Fail("Unfinished string", true);
  }
  if (state_ == State::kLiteral) {
    state_ = State::kNormal;
    std::string token;
    token.swap(token_);
    if (sequence_ && stack_.empty() && kinds_.empty() && !IsLetter(token[0])) {
      return Fail("Potentially truncated top-level numeric value", true);
    }
    if (const char* wrong = Literal(token)) return Fail(wrong, true);
  }
  if (Done(value)) return Result::kValue;
  if (!stack_.empty() || !kinds_.empty()) return Fail("Unfinished JSON term", true);
  return Result::kEnd;
}

JsonReader::Result JsonReader::Next(Value* value) {
  if (ready_at_ < ready_count_ && Done(value)) return Result::kValue;
  while (at_ < bytes_.size()) {
    if (!started_) {
      constexpr std::string_view kMark = "\xEF\xBB\xBF";
      if (bytes_[at_] == kMark[mark_]) {
        ++at_;
        started_ = ++mark_ == kMark.size();
        continue;
      }
      started_ = true;
      if (mark_ > 0) {
        Fail("");
        error_ = "Malformed BOM";  // (It has no place.)
        return Result::kError;
      }
    }
    if (sequence_ && !heard_) {
      SkipAbandoned();
      continue;
    }
    if (state_ == State::kSkipping) {
      SkipLine();
      continue;
    }
    if (const char* wrong = Step()) return Fail(wrong);
    if (state_ == State::kNormal && Done(value)) return Result::kValue;
  }
  if (!finished_) {
    // (The next read ends what was fed.)
    CountLines();
    bytes_ = {};
    is_own_ = false;
    at_ = counted_ = line_end_ = 0;
    return Result::kMore;
  }
  return AtEnd(value);
}

void JsonReader::Save(ValueArchive& archive) {
  Suspend();
  archive.plain()(mode_, at_, finished_, started_, mark_, state_, token_, white_, error_, kinds_,
                  filled_, heard_, before_, ready_count_, ready_at_, lines_, column_, counted_,
                  own_);
  archive.List(&stack_);
  archive.One(&next_);
  archive.One(&path_);
  archive.One(&ready_[0]);
  archive.One(&ready_[1]);
  if (!archive.plain().loading()) return;
  bytes_ = own_;
  is_own_ = true;
  bool right = (started_ || mark_ < 3) && at_ <= own_.size() && counted_ <= at_ &&
               state_ <= State::kSkipping && before_ <= Before::kValue && ready_count_ <= 2 &&
               ready_at_ <= ready_count_ && mode_ <= Mode::kStream &&
               kinds_.size() == filled_.size() && stack_.size() <= kMaxDepth + 1 &&
               kinds_.size() <= kMaxDepth;
  // A key stands on its object; a stream has a place in its path for each level.
  for (size_t i = 0; i < stack_.size() && right; ++i) {
    const Value& value = stack_[i];
    right = value.is_array() || value.is_object() ||
            (value.is_string() && i > 0 && stack_[i - 1].is_object());
  }
  if (!kinds_.empty()) right &= path_.is_array() && path_.size() == kinds_.size();
  for (size_t i = 0; i < kinds_.size() && right; ++i) {
    right = kinds_[i] == '{' || (kinds_[i] == '[' && path_.at(i).is_number());
  }
  if (!right) archive.plain().Fail();
}

Value ParseJson(Heap& heap, std::string_view text, std::string* error) {
  JsonReader reader(heap);
  reader.Feed(text);
  reader.Finish();
  Value value, more;
  JsonReader::Result result = reader.Next(&value);
  if (result == JsonReader::Result::kValue) {
    result = reader.Next(&more);
    if (result == JsonReader::Result::kEnd) return value;
  }
  std::string message = reader.error();
  if (result == JsonReader::Result::kValue) message = "Unexpected extra JSON values";
  if (result == JsonReader::Result::kEnd) message = "Expected JSON value";
  *error = message + " (while parsing '" + std::string(text.substr(0, 1 << 16)) + "')";
  return Value();
}

}  // namespace pysub::shell::jq
