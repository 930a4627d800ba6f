#include "pysub/stop.h"

#include <absl/strings/str_cat.h>

#include "osbridge/os_calls.h"

namespace pysub {
namespace {

constexpr TextLimits kShown{.max_bytes = 200, .max_depth = 5};
constexpr size_t kMostText = 200;
constexpr size_t kMostArguments = 300;

// Control characters as \xNN, so that a line stays a line.
std::string OneLine(std::string_view text) {
  const bool cut = text.size() > kMostText;
  std::string line;
  for (char c : text.substr(0, kMostText)) {
    const auto byte = static_cast<uint8_t>(c);
    if (byte >= 0x20 && byte != 0x7F) {
      line += c;
    } else {
      absl::StrAppend(&line, "\\x", absl::Hex(byte, absl::kZeroPad2));
    }
  }
  return cut ? line + "..." : line;
}

struct StopText {
  std::string operator()(const Finished& stop) const {
    return "Finished: " + stop.value.Repr(kShown);
  }
  std::string operator()(const Raised& stop) const {
    return absl::StrCat("Raised: ", OneLine(stop.exception.name()), ": ", OneLine(stop.message));
  }
  std::string operator()(const FunctionCall& stop) const {
    std::string text =
        absl::StrCat("FunctionCall ", stop.id.sequence, ": ", OneLine(stop.name), "(");
    const char* comma = "";
    for (const HostValue& argument : stop.args) {
      absl::StrAppend(&text, std::exchange(comma, ", "), argument.Repr(kShown));
      if (text.size() > kMostArguments) break;
    }
    for (const auto& [name, value] : stop.kwargs) {
      if (text.size() > kMostArguments) break;
      absl::StrAppend(&text, std::exchange(comma, ", "), OneLine(name), "=", value.Repr(kShown));
    }
    return text + ")";
  }
  std::string operator()(const NameLookup& stop) const {
    return absl::StrCat("NameLookup ", stop.id.sequence, ": ", OneLine(stop.name));
  }
  std::string operator()(const OsRequest& stop) const {
    return absl::StrCat("OsRequest ", stop.id.sequence, ": ",
                        std::string(kOsCallNames[stop.call.index()]));
  }
  std::string operator()(const Waiting& stop) const {
    return absl::StrCat("Waiting for ", stop.pending.size(), " calls");
  }
  std::string operator()(const OutOfFuel&) const { return "OutOfFuel"; }
  std::string operator()(const LimitReached& stop) const {
    return "LimitReached: " + OneLine(stop.message);
  }
};

}  // namespace

std::string_view LimitName(LimitKind limit) {
  switch (limit) {
    case LimitKind::kMemory: return "memory";
    case LimitKind::kDuration: return "duration";
    case LimitKind::kAllocations: return "allocations";
    case LimitKind::kSteps: return "steps";
    case LimitKind::kOutput: return "output";
    case LimitKind::kCancelled: return "cancelled";
  }
  return "";
}

std::string Describe(const Stop& stop) { return std::visit(StopText{}, stop); }

}  // namespace pysub
