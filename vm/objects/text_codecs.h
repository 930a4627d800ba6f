#ifndef PYSUB_VM_OBJECTS_TEXT_CODECS_H_
#define PYSUB_VM_OBJECTS_TEXT_CODECS_H_

#include <string_view>

#include "vm/result.h"
#include "vm/value.h"
#include "vm/vm.h"

// Encoding and decoding with CPython's exceptions: what is behind str.encode(), bytes.decode(),
// str(), bytes() and text files.
namespace pysub {

// `encoding` and `errors` are UTF-8; empty: "utf-8" and "strict".
// LookupError, UnicodeEncodeError, ValueError (a NUL in a name).
Value EncodeText(Vm& vm, Value str, std::string_view encoding, std::string_view errors);
// Decodes `bytes`; `object` is what UnicodeDecodeError.object becomes (a bytes; Undefined: a copy).
Value DecodeText(Vm& vm, std::string_view bytes, Value object, std::string_view encoding,
                 std::string_view errors);

// An `encoding` or `errors` argument of `function`: a str, or Undefined for none.
Result<std::string_view> CodecNameArgument(Vm& vm, std::string_view function,
                                           std::string_view parameter, Value v);

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_TEXT_CODECS_H_
