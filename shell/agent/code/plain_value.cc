#include "shell/agent/code/plain_value.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

namespace pysub::agent {
namespace {

using Kind = HostValue::Kind;

bool IsList(const HostValue& value) {
  return value.kind() == Kind::kList || value.kind() == Kind::kTuple ||
         value.kind() == Kind::kNamedTuple;
}

std::string NameOf(const HostValue& value) {
  switch (value.kind()) {
    case Kind::kFloat: return "a float that is no number";
    case Kind::kCycle: return "a container that contains itself";
    case Kind::kBytes:
    case Kind::kByteArray: return "bytes";
    case Kind::kSet:
    case Kind::kFrozenSet: return "a set";
    case Kind::kFunction:
    case Kind::kHostFunction: return "a function";
    default: break;
  }
  const std::string name = CleanText(CutText(value.name(), 60));
  return name.empty() ? "such a value" : "a value of type " + name;
}

bool IsAtom(const HostValue& value) {
  switch (value.kind()) {
    case Kind::kNone:
    case Kind::kBool:
    case Kind::kInt:
    case Kind::kBigInt:
    case Kind::kStr: return true;
    case Kind::kFloat: return std::isfinite(*value.as_double());
    default: return false;
  }
}

// A container whose items are being converted.
struct Open {
  const HostValue* value;
  size_t next = 0;
  std::vector<HostValue> items;

  HostValue Take() {
    if (value->kind() != Kind::kDict) return HostValue::List(std::move(items));
    Members members;
    for (size_t i = 0; i + 1 < items.size(); i += 2)
      members.emplace_back(std::move(items[i]), std::move(items[i + 1]));
    return HostValue::Dict(std::move(members));
  }
};

absl::Status Refused(const std::string& what) {
  return absl::InvalidArgumentError(what + " is no JSON");
}

}  // namespace

absl::StatusOr<Json> ToPlainJson(const HostValue& value) {
  std::vector<Open> open;
  const HostValue* now = &value;
  while (true) {
    if (IsList(*now) || now->kind() == Kind::kDict) {
      open.push_back({now, 0, {}});
    } else if (!IsAtom(*now)) {
      return Refused(NameOf(*now));
    } else if (open.empty()) {
      return *now;
    } else {
      open.back().items.push_back(*now);
    }
    while (open.back().next == open.back().value->items().size()) {
      HostValue built = open.back().Take();
      open.pop_back();
      if (open.empty()) return built;
      open.back().items.push_back(std::move(built));
    }
    Open& top = open.back();
    now = &top.value->items()[top.next];
    const bool is_key = top.value->kind() == Kind::kDict && top.next % 2 == 0;
    if (is_key && now->kind() != Kind::kStr) return Refused("a dict with keys that are no texts");
    ++top.next;
  }
}

}  // namespace pysub::agent
