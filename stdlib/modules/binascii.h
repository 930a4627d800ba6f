#ifndef PYSUB_STDLIB_MODULES_BINASCII_H_
#define PYSUB_STDLIB_MODULES_BINASCII_H_

#include <string_view>

#include "vm/objects/bytes.h"
#include "vm/vm.h"

// What binascii and base64 share.
namespace pysub {

// Data to be decoded: bytes-like, or a str of ASCII characters.
class AsciiArgument {
 public:
  explicit AsciiArgument(Vm& vm) : vm_(vm), bytes_(vm) {}
  // TypeError "argument should be bytes, buffer or ASCII string, not 'int'" (binascii's words, or
  // base64's).
  Status Get(Value v, bool base64_words = false);
  std::string_view view() const { return view_; }

 private:
  Vm& vm_;
  BytesArgument bytes_;
  std::string_view view_;
};

Failure BinasciiError(Vm& vm, std::string_view text);
// `alternatives`: empty, or the two characters that stand for + and /.
void AppendBase64(std::string_view data, bool newline, TextBuilder& out,
                  std::string_view alternatives = {});
// Padding and strictness as binascii.a2b_base64.
Value DecodeBase64(Vm& vm, std::string_view text, bool strict, std::string_view alternatives = {});
Value DecodeHex(Vm& vm, std::string_view text);

}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_BINASCII_H_
