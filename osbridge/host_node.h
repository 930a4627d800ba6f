#ifndef PYSUB_OSBRIDGE_HOST_NODE_H_
#define PYSUB_OSBRIDGE_HOST_NODE_H_

#include <atomic>
#include <string>
#include <vector>

#include "pysub/host_value.h"

// What a HostValue of one of the larger kinds points to. Not installed.
namespace pysub {
namespace internal {

// The part of a HostValue that does not fit into a word. Values share nodes and never change them,
// so the count is atomic and the rest needs no lock.
struct HostNode {
  std::atomic<uint32_t> references{1};
  uint64_t handle = 0;
  uint64_t handle_owner = 0;
  double real = 0, imaginary = 0;
  std::string text;  // kBigInt: "0x..." or "-0x..." without leading zeros
  std::string name;
  std::vector<HostValue> items;
  std::vector<std::string> fields;
};

}  // namespace internal

// For the code that converts.
class HostValueAccess {
 public:
  using Kind = HostValue::Kind;
  static HostValue Make(Kind kind, internal::HostNode* node) { return HostValue(kind, node); }
  static internal::HostNode* Node(const HostValue& value) {
    return value.has_node() ? value.bits_.node : nullptr;
  }
  // A second reference to `node`.
  static HostValue Share(Kind kind, internal::HostNode* node) {
    node->references.fetch_add(1, std::memory_order_relaxed);
    return HostValue(kind, node);
  }
};

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_HOST_NODE_H_
