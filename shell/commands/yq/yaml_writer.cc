#include "shell/commands/yq/yaml_writer.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "lexer/base/read_double.h"
#include "lexer/unicode/utf8.h"
#include "shell/commands/jq/number.h"
#include "shell/commands/jq/order.h"
#include "shell/commands/jq/value_archive.h"
#include "shell/commands/yq/yaml_analysis.h"
#include "shell/commands/yq/yaml_values.h"

namespace pysub::shell::yq {

using jq::Value;

namespace {

constexpr uint64_t kIndentation = 2;
// A longer key gets a "?" of its own. (PyYAML counts the five letters of its tag, too.)
constexpr size_t kMostOfKey = 128 - 5;
constexpr size_t kMaxDepth = 10000;

// A number as Python reads it from JSON and its YAML writer prints it.
std::string NumberText(const Value& value) {
  std::string text;
  jq::AppendNumber(&text, value);
  if (text.find_first_of(".eE") == std::string::npos) return text == "-0" ? "0" : text;
  double number = 0;
  const auto [end, mistake] = DoubleFromChars(text.data(), text.data() + text.size(), number);
  if (mistake == std::errc::result_out_of_range) number = std::strtod(text.c_str(), nullptr);
  std::string out;
  AppendPythonFloat(&out, number);
  // (YAML 1.1 wants a point in front of an exponent.)
  const size_t mark = out.find('e');
  if (mark != std::string::npos && out.find('.') == std::string::npos) out.insert(mark, ".0");
  return out;
}

bool IsFlat(const Value& value) {
  if (value.is_array()) return value.size() == 0;
  return !value.is_object() || value.count() == 0;
}

}  // namespace

void YamlWriter::Restart() {
  phase_ = Phase::kIdle;
  first_ = blank_ = indention_ = true;
  open_ended_ = false;
  column_ = 0;
  indent_ = -1;
}

void YamlWriter::Start(Value value) {
  document_ = std::move(value);
  phase_ = Phase::kStart;
}

// ---- what is written last decides what comes before the next
void YamlWriter::Indicator(std::string_view text, bool needs_blank, bool blank_follows,
                           bool indents) {
  if (needs_blank && !blank_) {
    *out_ += ' ';
    ++column_;
  }
  *out_ += text;
  column_ += text.size();
  blank_ = blank_follows;
  indention_ = indention_ && indents;
  open_ended_ = false;
}

void YamlWriter::LineBreak(std::string_view text) {
  *out_ += text;
  column_ = 0;
  blank_ = indention_ = true;
}

void YamlWriter::Indent() {
  const auto indent = static_cast<uint64_t>(std::max<int64_t>(indent_, 0));
  if (!indention_ || column_ > indent || (column_ == indent && !blank_)) LineBreak();
  if (column_ < indent) {
    blank_ = true;
    out_->append(indent - column_, ' ');
    column_ = indent;
  }
}

int64_t YamlWriter::Deeper(bool flow) const {
  if (indent_ < 0) return flow ? static_cast<int64_t>(kIndentation) : 0;
  return indent_ + static_cast<int64_t>(kIndentation);
}

void YamlWriter::PutText(std::string_view text) {
  if (text.size() > kPiece) {
    // (The piece that is being made is copied once more on its way out.)
    const auto bytes = static_cast<int64_t>(3 * text.size());
    const bool has_room = heap_.Charge(bytes);
    heap_.Charge(-bytes);
    if (!has_room) return;
  }
  *out_ += text;
  for (char c : text) column_ += (c & 0xC0) != 0x80 ? 1 : 0;
  heap_.Spend(text.size() / 8);
}

// ---- collections
void YamlWriter::Node(const Value& value, Context context) {
  if (!IsFlat(value)) {
    OpenCollection(value, context);
  } else if (value.is_array() || value.is_object()) {
    Indicator(value.is_array() ? "[" : "{", true, true);
    Indicator(value.is_array() ? "]" : "}", false);
  } else {
    StartScalar(value, context);
  }
}

void YamlWriter::OpenCollection(const Value& value, Context context) {
  if (stack_.size() >= kMaxDepth) {
    Indicator("'<skipped: too deep>'", true);
    return;
  }
  if (!heap_.Charge(sizeof(Open) + sizeof(Value))) return;
  Open open;
  open.outer_indent = indent_;
  const bool in_mapping = context == Context::kValue;
  if (!(style_->indentless && value.is_array() && in_mapping && !indention_)) {
    indent_ = Deeper(false);
  }
  open.first_key = sorted_.size();
  if (value.is_object() && style_->sorted) {
    if (!heap_.Charge(static_cast<int64_t>(value.count() * sizeof(Value)))) return;
    for (const jq::Entry* entry : jq::SortedEntries(heap_, value)) sorted_.push_back(entry->key);
  }
  stack_.push_back(open);
  containers_.push_back(value);
}

void YamlWriter::Close() {
  const Open& top = stack_.back();
  indent_ = top.outer_indent;
  heap_.Charge(-static_cast<int64_t>(sizeof(Open) + sizeof(Value) +
                                     (sorted_.size() - top.first_key) * sizeof(Value)));
  sorted_.resize(top.first_key);
  stack_.pop_back();
  containers_.pop_back();
}

void YamlWriter::StepSequence() {
  Open& top = stack_.back();
  const Value container = containers_.back();
  if (top.next >= container.size()) {
    Close();
    return;
  }
  const Value item = container.at(top.next++);
  Indent();
  Indicator("-", true, false, true);
  Node(item, Context::kItem);
}

// Finds the entry where the mapping stands. False: there are no more.
bool YamlWriter::NextEntry(Open* top, Value* key, const Value** value) {
  const Value& container = containers_.back();
  if (style_->sorted) {
    if (top->first_key + top->next >= sorted_.size()) return false;
    *key = sorted_[top->first_key + top->next];
    *value = container.Find(*key);
    return *value != nullptr;
  }
  while (top->next < container.slots() && container.entries()[top->next].key.is_none()) {
    heap_.Spend(1);
    ++top->next;
  }
  if (top->next >= container.slots()) return false;
  *key = container.entries()[top->next].key;
  *value = &container.entries()[top->next].value;
  return true;
}

void YamlWriter::StepMapping() {
  Open& top = stack_.back();
  Value key;
  const Value* found = nullptr;
  if (!NextEntry(&top, &key, &found)) {
    Close();
    return;
  }
  if (!top.value_follows) {
    Indent();
    top.value_follows = true;
    const std::string_view text = key.text();
    // (A character is a byte at least, so a key of more than four times as many is too long.)
    top.complex = text.empty() || text.size() > 4 * kMostOfKey ||
                  CharactersOf(text) >= kMostOfKey || Analyze(heap_, text).multiline;
    if (top.complex) Indicator("?", true, false, true);
    StartScalar(key, top.complex ? Context::kComplexKey : Context::kKey);
    return;
  }
  if (top.complex) Indent();
  Indicator(":", top.complex, false, top.complex);
  top.value_follows = false;
  ++top.next;
  const Value value = *found;
  Node(value, Context::kValue);
}

// ---- scalars
void YamlWriter::StartScalar(const Value& value, Context context) {
  scalar_outer_ = indent_;
  indent_ = Deeper(true);
  splits_ = context != Context::kKey;
  quotes_ = Quotes::kNone;
  at_ = begin_ = pending_ = 0;
  in_breaks_ = false;
  if (value.is_string()) {
    scalar_ = value;
    const Analysis analysis = Analyze(heap_, value.text());
    const bool is_text = style_->old_grammar ? ResolveOld(value.text()) == ScalarKind::kText
                                             : ResolveCore(value.text()) == ScalarKind::kText;
    if (!is_text || !analysis.allows_plain) quotes_ = Quotes::kSingle;
    if (quotes_ == Quotes::kSingle &&
        (!analysis.allows_single || (!splits_ && analysis.multiline))) {
      quotes_ = Quotes::kDouble;
    }
  } else {
    switch (value.kind()) {
      case jq::Kind::kNone:
      case jq::Kind::kNull: scalar_ = Value::Short("null"); break;
      case jq::Kind::kFalse: scalar_ = Value::Short("false"); break;
      case jq::Kind::kTrue: scalar_ = Value::Short("true"); break;
      default: scalar_ = heap_.String(NumberText(value)); break;
    }
  }
  if (quotes_ == Quotes::kNone) {
    if (context == Context::kRoot) open_ended_ = true;
    if (!blank_) {
      *out_ += ' ';
      ++column_;
    }
    blank_ = indention_ = false;
  } else {
    Indicator(quotes_ == Quotes::kSingle ? "'" : "\"", true);
  }
  phase_ = Phase::kScalar;
}

void YamlWriter::EndScalar() {
  if (quotes_ != Quotes::kNone) Indicator(quotes_ == Quotes::kSingle ? "'" : "\"", false);
  indent_ = scalar_outer_;
  scalar_ = Value();
  phase_ = Phase::kNodes;
}

bool YamlWriter::WriteScalar(size_t enough) {
  switch (quotes_) {
    case Quotes::kNone: return WritePlain(enough);
    case Quotes::kSingle: return WriteSingle(enough);
    case Quotes::kDouble: return WriteDouble(enough);
  }
  return true;
}

// Words and the blanks between them; a single blank behind the width is a place to break.
bool YamlWriter::WritePlain(size_t enough) {
  const std::string_view text = scalar_.text();
  while (at_ < text.size()) {
    if (out_->size() >= enough || !heap_.Spend(1)) return false;
    const bool blanks = text[at_] == ' ';
    size_t end = blanks ? text.find_first_not_of(' ', at_) : text.find(' ', at_);
    end = std::min(end, text.size());
    if (blanks && end == at_ + 1 && column_ > style_->width && splits_) {
      Indent();
      blank_ = indention_ = false;
    } else {
      end = PieceEnd(text, at_, end);
      PutText(text.substr(at_, end - at_));
    }
    at_ = end;
  }
  return true;
}

bool YamlWriter::WriteSingle(size_t enough) {
  const std::string_view text = scalar_.text();
  while (at_ < text.size()) {
    if (out_->size() >= enough || !heap_.Spend(1)) return false;
    size_t end = at_;
    if (text[at_] == '\'') {
      *out_ += "''";
      column_ += 2;
      ++end;
    } else if (text[at_] == ' ') {
      end = std::min(text.find_first_not_of(' ', at_), text.size());
      if (end == at_ + 1 && column_ > style_->width && splits_ && at_ != 0 && end != text.size()) {
        Indent();
      } else {
        PutText(text.substr(at_, end - at_));
      }
    } else if (LineBreakAt(text, at_) > 0) {
      // The first of several is folded into a blank when it is read, so there is one more.
      if (!in_breaks_ && text[at_] == '\n') LineBreak();
      in_breaks_ = true;
      const size_t size = LineBreakAt(text, at_);
      LineBreak(text.substr(at_, size));
      end = at_ + size;
      if (end == text.size() || LineBreakAt(text, end) == 0) {
        Indent();
        in_breaks_ = false;
      }
    } else {
      while (end < text.size() && text[end] != ' ' && text[end] != '\'' &&
             LineBreakAt(text, end) == 0 && end - at_ < kPiece) {
        ++end;
      }
      while (end < text.size() && IsContinuationByte(text[end])) ++end;
      PutText(text.substr(at_, end - at_));
    }
    at_ = end;
  }
  return true;
}

// What is between begin_ and at_ waits until it is known whether the line is broken there.
bool YamlWriter::WriteDouble(size_t enough) {
  const std::string_view text = scalar_.text();
  while (at_ <= text.size()) {
    if (out_->size() >= enough || !heap_.Spend(1)) return false;
    const bool ends = at_ == text.size();
    const size_t size = ends ? 1 : CharacterSize(text, at_);
    const std::string escape = ends ? "" : EscapeOf(text, at_);
    const bool flushes = ends || !escape.empty();
    if (flushes && begin_ < at_) {
      PutText(text.substr(begin_, at_ - begin_));
      begin_ = at_;
      pending_ = 0;
    }
    if (!escape.empty()) {
      *out_ += escape;
      column_ += escape.size();
      begin_ = at_ + size;
    }
    const bool behind = begin_ > at_;  // the escape was this character
    if (at_ > 0 && at_ + size < text.size() && (text[at_] == ' ' || begin_ >= at_) &&
        column_ + pending_ > style_->width + (behind ? 1 : 0) && splits_) {
      if (begin_ < at_) PutText(text.substr(begin_, at_ - begin_)), begin_ = at_;
      pending_ = 0;
      *out_ += '\\';
      ++column_;
      Indent();
      blank_ = indention_ = false;
      if (text[begin_] == ' ') {
        *out_ += '\\';
        ++column_;
      }
    }
    if (!ends && begin_ <= at_) ++pending_;
    at_ += size;
  }
  return true;
}

// ---- documents
bool YamlWriter::Write(const YamlStyle& style, size_t enough, std::string* out) {
  style_ = &style;
  out_ = out;
  bool done = false;
  while (!done) {
    if (out->size() >= enough || !heap_.Spend(2)) break;
    switch (phase_) {
      case Phase::kIdle: done = true; break;
      case Phase::kStart: {
        if (!first_ || style.explicit_start) {
          Indent();
          Indicator("---", true);
        }
        first_ = false;
        phase_ = Phase::kNodes;
        const Value document = std::move(document_);
        document_ = Value();
        Node(document, Context::kRoot);
        break;
      }
      case Phase::kScalar:
        if (WriteScalar(enough)) EndScalar();
        break;
      case Phase::kNodes:
        if (!stack_.empty()) {
          containers_.back().is_array() ? StepSequence() : StepMapping();
          break;
        }
        Indent();
        if (style.explicit_end) {
          Indicator("...", true);
          Indent();
        }
        phase_ = Phase::kIdle;
        done = true;
        break;
    }
  }
  style_ = nullptr;
  out_ = nullptr;
  return done;
}

void YamlWriter::End(std::string* out) {
  if (!open_ended_) return;
  out_ = out;
  Indicator("...", true);
  Indent();
  out_ = nullptr;
}

void YamlWriter::Save(jq::ValueArchive& archive) {
  archive.plain()(phase_, first_, column_, blank_, indention_, open_ended_, indent_, stack_,
                  quotes_, splits_, scalar_outer_, at_, begin_, pending_, in_breaks_);
  archive.List(&containers_);
  archive.List(&sorted_);
  archive.One(&document_);
  archive.One(&scalar_);
  if (!archive.plain().loading()) return;
  constexpr int64_t kMostIndent = static_cast<int64_t>((kMaxDepth + 2) * kIndentation);
  bool right = phase_ <= Phase::kScalar && quotes_ <= Quotes::kDouble &&
               stack_.size() == containers_.size() && stack_.size() <= kMaxDepth &&
               indent_ <= kMostIndent && scalar_outer_ <= kMostIndent &&
               (phase_ != Phase::kScalar || scalar_.is_string()) &&
               column_ <= (uint64_t{1} << 40) && pending_ <= (uint64_t{1} << 40);
  if (right && phase_ == Phase::kScalar) {
    const std::string_view text = scalar_.text();
    const auto is_place = [&](uint64_t at) {
      return at <= text.size() && (at == text.size() || (text[at] & 0xC0) != 0x80);
    };
    right = (is_place(at_) || at_ == text.size() + 1) &&
            (is_place(begin_) || begin_ == text.size() + 1);
  }
  uint64_t first_key = 0;
  for (size_t i = 0; i < stack_.size() && right; ++i) {
    right = (containers_[i].is_array() || containers_[i].is_object()) &&
            stack_[i].outer_indent <= kMostIndent && stack_[i].first_key >= first_key &&
            stack_[i].first_key <= sorted_.size();
    first_key = stack_[i].first_key;
  }
  for (const Value& key : sorted_) right &= key.is_string();
  if (!right) archive.plain().Fail();
}

}  // namespace pysub::shell::yq
