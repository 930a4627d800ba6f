#ifndef PYSUB_OSBRIDGE_SESSIONS_PACKING_H_
#define PYSUB_OSBRIDGE_SESSIONS_PACKING_H_

#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

// Texts put behind each other as "5:hello,": what states of sessions are made of, which strangers
// may have changed.
namespace pysub::sessions {

inline void Pack(std::string_view text, std::string* to) {
  *to += std::to_string(text.size());
  *to += ':';
  *to += text;
  *to += ',';
}

// The next text, taken off `from`. Nothing: `from` does not begin with one.
inline std::optional<std::string_view> Unpack(std::string_view* from) {
  size_t size = 0;
  const char* const end = from->data() + from->size();
  const auto [at, error] = std::from_chars(from->data(), end, size);
  if (error != std::errc() || at == end || *at != ':') return std::nullopt;
  const std::string_view rest(at + 1, static_cast<size_t>(end - at - 1));
  if (size >= rest.size() || rest[size] != ',') return std::nullopt;
  *from = rest.substr(size + 1);
  return rest.substr(0, size);
}

// Exactly N of them.
template <size_t N>
std::optional<std::array<std::string_view, N>> UnpackAll(std::string_view from) {
  std::array<std::string_view, N> all;
  for (std::string_view& text : all) {
    const std::optional<std::string_view> next = Unpack(&from);
    if (!next) return std::nullopt;
    text = *next;
  }
  if (!from.empty()) return std::nullopt;
  return all;
}

}  // namespace pysub::sessions

#endif  // PYSUB_OSBRIDGE_SESSIONS_PACKING_H_
