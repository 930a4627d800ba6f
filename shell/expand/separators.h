#ifndef PYSUB_SHELL_EXPAND_SEPARATORS_H_
#define PYSUB_SHELL_EXPAND_SEPARATORS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "shell/expand/text.h"
#include "shell/run/budget.h"

namespace pysub::shell {

struct Process;

// Characters, which may have several bytes, to be asked for at each place of a text. Its maker
// charges kBytes for each byte of the list.
class CharacterSet {
 public:
  static constexpr int64_t kBytes = sizeof(uint32_t);

  CharacterSet() = default;
  explicit CharacterSet(std::string_view characters);
  // Bytes, whatever stands around them.
  explicit CharacterSet(const ByteSet& bytes) : bytes_(bytes) {}
  // The length of the one at text[at]; 0: there is none.
  size_t At(std::string_view text, size_t at) const {
    if (is_bytes_ || static_cast<unsigned char>(text[at]) < 0x80) return bytes_.Has(text[at]);
    return AtSlowly(text, at);
  }
  // The length of what stands at text[at], where that is none.
  size_t Step(std::string_view text, size_t at) const {
    return is_bytes_ ? 1 : CharacterAt(text, at);
  }

 private:
  size_t AtSlowly(std::string_view text, size_t at) const;

  ByteSet bytes_{""};
  bool is_bytes_ = true;        // each has one byte, whatever stands around it
  std::vector<uint32_t> wide_;  // those of several bytes, sorted
};

// The characters of IFS.
class Separators : public CharacterSet {
 public:
  explicit Separators(Process& process);

 private:
  ScopedMemoryCharge held_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_EXPAND_SEPARATORS_H_
