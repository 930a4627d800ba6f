#include "shell/commands/yq/yaml_reader.h"

#include <utility>

#include "shell/commands/jq/number.h"
#include "shell/commands/jq/value_archive.h"
#include "shell/commands/yq/yaml_values.h"

namespace pysub::shell::yq {

using jq::Value;

namespace {

constexpr std::string_view kTagPrefix = "tag:yaml.org,2002:";
constexpr std::string_view kSequenceTag = "tag:yaml.org,2002:seq";
constexpr std::string_view kOrderedMapTag = "tag:yaml.org,2002:omap";
constexpr std::string_view kPairsTag = "tag:yaml.org,2002:pairs";
constexpr std::string_view kMappingTag = "tag:yaml.org,2002:map";
// Events of one call of Next().
constexpr int kEvents = 256;

// The kind that a tag asks for; kOther: none of those with a kind, its text is taken.
ScalarKind KindOfTag(std::string_view tag) {
  if (!tag.starts_with(kTagPrefix)) return ScalarKind::kOther;
  tag.remove_prefix(kTagPrefix.size());
  if (tag == "str") return ScalarKind::kText;
  if (tag == "null") return ScalarKind::kNull;
  if (tag == "bool") return ScalarKind::kBool;
  if (tag == "int") return ScalarKind::kInt;
  if (tag == "float") return ScalarKind::kFloat;
  return ScalarKind::kOther;
}

}  // namespace

void YamlReader::Start(std::string_view text, std::string_view source) {
  parser_.Start(text);
  parser_.scanner().set_source(source);
  frames_.clear();
  values_.clear();
  Forget();
  in_document_ = complete_ = false;
  last_end_ = end_ = 0;
  document_ = Value();
  error_.clear();
  complaint_.clear();
}

// The anchors of a document end with it.
void YamlReader::Forget() {
  names_ = Value::EmptyObject();
  heap_.Charge(-static_cast<int64_t>(anchored_.size() * (sizeof(Value) + sizeof(Mark))));
  anchored_.clear();
  anchor_marks_.clear();
}

bool YamlReader::Fail(std::string_view message) {
  if (error_.empty()) error_ = message;
  return false;
}

void YamlReader::Complain(std::string_view message) {
  if (complaint_.empty()) complaint_ = message;
}

void YamlReader::ComplainAt(std::string_view context, const Mark& context_mark,
                            std::string_view problem, const Mark& mark) {
  Complain(parser_.scanner().Describe("ConstructorError", context, context_mark, problem, mark));
}

YamlReader::Result YamlReader::Next(Value* value, uint64_t* length) {
  for (int count = 0; count < kEvents; ++count) {
    Event event = parser_.Next();
    if (event.kind == EventKind::kNone) {
      Fail(parser_.scanner().error());
      return Result::kError;
    }
    if (event.kind == EventKind::kStreamEnd) return Result::kEnd;
    if (event.kind == EventKind::kDocumentStart) {
      in_document_ = true;
      complete_ = false;
      Forget();
      continue;
    }
    if (event.kind == EventKind::kDocumentEnd) {
      // (Otherwise it was saved by somebody else.)
      if (!in_document_ || !complete_ || !frames_.empty()) return Result::kError;
      if (!complaint_.empty()) {
        Fail(complaint_);
        return Result::kError;
      }
      in_document_ = false;
      *value = std::exchange(document_, Value());
      *length = end_ - std::exchange(last_end_, end_);
      Forget();
      return Result::kDocument;
    }
    if (!Handle(std::move(event), &document_)) return Result::kError;
    if (heap_.stopped()) return Result::kError;
  }
  return Result::kMore;
}

bool YamlReader::Handle(Event event, Value* document) {
  end_ = event.end.index;
  switch (event.kind) {
    case EventKind::kAlias: return Alias(event, document);
    case EventKind::kScalar: return Scalar(event, document);
    case EventKind::kSequenceStart:
    case EventKind::kMappingStart: return Open(event);
    case EventKind::kSequenceEnd:
    case EventKind::kMappingEnd: return Close(event, document);
    default: return false;
  }
}

// ---- anchors
bool YamlReader::Anchor(const Event& event, uint64_t* number) {
  *number = 0;
  if (event.anchor.empty()) return true;
  const Value name = heap_.String(event.anchor);
  if (const Value* known = names_.Find(name)) {
    const auto index = static_cast<size_t>(known->number()) - 1;
    const Mark first = index < anchor_marks_.size() ? anchor_marks_[index] : Mark();
    parser_.scanner().Fail("ComposerError", "found duplicate anchor; first occurrence", first,
                           "second occurrence", event.start);
    return Fail(parser_.scanner().error());
  }
  if (!heap_.Charge(sizeof(Value) + sizeof(Mark))) return false;
  anchored_.emplace_back();
  anchor_marks_.push_back(event.start);
  *number = anchored_.size();
  heap_.Set(&names_, name, Value::Number(static_cast<double>(*number)));
  return true;
}

bool YamlReader::Alias(const Event& event, Value* document) {
  const Value* known = names_.Find(heap_.String(event.text));
  const size_t index = known == nullptr || !known->is_number()
                           ? anchored_.size()
                           : static_cast<size_t>(known->number()) - 1;
  if (index >= anchored_.size()) {
    parser_.scanner().Fail("ComposerError", "", event.start, "found undefined alias", event.start);
    return Fail(parser_.scanner().error());
  }
  if (anchored_[index].is_none()) {
    ComplainAt("", event.start, "found unconstructable recursive node", anchor_marks_[index]);
  }
  const Value value = anchored_[index].is_none() ? Value::Null() : anchored_[index];
  Give(value, false, anchor_marks_[index], document);
  return true;
}

// ---- nodes
bool YamlReader::Scalar(const Event& event, Value* document) {
  uint64_t anchor = 0;
  if (!Anchor(event, &anchor)) return false;
  ScalarKind kind = ScalarKind::kText;
  if (!event.tag.empty()) {
    kind = KindOfTag(event.tag);
  } else if (event.plain) {
    kind = ResolveCore(event.text);
  }
  std::string error;
  Value value = ScalarValue(heap_, kind, event.text, &error);
  if (event.tag == kSequenceTag || event.tag == kMappingTag) {
    const bool is_mapping = event.tag == kMappingTag;
    value = is_mapping ? Value::EmptyObject() : Value::EmptyArray();
    if (!event.text.empty()) {
      error = is_mapping ? "ValueError: not enough values to unpack (expected 2, got 1)"
                         : "AttributeError: 'str' object has no attribute 'tag'";
    }
  }
  if (!error.empty()) Complain(error);
  if (value.is_none()) value = Value::Null();
  if (anchor > 0) anchored_[anchor - 1] = value;
  Give(std::move(value), kind == ScalarKind::kMerge, event.start, document);
  return true;
}

// Of a collection.
void YamlReader::CheckTag(const Event& event) {
  const bool is_mapping = event.kind == EventKind::kMappingStart;
  if (KindOfTag(event.tag) != ScalarKind::kOther) {
    const std::string found = is_mapping ? "mapping" : "sequence";
    ComplainAt("", event.start, "expected a scalar node, but found " + found, event.start);
  } else if (event.tag == (is_mapping ? kSequenceTag : kMappingTag)) {
    ComplainAt("", event.start,
               is_mapping ? "expected a sequence node, but found mapping"
                          : "expected a mapping node, but found sequence",
               event.start);
  }
}

bool YamlReader::Open(const Event& event) {
  const bool is_mapping = event.kind == EventKind::kMappingStart;
  CheckTag(event);
  Frame frame;
  if (!Anchor(event, &frame.anchor)) return false;
  frame.is_mapping = is_mapping;
  frame.is_pairs = !is_mapping && (event.tag == kOrderedMapTag || event.tag == kPairsTag);
  frame.start = event.start;
  if (!heap_.Charge(sizeof(Frame) + kValues * sizeof(Value))) return false;
  frames_.push_back(frame);
  values_.push_back(is_mapping ? Value::EmptyObject() : Value::EmptyArray());
  values_.emplace_back();
  values_.emplace_back();
  return true;
}

// A list of mappings with one entry each, as a list of pairs.
Value YamlReader::PairsOf(const Value& list, const Frame& frame) {
  Value pairs = heap_.Array(list.size());
  for (size_t i = 0; i < list.size() && heap_.Spend(8); ++i) {
    const Value& item = list.at(i);
    if (!item.is_object() || item.count() != 1) {
      ComplainAt("while constructing an ordered map", frame.start, "expected a mapping of length 1",
                 frame.start);
      return list;
    }
    size_t slot = 0;
    while (item.entries()[slot].key.is_none()) ++slot;
    Value pair = heap_.Array(2);
    heap_.Push(&pair, item.entries()[slot].key);
    heap_.Push(&pair, item.entries()[slot].value);
    heap_.Push(&pairs, std::move(pair));
  }
  return pairs;
}

bool YamlReader::Close(const Event& event, Value* document) {
  const bool is_mapping = event.kind == EventKind::kMappingEnd;
  if (frames_.empty() || frames_.back().is_mapping != is_mapping) return false;
  const Frame frame = frames_.back();
  Value value = std::move(Part(kItself));
  if (Value merged = std::move(Part(kMerged)); !merged.is_none()) {
    // What was merged stands in front, and what the mapping says itself is what holds.
    for (size_t i = 0; i < value.slots(); ++i) {
      const jq::Entry& entry = value.entries()[i];
      if (!heap_.Spend(8)) return false;
      if (!entry.key.is_none()) heap_.Set(&merged, entry.key, entry.value);
    }
    value = std::move(merged);
  }
  if (frame.is_pairs) value = PairsOf(value, frame);
  frames_.pop_back();
  values_.resize(values_.size() - kValues);
  heap_.Charge(-static_cast<int64_t>(sizeof(Frame) + kValues * sizeof(Value)));
  if (frame.anchor > 0 && frame.anchor <= anchored_.size()) anchored_[frame.anchor - 1] = value;
  Give(std::move(value), false, frame.start, document);
  return true;
}

// A value that is complete goes to where it belongs.
void YamlReader::Give(Value value, bool is_merge, const Mark& start, Value* document) {
  if (frames_.empty()) {
    *document = std::move(value);
    complete_ = true;
    return;
  }
  Frame& frame = frames_.back();
  if (!frame.is_mapping) {
    Frame* outer = frames_.size() > 1 ? &frames_[frames_.size() - 2] : nullptr;
    if (outer != nullptr && outer->merges && !outer->has_stranger && !value.is_object()) {
      outer->has_stranger = true;
      outer->stranger = start;
    }
    heap_.Push(&Part(kItself), std::move(value));
  } else if (!frame.has_key) {
    TakeKey(value, is_merge);
  } else {
    frame.has_key = false;
    if (std::exchange(frame.merges, false)) {
      Merge(value, start);
    } else {
      heap_.Set(&Part(kItself), std::move(Part(kKey)), std::move(value));
    }
  }
}

// JSON's keys are texts.
void YamlReader::TakeKey(const Value& value, bool is_merge) {
  Frame& frame = frames_.back();
  frame.has_key = true;
  frame.merges = is_merge;
  if (is_merge) return;
  Value& key = Part(kKey);
  if (value.is_string()) {
    key = value;
  } else if (value.is_number()) {
    std::string text;
    jq::AppendNumber(&text, value);
    key = heap_.String(text);
  } else {
    key = heap_.String(value.is_null() ? "null" : value.is_true() ? "true" : "false");
  }
  if (value.is_array()) Complain("TypeError: unhashable type: 'list'");
  if (value.is_object()) Complain("TypeError: unhashable type: 'dict'");
}

void YamlReader::MergeOne(const Value& value) {
  Value& merged = Part(kMerged);
  if (merged.is_none()) merged = Value::EmptyObject();
  for (size_t i = 0; i < value.slots(); ++i) {
    const jq::Entry& entry = value.entries()[i];
    if (!heap_.Spend(8)) return;
    if (!entry.key.is_none()) heap_.Set(&merged, entry.key, entry.value);
  }
}

// "<<": a mapping, or a list of them, of which the first one that has a key is heard.
void YamlReader::Merge(const Value& value, const Mark& start) {
  const auto refuse = [&](std::string_view expected, const Value& found) {
    const Frame& frame = frames_.back();
    ComplainAt("while constructing a mapping", frame.start,
               "expected " + std::string(expected) + " for merging, but found " +
                   (found.is_array() ? "sequence" : "scalar"),
               frame.has_stranger ? frame.stranger : start);
  };
  if (value.is_object()) {
    MergeOne(value);
  } else if (!value.is_array()) {
    refuse("a mapping or list of mappings", value);
  } else {
    for (size_t i = 0; i < value.size(); ++i) {
      if (!heap_.Spend(1)) return;
      if (!value.at(i).is_object()) refuse("a mapping", value.at(i));
    }
    for (size_t i = value.size(); i-- > 0;) {
      if (value.at(i).is_object()) MergeOne(value.at(i));
    }
  }
}

void YamlReader::Save(jq::ValueArchive& archive) {
  archive.plain()(parser_, frames_, anchor_marks_, in_document_, complete_, last_end_, end_, error_,
                  complaint_);
  archive.List(&values_);
  archive.One(&names_);
  archive.List(&anchored_);
  archive.One(&document_);
  if (!archive.plain().loading()) return;
  bool right = values_.size() == kValues * frames_.size() &&
               (names_.is_none() || names_.is_object()) && anchored_.size() == anchor_marks_.size();
  for (size_t i = 0; i < frames_.size() && right; ++i) {
    const Value* parts = values_.data() + kValues * i;
    const Frame& frame = frames_[i];
    right = (frame.is_mapping ? parts[kItself].is_object() : parts[kItself].is_array()) &&
            (!frame.has_key || frame.merges || parts[kKey].is_string()) &&
            (parts[kMerged].is_none() || parts[kMerged].is_object());
  }
  for (size_t i = 0; right && names_.is_object() && i < names_.slots(); ++i) {
    const Value& number = names_.entries()[i].value;
    right = number.is_number() && number.number() >= 1 &&
            number.number() <= static_cast<double>(anchored_.size());
  }
  if (!right) archive.plain().Fail();
}

}  // namespace pysub::shell::yq
