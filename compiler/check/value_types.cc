#include "compiler/check/value_types.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>

namespace pysub {

using namespace ast;  // NOLINT: this file is about nothing else

std::string_view TypeOfAnswer(std::string_view builtin) {
  struct Row {
    std::string_view name, type;
  };
  static constexpr Row kRows[] = {
      {"ascii", "str"},       {"bin", "str"},
      {"bool", "bool"},       {"bytearray", "bytearray"},
      {"bytes", "bytes"},     {"chr", "str"},
      {"complex", "complex"}, {"dict", "dict"},
      {"divmod", "tuple"},    {"float", "float"},
      {"format", "str"},      {"frozenset", "frozenset"},
      {"hash", "int"},        {"hex", "str"},
      {"id", "int"},          {"input", "str"},
      {"int", "int"},         {"isinstance", "bool"},
      {"issubclass", "bool"}, {"len", "int"},
      {"list", "list"},       {"oct", "str"},
      {"ord", "int"},         {"print", "NoneType"},
      {"repr", "str"},        {"set", "set"},
      {"sorted", "list"},     {"str", "str"},
      {"tuple", "tuple"},
  };
  for (const Row& row : kRows) {
    if (row.name == builtin) return row.type;
  }
  return "";
}

namespace {

bool IsOneOf(std::string_view type, std::initializer_list<std::string_view> types) {
  return std::find(types.begin(), types.end(), type) != types.end();
}
bool IsWhole(std::string_view type) { return type == "int" || type == "bool"; }
bool IsReal(std::string_view type) { return IsWhole(type) || type == "float"; }
bool IsNumber(std::string_view type) { return IsReal(type) || type == "complex"; }
bool IsBytes(std::string_view type) { return type == "bytes" || type == "bytearray"; }
bool IsSet(std::string_view type) { return type == "set" || type == "frozenset"; }
bool IsSequence(std::string_view type) {
  return IsBytes(type) || IsOneOf(type, {"str", "list", "tuple"});
}

}  // namespace

bool CannotBeCombined(Operator op, std::string_view left, std::string_view right) {
  if (left.empty() || right.empty()) return false;
  switch (op) {
    case Operator::kAdd:
      return !((IsNumber(left) && IsNumber(right)) || (IsBytes(left) && IsBytes(right)) ||
               (left == right &&
                IsOneOf(left, {"str", "list", "tuple", "string.templatelib.Template"})));
    case Operator::kSub:
      return !((IsNumber(left) && IsNumber(right)) || (IsSet(left) && IsSet(right)));
    case Operator::kMult:
      return !((IsNumber(left) && IsNumber(right)) || (IsSequence(left) && IsWhole(right)) ||
               (IsWhole(left) && IsSequence(right)));
    case Operator::kMod:
      return !(left == "str" || IsBytes(left) || (IsReal(left) && IsReal(right)));
    case Operator::kFloorDiv: return !(IsReal(left) && IsReal(right));
    case Operator::kDiv:
    case Operator::kPow: return !(IsNumber(left) && IsNumber(right));
    case Operator::kBitOr:
      // (None | int is a type.)
      return left != "NoneType" && right != "NoneType" &&
             !((IsWhole(left) && IsWhole(right)) || (IsSet(left) && IsSet(right)) ||
               (left == "dict" && right == "dict"));
    case Operator::kBitXor:
    case Operator::kBitAnd:
      return !((IsWhole(left) && IsWhole(right)) || (IsSet(left) && IsSet(right)));
    case Operator::kLShift:
    case Operator::kRShift: return !(IsWhole(left) && IsWhole(right));
    case Operator::kMatMult: return true;
  }
  return false;
}

bool CannotBeOrdered(std::string_view left, std::string_view right) {
  if (left.empty() || right.empty()) return false;
  return !((IsReal(left) && IsReal(right)) || (IsBytes(left) && IsBytes(right)) ||
           (IsSet(left) && IsSet(right)) ||
           (left == right && IsOneOf(left, {"str", "list", "tuple"})));
}

bool CannotBeSubscripted(std::string_view type) {
  return IsNumber(type) || IsSet(type) ||
         IsOneOf(type, {"NoneType", "function", "generator", "coroutine"});
}
bool CannotBeChanged(std::string_view type) {
  return CannotBeSubscripted(type) || IsOneOf(type, {"str", "bytes", "tuple"});
}
bool CannotBeIterated(std::string_view type) {
  return IsNumber(type) || IsOneOf(type, {"NoneType", "function", "coroutine"});
}
bool CannotBeCalled(std::string_view type) { return !type.empty() && type != "function"; }

std::string_view Spelling(Operator op) {
  static constexpr std::string_view kSpellings[] = {"+",  "-",  "*", "@", "/", "%", "** or pow()",
                                                    "<<", ">>", "|", "^", "&", "//"};
  return kSpellings[static_cast<size_t>(op)];
}

// ---- Formats

namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool HasStar(List<const Expr*> list) {
  return std::any_of(list.begin(), list.end(),
                     [](const Expr* item) { return item->kind == ExprKind::kStarred; });
}

}  // namespace

std::string WrongPercent(std::string_view format, const Expr& right,
                         const TypeOfFunction& type_of) {
  const Tuple* tuple = right.TryAs<Tuple>();
  const bool counts = tuple != nullptr && !HasStar(tuple->elts);
  size_t wanted = 0;
  for (size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%') continue;
    ++at;
    if (at < format.size() && format[at] == '(') return "";  // of a mapping
    for (; at < format.size() &&
           std::string_view("-+ #0123456789.*hlL").find(format[at]) != std::string_view::npos;
         ++at) {
      wanted += format[at] == '*';
    }
    if (at >= format.size()) return "incomplete format";
    if (format[at] == '%') continue;
    if (std::string_view("diouxXeEfFgGcrsa").find(format[at]) == std::string_view::npos) {
      // What cannot be shown so simply is not quoted.
      return IsLetter(format[at]) ? std::string("unsupported format character '") + format[at] + "'"
                                  : "unsupported format character";
    }
    if (counts && wanted < tuple->elts.size() &&
        std::string_view("diouxXeEfFgG").find(format[at]) != std::string_view::npos) {
      const std::string_view type = type_of(*tuple->elts[static_cast<uint32_t>(wanted)]);
      if (!type.empty() && !IsNumber(type))
        return std::string("%") + format[at] + " format: a number is required, not " +
               std::string(type);
    }
    ++wanted;
  }
  size_t given = counts ? tuple->elts.size() : 1;
  if (!counts) {
    const std::string_view type = tuple != nullptr ? "" : type_of(right);
    // A mapping may have too much.
    if (type.empty() || type == "tuple" ||
        (wanted == 0 && IsOneOf(type, {"dict", "list", "bytes", "bytearray"})))
      return "";
  }
  if (wanted > given) return "not enough arguments for format string";
  return wanted < given ? "not all arguments converted during string formatting" : "";
}

std::string WrongFormat(std::string_view format, const Call& call) {
  if (HasStar(call.args)) return "";
  std::set<std::string_view> keywords;  // "": of a mapping
  for (const Keyword* keyword : call.keywords) keywords.insert(keyword->arg);
  size_t next = 0;
  bool by_number = false;
  for (size_t at = 0; at < format.size(); ++at) {
    const char c = format[at];
    if (c != '{' && c != '}') continue;
    if (at + 1 < format.size() && format[at + 1] == c) {
      ++at;
      continue;
    }
    if (c == '}') return "single '}' encountered in format string";
    // {name.attribute[item]!r:{width}}: fields stand in a specification, too.
    for (size_t depth = 1; depth > 0;) {
      const size_t start = ++at;
      while (at < format.size() &&
             std::string_view("{}!:.[").find(format[at]) == std::string_view::npos)
        ++at;
      if (at >= format.size()) return "";  // a brace is missing, or more than that
      const std::string_view field = format.substr(start, at - start);
      size_t index = 0;
      const bool is_number = !field.empty() && std::all_of(field.begin(), field.end(), IsDigit);
      if (field.empty()) {
        index = next++;
      } else if (is_number) {
        by_number = true;
        if (field.size() > 6) return "";
        std::from_chars(field.data(), field.data() + field.size(), index);
      }
      if (field.empty() || is_number) {
        if (next > 0 && by_number) return "automatic field numbering and field numbers are mixed";
        if (index >= call.args.size())
          return "replacement index " + std::to_string(index) +
                 " out of range for positional args tuple";
      } else {
        if (!keywords.contains(field) && !keywords.contains(""))
          return "there is no argument '" + std::string(field) + "' for the format string";
      }
      // Behind the name, up to the next field or the end of this one.
      bool in_brackets = false;
      while (at < format.size() && depth > 0) {
        if (in_brackets) {
          in_brackets = format[at] != ']';
        } else if (format[at] == '[') {
          in_brackets = true;
        } else if (format[at] == '{') {
          ++depth;
          break;
        } else if (format[at] == '}') {
          if (--depth == 0) break;
        }
        ++at;
      }
      if (at >= format.size()) return "";
    }
  }
  return "";
}

std::string WrongFormatCode(const FormattedValue& value, const TypeOfFunction& type_of) {
  const JoinedStr* spec =
      value.format_spec == nullptr ? nullptr : value.format_spec->TryAs<JoinedStr>();
  if (spec == nullptr || spec->values.size() != 1) return "";
  const Constant* text = spec->values[0]->TryAs<Constant>();
  if (text == nullptr || text->text.empty()) return "";
  // An alignment may have any letter before it, but only a code is the last.
  const char code = text->text.back();
  if (!IsLetter(code)) return "";
  const std::string_view type = value.conversion != 0 ? "str" : type_of(*value.value);
  const std::string_view codes = type == "str"     ? "s"
                                 : IsWhole(type)   ? "bcdoxXneEfFgG"
                                 : type == "float" ? "eEfFgGn"
                                                   : "";
  if (codes.empty() || codes.find(code) != std::string_view::npos) return "";
  return std::string("unknown format code '") + code + "' for object of type '" +
         std::string(type) + "'";
}

}  // namespace pysub
