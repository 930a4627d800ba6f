#ifndef PYSUB_SHELL_CLI_FLAME_VIEW_H_
#define PYSUB_SHELL_CLI_FLAME_VIEW_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pysub {

// One function at one place of the stacks that were seen.
struct FlameBox {
  std::string_view name;
  std::string where;  // "prog.py:3"
  uint32_t depth;     // [0] of the boxes has depth 0 and is as long as everything
  uint64_t start_ns;
  uint64_t ns;
};

// A picture of the boxes as one SVG file without scripts: what calls stands above what it calls, as
// wide as the time it took, and tells its name and time when the pointer is on it. Names are the
// program's: they are escaped, and cut where they are long.
std::string FlameView(const std::vector<FlameBox>& boxes, std::string_view title);

// Text of an XML document. What no XML may have (control characters, surrogates, what is no UTF-8)
// becomes U+FFFD; of more than `most` characters the rest is left out.
std::string XmlText(std::string_view text, size_t most);

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_FLAME_VIEW_H_
