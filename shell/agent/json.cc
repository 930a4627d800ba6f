#include "shell/agent/json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "lexer/base/base64.h"
#include "lexer/unicode/utf8.h"

namespace pysub::agent {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// ToJson() escapes surrogates only where they are alone.
void ReplaceSurrogates(std::string* line) {
  for (size_t at = line->find('\\'); at != std::string::npos; at = line->find('\\', at)) {
    const std::string_view escape = std::string_view(*line).substr(at + 1, 5);
    const bool alone = escape.size() == 5 && (escape.starts_with("ud") || escape.starts_with("uD"));
    constexpr std::string_view kHigh = "89abcdefABCDEF";
    if (alone && kHigh.find(escape[2]) != std::string_view::npos) line->replace(at + 2, 4, "fffd");
    at += 2;
  }
}

// The text of a value whose containers are lists and dicts with texts as keys, without recursion.
class PlainWriter {
 public:
  explicit PlainWriter(bool is_sorted) : is_sorted_(is_sorted) {}

  std::string Write(const Json& value) {
    Begin(value);
    while (!open_.empty()) {
      Open& top = open_.back();
      const std::span<const Json> items = top.value->items();
      if (top.next == items.size()) {
        text_ += top.is_dict ? '}' : ']';
        open_.pop_back();
        continue;
      }
      if (top.next > 0) text_ += ", ";
      size_t index = top.next++;
      if (top.is_dict) {
        index = top.order.empty() ? index : top.order[index / 2];
        text_ += Atom(items[index++]);
        text_ += ": ";
        ++top.next;
      }
      Begin(items[index]);
    }
    return std::move(text_);
  }

 private:
  struct Open {
    const Json* value;
    size_t next;
    bool is_dict;
    std::vector<size_t> order;  // of a sorted dict: where its keys are
  };
  static std::string Atom(const Json& value) {
    TextLimits limits;
    limits.max_bytes = std::numeric_limits<size_t>::max();
    return value.ToJson(limits);
  }
  void Begin(const Json& value) {
    const bool is_dict = IsObject(value);
    if (!is_dict && value.kind() != HostValue::Kind::kList) {
      text_ += Atom(value);
      return;
    }
    text_ += is_dict ? '{' : '[';
    open_.push_back({&value, 0, is_dict, {}});
    if (is_dict && is_sorted_) Sort(value.items(), &open_.back().order);
  }
  static void Sort(std::span<const Json> items, std::vector<size_t>* order) {
    for (size_t i = 0; i < items.size(); i += 2) order->push_back(i);
    std::sort(order->begin(), order->end(),
              [items](size_t a, size_t b) { return items[a].text() < items[b].text(); });
  }

  const bool is_sorted_;
  std::string text_;
  std::vector<Open> open_;
};

}  // namespace

std::string ToPlainLine(const Json& value) {
  std::string line = PlainWriter(false).Write(value);
  ReplaceSurrogates(&line);
  line += '\n';
  return line;
}

std::string ToSortedLine(const Json& value) { return PlainWriter(true).Write(value) + '\n'; }

std::string_view TextAt(const Json& object, std::string_view name) {
  const Json* value = IsObject(object) ? object.Find(name) : nullptr;
  return value != nullptr && IsText(*value) ? value->text() : std::string_view();
}

std::optional<int64_t> WholeNumber(const Json& value) {
  if (value.kind() == HostValue::Kind::kInt) return value.as_int();
  if (value.kind() != HostValue::Kind::kFloat) return std::nullopt;
  const double number = *value.as_double();
  constexpr double kExact = 9007199254740992.0;  // 2**53
  if (!(std::fabs(number) <= kExact) || number != std::floor(number)) return std::nullopt;
  return static_cast<int64_t>(number);
}

std::string ToLine(const Json& value) {
  TextLimits limits;
  limits.max_bytes = std::numeric_limits<size_t>::max();
  std::string line = value.ToJson(limits);
  ReplaceSurrogates(&line);
  line += '\n';
  return line;
}

std::string CleanText(std::string_view bytes) {
  std::string text;
  while (true) {
    const size_t valid = ValidUtf8Prefix(bytes, Surrogates::kRefuse);
    text.append(bytes.substr(0, valid));
    if (valid == bytes.size()) return text;
    text.append(kReplacement);
    bytes.remove_prefix(valid + 1);
    // What belonged to it and begins no character is replaced with it.
    while (!bytes.empty() && (static_cast<uint8_t>(bytes[0]) & 0xC0) == 0x80)
      bytes.remove_prefix(1);
  }
}

std::string_view CutText(std::string_view text, size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<uint8_t>(text[most]) & 0xC0) == 0x80) --most;
  return text.substr(0, most);
}

std::string Base64(std::string_view bytes) {
  const size_t whole = bytes.size() / 3 * 3;
  std::string text(whole / 3 * 4, '\0');
  base64::EncodeGroups(bytes.substr(0, whole), base64::kDigits, text.data());
  if (whole < bytes.size()) {
    const std::array<char, 4> last = base64::EncodeLast(bytes.substr(whole), base64::kDigits);
    text.append(last.data(), last.size());
  }
  return text;
}

std::optional<std::string> FromBase64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  const size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  uint32_t group = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool pad = i >= text.size() - padding;
    const uint8_t digit = pad ? uint8_t{0} : base64::ValueOf(text[i]);
    if (digit == base64::kNoDigit) return std::nullopt;
    group = group << 6 | digit;
    if (i % 4 != 3) continue;
    for (int shift : {16, 8, 0}) bytes += static_cast<char>(group >> shift & 0xFF);
    group = 0;
  }
  bytes.resize(bytes.size() - padding);
  return bytes;
}

}  // namespace pysub::agent
