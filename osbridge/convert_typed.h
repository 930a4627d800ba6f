#ifndef PYSUB_OSBRIDGE_CONVERT_TYPED_H_
#define PYSUB_OSBRIDGE_CONVERT_TYPED_H_

#include <absl/status/status.h>

#include <span>
#include <string>
#include <vector>

#include "osbridge/host_node.h"
#include "osbridge/typed_values.h"
#include "vm/vm.h"

// HostValue::Kind::kTyped between a Vm and its host: a part of convert.cc, which walks. Nothing
// here runs Python or collects.
namespace pysub::internal {

std::string HexText(const BigInt* number);

// What the parts of such a value count as, known before they are made.
uint64_t TypedSize(Value v);
// A value without parts that may be nested; None: it is not of a type that crosses so.
HostValue TypedToHost(Vm& vm, Value v);
// Bytes that it takes, and what it costs to write its digits.
uint64_t TypedCost(const HostValue& value);
// A SimpleNamespace or a view of a dict: its parts and names. False: it does not cross
// (attributes that are no text).
bool TypedParts(Object* object, std::vector<Value>* parts, HostNode* node);

// Whether a program can get it now. kInvalidArgument: never, or only after an import;
// the message says which.
absl::Status CanEnter(Vm& vm, const HostValue& value);
// `parts` are its items in the Vm. Failed: no memory, or ints that are too large.
Value TypedFromHost(Vm& vm, const HostValue& value, std::span<const Value> parts);

}  // namespace pysub::internal

#endif  // PYSUB_OSBRIDGE_CONVERT_TYPED_H_
