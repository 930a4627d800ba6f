#include "shell/agent/code/type_text.h"

#include <algorithm>
#include <span>
#include <vector>

#include "shell/agent/code/json_schema.h"

namespace pysub::agent {
namespace {

using Kind = HostValue::Kind;

constexpr size_t kMostBytes = 400;
constexpr size_t kMostDepth = 6;
constexpr size_t kMostParts = 40;

// What is still to be written, the next one last: a text, or a schema.
struct Part {
  std::string text;
  const Json* schema = nullptr;
  size_t depth = 0;
};

std::string Quoted(const Json& value) {
  TextLimits limits;
  limits.max_bytes = 60;
  return CleanText(value.Repr(limits));
}

// Written from left to right with a stack of parts, as schemas come from strangers.
class Writer {
 public:
  explicit Writer(const Json& root) : root_(root) {}

  std::string Write(const Json& schema) {
    parts_.push_back({{}, &schema, 0});
    for (size_t steps = 0; !parts_.empty(); ++steps) {
      if (text_.size() > kMostBytes || steps > 500) return text_ + "...";
      const Part part = std::move(parts_.back());
      parts_.pop_back();
      if (part.schema == nullptr) {
        text_ += part.text;
      } else {
        WriteSchema(*part.schema, part.depth);
      }
    }
    return text_;
  }

 private:
  // (In the order in which they are read.)
  void Push(std::vector<Part> parts) {
    for (auto it = parts.rbegin(); it != parts.rend(); ++it) parts_.push_back(std::move(*it));
  }
  void WriteSchema(const Json& schema, size_t depth) {
    if (!IsObject(schema) || depth > kMostDepth) {
      text_ += "Any";
      return;
    }
    if (const Json* target = ResolveReference(root_, TextAt(schema, "$ref")))
      return Push({{{}, target, depth + 1}});
    if (const Json* value = schema.Find("const")) {
      text_ += "Literal[" + Quoted(*value) + "]";
      return;
    }
    if (const Json* choices = schema.Find("enum"); choices != nullptr)
      return WriteChoices(*choices);
    for (const std::string_view name : {"anyOf", "oneOf"}) {
      const Json* list = schema.Find(name);
      if (list != nullptr && list->kind() == Kind::kList) return PushUnion(*list, depth);
    }
    const Json* type = schema.Find("type");
    if (type == nullptr) {
      WriteType(schema, schema.Find("properties") != nullptr ? "object" : "", depth);
    } else if (type->kind() == Kind::kList) {
      WriteTypes(schema, *type, depth);
    } else {
      WriteType(schema, IsText(*type) ? type->text() : "", depth);
    }
  }
  void WriteChoices(const Json& choices) {
    text_ += "Literal[";
    for (size_t i = 0; i < choices.items().size(); ++i) {
      if (i > 0) text_ += ", ";
      if (text_.size() > kMostBytes || i > kMostParts) {
        text_ += "...";
        break;
      }
      text_ += Quoted(choices.items()[i]);
    }
    text_ += "]";
  }
  void PushUnion(const Json& list, size_t depth) {
    std::vector<Part> parts;
    for (const Json& one : list.items().first(std::min(list.items().size(), kMostParts))) {
      if (!parts.empty()) parts.push_back({" | ", nullptr, 0});
      parts.push_back({{}, &one, depth + 1});
    }
    Push(std::move(parts));
  }
  void WriteTypes(const Json& schema, const Json& types, size_t depth) {
    for (size_t i = 0; i < types.items().size() && i < 7; ++i) {
      if (i > 0) text_ += " | ";
      const std::string_view name = IsText(types.items()[i]) ? types.items()[i].text() : "";
      name == "object" || name == "array"
          ? static_cast<void>(text_ += name == "array" ? "list" : "dict")
          : WriteType(schema, name, depth);
    }
  }
  void WriteType(const Json& schema, std::string_view type, size_t depth) {
    if (type == "object") return WriteObject(schema, depth);
    if (type == "array") {
      const Json* items = schema.Find("items");
      if (items == nullptr || !IsObject(*items)) {
        text_ += "list";
        return;
      }
      return Push({{"list[", nullptr, 0}, {{}, items, depth + 1}, {"]", nullptr, 0}});
    }
    text_ += type == "string"    ? "str"
             : type == "integer" ? "int"
             : type == "number"  ? "float"
             : type == "boolean" ? "bool"
             : type == "null"    ? "None"
                                 : "Any";
  }
  void WriteObject(const Json& schema, size_t depth) {
    const Json* members = schema.Find("properties");
    if (members == nullptr || !IsObject(*members) || members->items().empty()) {
      text_ += "dict";
      return;
    }
    const Json* required = schema.Find("required");
    std::vector<Part> parts = {{"{", nullptr, 0}};
    for (size_t i = 0; i + 1 < members->items().size() && parts.size() < 2 * kMostParts; i += 2) {
      const Json& name = members->items()[i];
      const bool is_required =
          required != nullptr && std::find(required->items().begin(), required->items().end(),
                                           name) != required->items().end();
      parts.push_back(
          {(i > 0 ? ", " : "") + Quoted(name) + (is_required ? ": " : "?: "), nullptr, 0});
      parts.push_back({{}, &members->items()[i + 1], depth + 1});
    }
    parts.push_back({"}", nullptr, 0});
    Push(std::move(parts));
  }

  const Json& root_;
  std::string text_;
  std::vector<Part> parts_;
};

}  // namespace

std::string TypeText(const Json& root, const Json& schema) { return Writer(root).Write(schema); }

bool IsPythonName(std::string_view name) {
  static constexpr std::string_view kKeywords[] = {
      "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
      "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
      "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
      "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
  const auto is_letter = [](char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  return !name.empty() && is_letter(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9');
  }) && std::find(std::begin(kKeywords), std::end(kKeywords), name) == std::end(kKeywords);
}

}  // namespace pysub::agent
