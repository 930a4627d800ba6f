#include "shell/agent/code/json_schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "lexer/unicode/utf8.h"

namespace pysub::agent {
namespace {

using Kind = HostValue::Kind;

constexpr size_t kMostSteps = 100'000;
constexpr size_t kComparisonsInStep = 100;  // of names and values with others
constexpr size_t kMostUnchecked = 30;       // names of keywords that are told
constexpr size_t kMostDepth = 200;          // of schemas and values in each other
constexpr size_t kMostShown = 60;

// ---- Values

bool IsNumber(const Json& value) {
  return value.kind() == Kind::kInt || value.kind() == Kind::kFloat ||
         value.kind() == Kind::kBigInt;
}

bool IsWhole(const Json& value) {
  if (value.kind() == Kind::kInt || value.kind() == Kind::kBigInt) return true;
  if (value.kind() != Kind::kFloat) return false;
  const double number = *value.as_double();
  return number == std::floor(number);
}

bool HasType(const Json& value, std::string_view type) {
  if (type == "object") return IsObject(value);
  if (type == "array") return value.kind() == Kind::kList;
  if (type == "string") return IsText(value);
  if (type == "integer") return IsWhole(value);
  if (type == "number") return IsNumber(value);
  if (type == "boolean") return value.kind() == Kind::kBool;
  if (type == "null") return value.is_none();
  return true;  // no type of the standard's: it says nothing
}

std::string_view PythonNameOf(std::string_view type) {
  static constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"object", "dict"},  {"array", "list"},   {"string", "str"}, {"integer", "int"},
      {"number", "float"}, {"boolean", "bool"}, {"null", "None"}};
  for (const auto& [json, python] : kNames) {
    if (json == type) return python;
  }
  return type;
}

std::string_view TypeOf(const Json& value) {
  for (const std::string_view type :
       {"object", "array", "string", "boolean", "null", "integer", "number"}) {
    if (HasType(value, type)) return PythonNameOf(value.kind() == Kind::kFloat ? "number" : type);
  }
  return "value";
}

std::optional<double> NumberAt(const Json& schema, std::string_view name) {
  const Json* value = schema.Find(name);
  if (value == nullptr || value->kind() == Kind::kBool) return std::nullopt;
  return value->as_double();
}

// An int beyond 64 bits is compared as the largest float of its sign.
double AsDouble(const Json& value) {
  if (value.kind() != Kind::kBigInt) return *value.as_double();
  return value.ToHex().starts_with('-') ? -HUGE_VAL : HUGE_VAL;
}

bool AreEqual(const Json& a, const Json& b) {
  if (IsNumber(a) && IsNumber(b) && a.kind() != Kind::kBigInt && b.kind() != Kind::kBigInt)
    return AsDouble(a) == AsDouble(b) && (a.kind() != b.kind() || a == b);
  return a == b;
}

std::string Shown(const Json& value) {
  TextLimits limits;
  limits.max_bytes = kMostShown;
  return CleanText(CutText(value.Repr(limits), kMostShown));
}

const Json* ListAt(const Json& schema, std::string_view name) {
  const Json* value = schema.Find(name);
  return value != nullptr && value->kind() == Kind::kList ? value : nullptr;
}

const Json* ObjectAt(const Json& schema, std::string_view name) {
  const Json* value = schema.Find(name);
  return value != nullptr && IsObject(*value) ? value : nullptr;
}

// ---- What a schema says of a value without looking into it

class LocalCheck {
 public:
  LocalCheck(const Json& schema, const Json& value, const std::string& path)
      : schema_(schema), value_(value), path_(path) {}

  SchemaError Run() {
    for (void (LocalCheck::*check)() : {&LocalCheck::Type, &LocalCheck::Choices, &LocalCheck::Range,
                                        &LocalCheck::Size, &LocalCheck::Names}) {
      if (error_.message.empty()) (this->*check)();
    }
    return std::move(error_);
  }

 private:
  bool IsTop() const { return path_.empty(); }
  bool IsArgument() const { return path_.find_first_of(".[") == std::string::npos; }
  std::string Place() const {
    return IsTop() ? "the arguments" : fmt::format("argument '{}'", path_);
  }
  void Say(bool is_of_call, std::string message) { error_ = {is_of_call, std::move(message)}; }

  void Type() {
    const Json* type = schema_.Find("type");
    if (type == nullptr) return;
    std::string names;
    const std::span<const Json> types =
        type->kind() == Kind::kList ? type->items() : std::span(type, 1);
    for (const Json& name : types) {
      if (!IsText(name) || HasType(value_, name.text())) return;
      names += (names.empty() ? "" : " or ") + std::string(PythonNameOf(name.text()));
    }
    if (!names.empty())
      Say(IsArgument(), fmt::format("{} must be {}, not {}", Place(), names, TypeOf(value_)));
  }

  void Choices() {
    const auto equals = [this](const Json& one) { return AreEqual(one, value_); };
    if (const Json* value = schema_.Find("const"); value != nullptr && !equals(*value))
      return Say(false, fmt::format("{} must be {}", Place(), Shown(*value)));
    const Json* choices = ListAt(schema_, "enum");
    if (choices == nullptr || std::any_of(choices->items().begin(), choices->items().end(), equals))
      return;
    std::string names;
    for (const Json& choice : choices->items()) {
      if (names.size() > 4 * kMostShown) break;
      names += (names.empty() ? "" : ", ") + Shown(choice);
    }
    Say(false, fmt::format("{} must be one of {}, not {}", Place(), names, Shown(value_)));
  }

  void Range() {
    if (!IsNumber(value_)) return;
    const double number = AsDouble(value_);
    static constexpr struct {
      std::string_view name, words;
      bool (*holds)(double value, double bound);
    } kBounds[] = {
        {"minimum", "at least", [](double v, double b) { return v >= b; }},
        {"maximum", "at most", [](double v, double b) { return v <= b; }},
        {"exclusiveMinimum", "more than", [](double v, double b) { return v > b; }},
        {"exclusiveMaximum", "less than", [](double v, double b) { return v < b; }},
    };
    for (const auto& [name, words, holds] : kBounds) {
      const std::optional<double> bound = NumberAt(schema_, name);
      if (bound && !holds(number, *bound))
        return Say(false, fmt::format("{} must be {} {}", Place(), words, *bound));
    }
  }

  void Size() {
    static constexpr struct {
      std::string_view least, most, what;
      bool (*is_of)(const Json& value);
    } kSizes[] = {
        {"minLength", "maxLength", "characters", [](const Json& v) { return IsText(v); }},
        {"minItems", "maxItems", "items", [](const Json& v) { return v.kind() == Kind::kList; }},
        {"minProperties", "maxProperties", "members", [](const Json& v) { return IsObject(v); }},
    };
    for (const auto& [least, most, what, is_of] : kSizes) {
      if (!is_of(value_)) continue;
      const std::optional<double> low = NumberAt(schema_, least), high = NumberAt(schema_, most);
      if (!low && !high) return;
      const auto size = static_cast<double>(Count());
      if (low && size < *low)
        return Say(false, fmt::format("{} must have at least {} {}", Place(), *low, what));
      if (high && size > *high)
        return Say(false, fmt::format("{} must have at most {} {}", Place(), *high, what));
    }
  }
  size_t Count() const {
    if (IsText(value_)) return CountCodePoints(value_.text());
    return IsObject(value_) ? value_.items().size() / 2 : value_.items().size();
  }

  void Names() {
    if (!IsObject(value_)) return;
    if (const Json* required = ListAt(schema_, "required")) {
      for (const Json& name : required->items()) {
        if (IsText(name) && value_.Find(name.text()) == nullptr)
          return Missing(CleanText(CutText(name.text(), kMostShown)));
      }
    }
    const Json* more = schema_.Find("additionalProperties");
    if (more == nullptr || more->as_bool() != false || schema_.Find("patternProperties") != nullptr)
      return;
    const Json* known = ObjectAt(schema_, "properties");
    for (size_t i = 0; i < value_.items().size(); i += 2) {
      const std::string_view name = value_.items()[i].text();
      if (known == nullptr || known->Find(name) == nullptr)
        return Unexpected(CleanText(CutText(name, kMostShown)));
    }
  }
  void Missing(const std::string& name) {
    Say(IsTop(), IsTop() ? fmt::format("missing required argument '{}'", name)
                         : fmt::format("{} has no '{}', which is required", Place(), name));
  }
  void Unexpected(const std::string& name) {
    Say(IsTop(), IsTop() ? fmt::format("got an unexpected keyword argument '{}'", name)
                         : fmt::format("{} has an unexpected '{}'", Place(), name));
  }

  const Json& schema_;
  const Json& value_;
  const std::string& path_;
  SchemaError error_;
};

// ---- Schemas in schemas

// One schema for one value, or several schemas of which all, any or one must hold.
struct Goal {
  enum class Kind : uint8_t { kOne, kAllOf, kAnyOf, kOneOf };
  Kind kind = Kind::kOne;
  const Json* schema = nullptr;  // or the list of schemas
  const Json* value = nullptr;
  std::string path;
};

struct Frame {
  Goal::Kind kind = Goal::Kind::kAllOf;
  std::vector<Goal> goals;
  size_t next = 0;
  size_t passed = 0;
  SchemaError error;  // the first
  std::string path;
};

// All values in a value, itself included.
size_t CountValues(const Json& value) {
  size_t count = 0;
  std::vector<const Json*> open = {&value};
  while (!open.empty()) {
    const Json* now = open.back();
    open.pop_back();
    ++count;
    for (const Json& item : now->items()) open.push_back(&item);
  }
  return count;
}

// How much a LocalCheck looks at, and the search for the schemas of members.
size_t ComparisonsOf(const Json& schema, const Json& value) {
  size_t count = 1;
  for (const std::string_view name : {"enum", "const"}) {
    if (const Json* given = schema.Find(name)) count += CountValues(*given);
  }
  if (!IsObject(value)) return count;
  const Json* required = ListAt(schema, "required");
  const Json* known = ObjectAt(schema, "properties");
  const size_t names = (required == nullptr ? 0 : required->items().size()) +
                       (known == nullptr ? 0 : known->items().size());
  return count + names * value.items().size() / 2;
}

class Checker {
 public:
  explicit Checker(const Json& root) : root_(root) {}

  SchemaError Run(const Json& value) {
    frames_.push_back({});
    frames_.back().goals.push_back({Goal::Kind::kOne, &root_, &value, {}});
    while (true) {
      if (++steps_ > kMostSteps || frames_.size() > kMostDepth)
        return {false, "the arguments are too large, or nested too deep, for the tool's schema"};
      Frame& top = frames_.back();
      if (!IsOver(top)) {
        const Goal goal = top.goals[top.next++];
        Begin(goal);
        continue;
      }
      SchemaError error = Outcome(top);
      frames_.pop_back();
      if (frames_.empty()) return error;
      Deliver(std::move(error));
    }
  }

 private:
  static bool IsOver(const Frame& frame) {
    if (frame.next == frame.goals.size()) return true;
    if (frame.kind == Goal::Kind::kAllOf) return !frame.error.message.empty();
    return frame.kind == Goal::Kind::kAnyOf ? frame.passed > 0 : frame.passed > 1;
  }
  static SchemaError Outcome(const Frame& frame) {
    if (frame.kind == Goal::Kind::kAllOf) return frame.error;
    if (frame.passed == 1 || (frame.passed > 0 && frame.kind == Goal::Kind::kAnyOf)) return {};
    const std::string place =
        frame.path.empty() ? "the arguments" : fmt::format("argument '{}'", frame.path);
    if (frame.passed > 1)
      return {false, fmt::format("{} must follow one schema of several, and follows more", place)};
    if (frame.goals.size() == 1) return frame.error;
    return {frame.error.is_of_call, fmt::format("{} follows none of {} schemas; of the first: {}",
                                                place, frame.goals.size(), frame.error.message)};
  }
  void Deliver(SchemaError error) {
    Frame& top = frames_.back();
    if (error.message.empty()) {
      ++top.passed;
    } else if (top.error.message.empty()) {
      top.error = std::move(error);
    }
  }

  void Begin(const Goal& goal) {
    if (goal.kind != Goal::Kind::kOne) return BeginSeveral(goal);
    if (const std::optional<bool> all = goal.schema->as_bool())
      return Deliver(*all ? SchemaError() : SchemaError{false, "nothing may stand there"});
    if (!IsObject(*goal.schema)) return Deliver({});  // no schema: it says nothing
    comparisons_ += ComparisonsOf(*goal.schema, *goal.value);
    steps_ += comparisons_ / kComparisonsInStep;
    comparisons_ %= kComparisonsInStep;
    if (steps_ > kMostSteps) return;  // Run() says so
    SchemaError error = LocalCheck(*goal.schema, *goal.value, goal.path).Run();
    if (!error.message.empty()) return Deliver(std::move(error));
    Frame frame;
    frame.path = goal.path;
    AddParts(goal, &frame.goals);
    AddSchemas(goal, &frame.goals);
    if (frame.goals.empty()) return Deliver({});
    frames_.push_back(std::move(frame));
  }
  void BeginSeveral(const Goal& goal) {
    Frame frame;
    frame.kind = goal.kind;
    frame.path = goal.path;
    for (const Json& schema : goal.schema->items())
      frame.goals.push_back({Goal::Kind::kOne, &schema, goal.value, goal.path});
    if (frame.goals.empty()) return Deliver({});
    frames_.push_back(std::move(frame));
  }

  // Items and members of the value.
  static void AddParts(const Goal& goal, std::vector<Goal>* goals) {
    const std::span<const Json> items = goal.value->items();
    if (IsObject(*goal.value)) {
      const Json* known = ObjectAt(*goal.schema, "properties");
      const Json* others = ObjectAt(*goal.schema, "additionalProperties");
      if (goal.schema->Find("patternProperties") != nullptr) others = nullptr;
      for (size_t i = 0; i < items.size() && (known != nullptr || others != nullptr); i += 2) {
        const Json* schema = known == nullptr ? nullptr : known->Find(items[i].text());
        if (schema == nullptr) schema = others;
        if (schema != nullptr)
          goals->push_back({Goal::Kind::kOne, schema, &items[i + 1],
                            goal.path + (goal.path.empty() ? "" : ".") +
                                CleanText(CutText(items[i].text(), kMostShown))});
      }
    } else if (goal.value->kind() == HostValue::Kind::kList) {
      const Json* first = ListAt(*goal.schema, "prefixItems");
      const Json* rest = goal.schema->Find("items");
      const size_t prefix = first == nullptr ? 0 : first->items().size();
      for (size_t i = 0; i < items.size(); ++i) {
        const Json* schema = i < prefix ? &first->items()[i] : rest;
        if (schema == nullptr) break;
        goals->push_back(
            {Goal::Kind::kOne, schema, &items[i], fmt::format("{}[{}]", goal.path, i)});
      }
    }
  }
  // Other schemas for the same value.
  void AddSchemas(const Goal& goal, std::vector<Goal>* goals) const {
    static constexpr std::pair<std::string_view, Goal::Kind> kLists[] = {
        {"allOf", Goal::Kind::kAllOf},
        {"anyOf", Goal::Kind::kAnyOf},
        {"oneOf", Goal::Kind::kOneOf}};
    for (const auto& [name, kind] : kLists) {
      if (const Json* list = ListAt(*goal.schema, name))
        goals->push_back({kind, list, goal.value, goal.path});
    }
    const Json* target = ResolveReference(root_, TextAt(*goal.schema, "$ref"));
    if (target != nullptr) goals->push_back({Goal::Kind::kOne, target, goal.value, goal.path});
  }

  const Json& root_;
  std::vector<Frame> frames_;
  size_t steps_ = 0;
  size_t comparisons_ = 0;  // that are no whole step yet
};

constexpr std::string_view kChecked[] = {
    "type", "enum", "const", "properties", "required", "additionalProperties", "minProperties",
    "maxProperties", "items", "prefixItems", "minItems", "maxItems", "minLength", "maxLength",
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "anyOf", "oneOf", "allOf", "$ref",
    // These only describe, or name.
    "title", "description", "default", "examples", "format", "deprecated", "readOnly", "writeOnly",
    "$schema", "$id", "$comment", "$defs", "definitions", "$anchor", "contentEncoding",
    "contentMediaType"};

}  // namespace

SchemaError CheckSchema(const Json& schema, const Json& value) {
  return Checker(schema).Run(value);
}

const Json* ResolveReference(const Json& root, std::string_view reference) {
  if (!reference.starts_with('#')) return nullptr;
  reference.remove_prefix(1);
  const Json* at = &root;
  while (!reference.empty() && at != nullptr) {
    if (!reference.starts_with('/')) return nullptr;
    reference.remove_prefix(1);
    const size_t end = std::min(reference.find('/'), reference.size());
    at = IsObject(*at) ? at->Find(reference.substr(0, end)) : nullptr;
    reference.remove_prefix(end);
  }
  return at;
}

std::vector<std::string> UncheckedKeywords(const Json& schema) {
  std::vector<std::string> found;
  std::vector<const Json*> open = {&schema};
  for (size_t steps = 0; !open.empty() && steps < kMostSteps && found.size() < kMostUnchecked;
       ++steps) {
    const Json* now = open.back();
    open.pop_back();
    if (!IsObject(*now)) continue;
    for (size_t i = 0; i < now->items().size(); i += 2) {
      const std::string_view name = now->items()[i].text();
      const Json& value = now->items()[i + 1];
      const bool is_known =
          std::find(std::begin(kChecked), std::end(kChecked), name) != std::end(kChecked) ||
          name.starts_with("x-");
      if (!is_known && found.size() < kMostUnchecked &&
          std::find(found.begin(), found.end(), CutText(name, kMostShown)) == found.end())
        found.emplace_back(CutText(name, kMostShown));
      const bool has_schemas = name == "properties" || name == "$defs" || name == "definitions";
      const bool has_list =
          value.kind() == Kind::kList && (name.ends_with("Of") || name == "prefixItems");
      if (has_list || (has_schemas && IsObject(value))) {
        for (size_t k = has_list ? 0 : 1; k < value.items().size(); k += has_list ? 1 : 2)
          open.push_back(&value.items()[k]);
      } else if (name == "items" || name == "additionalProperties") {
        open.push_back(&value);
      }
    }
  }
  return found;
}

}  // namespace pysub::agent
