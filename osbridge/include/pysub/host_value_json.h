#ifndef PYSUB_PYSUB_HOST_VALUE_JSON_H_
#define PYSUB_PYSUB_HOST_VALUE_JSON_H_

#include <absl/status/statusor.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "pysub/export.h"
#include "pysub/host_value.h"

namespace pysub PYSUB_API {

// What a JSON text may cost that becomes a HostValue. A byte of text can become a hundred in
// memory, so what is counted is what the value will occupy.
struct JsonLimits {
  size_t max_text_bytes = size_t{64} << 20;       // of the JSON text
  size_t max_resident_bytes = size_t{256} << 20;  // of the value that it becomes
  uint32_t max_depth = 1000;                      // of arrays and objects in each other
  bool tags = true;  // a '$' key means what ToJson() writes with it; else it is one like any other
};

// The value that HostValue::ToExactJson() made this text of; of ToJson()'s texts one that differs
// as they say. Any other JSON text is plain values: lists, dicts, numbers. The text may come from
// anybody: RFC 8259 strictly, UTF-8 only, no key twice, a '$' key only as ToJson() writes it. Time
// and memory are linear in the text. kInvalidArgument: it is not that; the message names the byte.
// kResourceExhausted: it is more than the limits.
PYSUB_API absl::StatusOr<HostValue> HostValueFromJson(std::string_view text,
                                                      const JsonLimits& limits = {});

}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_HOST_VALUE_JSON_H_
