#ifndef PYSUB_SHELL_TEXT_SEARCH_H_
#define PYSUB_SHELL_TEXT_SEARCH_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace pysub::shell {

// One text in another, where a script chooses both. std::string::find() and rfind() may compare all
// of what is wanted at each place, hours for two texts of a few megabytes, and nobody looks at the
// clock meanwhile (ctest -R text_search_lint). Here each byte is looked at a bounded number of
// times, and `tick(work)` is asked in between: false ends the search.

// The first place of `wanted` at or behind `from`; npos: there is none, or `tick` said no.
template <typename Tick>
size_t FindText(std::string_view text, std::string_view wanted, size_t from, const Tick& tick) {
  if (from > text.size()) return std::string_view::npos;
  if (wanted.empty()) return from;
  const size_t piece = std::max<size_t>(64 << 10, 4 * wanted.size());
  while (text.size() - from >= wanted.size()) {
    const size_t size = std::min(text.size() - from, piece + wanted.size() - 1);
    const void* found = memmem(text.data() + from, size, wanted.data(), wanted.size());
    const size_t passed = found == nullptr ? size - wanted.size() + 1
                                           : static_cast<const char*>(found) - text.data() - from;
    // What was looked at, and not the whole piece: most texts have one at their beginning.
    if (!tick((passed + wanted.size()) / 4 + 1)) return std::string_view::npos;
    from += passed;
    if (found != nullptr) return from;
  }
  return std::string_view::npos;
}

// The other direction, for one text that is wanted again and again.
//
// It is read backwards, as Knuth, Morris and Pratt do: borders_[n] is how much of the first n bytes
// (of the text turned around) still fits when the next one does not.
class LastPlaceFinder {
 public:
  LastPlaceFinder() = default;
  explicit LastPlaceFinder(std::string_view wanted);
  // What one takes for a text of that size.
  static size_t MemoryFor(size_t size) { return size < 2 ? 0 : (size + 1) * sizeof(uint32_t); }

  // The last place of `wanted` (which is the one it was made with, and not empty) at or before
  // `from`; npos: there is none, or `tick` said no.
  template <typename Tick>
  size_t Find(std::string_view text, std::string_view wanted, size_t from, const Tick& tick) const {
    if (text.size() < wanted.size()) return std::string_view::npos;
    size_t at = std::min(from, text.size() - wanted.size()) + wanted.size();
    for (size_t fits = 0; at > 0;) {
      const size_t low = at - std::min<size_t>(at, 64 << 10);
      const size_t end = at;
      if (wanted.size() == 1) {
        const size_t found = text.substr(low, at - low).rfind(wanted[0]);
        at = found == std::string_view::npos ? low : low + found;
        fits = found == std::string_view::npos ? 0 : 1;
      }
      while (at > low && fits < wanted.size()) fits = After(wanted, fits, text[--at]);
      if (!tick((end - at) / 4 + 1)) return std::string_view::npos;
      if (fits == wanted.size()) return at;
    }
    return std::string_view::npos;
  }

 private:
  // How much fits with `c` before the `fits` bytes that do.
  size_t After(std::string_view wanted, size_t fits, char c) const {
    while (fits > 0 && wanted[wanted.size() - 1 - fits] != c) fits = borders_[fits];
    return wanted[wanted.size() - 1 - fits] == c ? fits + 1 : fits;
  }

  std::vector<uint32_t> borders_;
};

inline LastPlaceFinder::LastPlaceFinder(std::string_view wanted) {
  if (wanted.size() < 2) return;
  borders_.resize(wanted.size() + 1);
  for (size_t n = 1, fits = 0; n < wanted.size(); ++n) {
    fits = After(wanted, fits, wanted[wanted.size() - 1 - n]);
    borders_[n + 1] = static_cast<uint32_t>(fits);
  }
}

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_TEXT_SEARCH_H_
