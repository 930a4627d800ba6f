#ifndef PYSUB_VM_HOST_SIGNATURE_H_
#define PYSUB_VM_HOST_SIGNATURE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vm/native.h"

namespace pysub {

// The signature of a function of the host, "search(query, /, limit=10, *, strict=False)", as Python
// writes it but for annotations. Views into the text that was read.
struct HostSignature {
  // Views are of the text of the signature, which must outlive them.
  struct Parameter {
    std::string_view name;
    std::string_view default_text;  // a Python literal; empty: the parameter is required
    bool keyword_only = false;
  };
  std::string_view name;
  std::vector<Parameter> parameters;  // in order, without *args and **kwargs
  uint32_t positional = 0;            // so many of them may be given by position,
  uint32_t positional_only = 0;       // and so many of these only so
  bool has_rest = false;              // *args
  bool has_keywords = false;          // **kwargs

  static constexpr size_t kMostParameters = 64;
  static constexpr size_t kMostBytes = 8192;

  // False: it is none, and *error says why. The text may be anything. Linear, but for names, which
  // are compared with each other.
  static bool Read(std::string_view text, HostSignature* signature, std::string* error);
};

// TypeError, as a def of this signature would raise it, if a call does not fit it: `given` has
// arguments in rest and keywords. A text that is no signature fits every call.
Status CheckHostCall(Vm& vm, std::string_view signature, const Args& given);

}  // namespace pysub

#endif  // PYSUB_VM_HOST_SIGNATURE_H_
