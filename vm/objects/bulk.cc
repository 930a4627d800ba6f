#include "vm/objects/bulk.h"

#include <algorithm>
#include <cstring>

namespace pysub {
namespace {

// Some tens of microseconds each, which the look at the clock does not lengthen.
constexpr size_t kPieceBytes = 256 * 1024;
constexpr size_t kPieceReplacements = 4096;

}  // namespace

Result<size_t> FindLong(Vm& vm, std::string_view text, std::string_view part) {
  StopCheck stop = TimeCheck(vm);
  const size_t at = FindBytes(text, part, 0, &stop);
  if (stop.stopped()) return Failure{};
  return at;
}

Result<size_t> FindLastLong(Vm& vm, std::string_view text, std::string_view part) {
  StopCheck stop = TimeCheck(vm);
  const size_t at = FindLastBytes(text, part, &stop);
  if (stop.stopped()) return Failure{};
  return at;
}

bool MemorySink::AppendLooking(std::string_view piece) {
  in_time_ = in_time_ && vm_.TimeIsLeft() && CopyBytes(vm_, at_, piece);
  at_ += piece.size();
  until_look_ = in_time_ ? kLookBytes : 0;
  return in_time_;
}

// Copies what has been written already, so the pieces double up to a bound. The bound keeps a piece
// within the processor's cache and lets the clock be looked at in between.
bool FillRepeated(Vm& vm, char* out, size_t bytes, std::string_view unit) {
  if (bytes == 0) return true;
  if (unit.size() == 1 && bytes <= kMinTickedBytes) {
    std::memset(out, unit[0], bytes);
    return true;
  }
  if (out != unit.data()) std::memcpy(out, unit.data(), unit.size());
  const size_t most = std::max(kPieceBytes - kPieceBytes % unit.size(), unit.size());
  for (size_t done = unit.size(); done < bytes;) {
    const size_t piece = std::min({done, bytes - done, most});
    if (unit.size() == 1) {
      std::memset(out + done, unit[0], piece);
    } else {
      std::memcpy(out + done, out, piece);
    }
    done += piece;
    if (piece == most && !vm.TimeIsLeft()) return false;
  }
  return true;
}

bool ReplaceInto(Vm& vm, std::string_view text, std::string_view from, std::string_view to,
                 size_t count, TextKind kind, SinkRef sink) {
  size_t at = 0;
  while (count > 0) {
    const size_t now = std::min(count, kPieceReplacements);
    at = AppendReplaced(text, from, to, at, now, kind, sink);
    count -= now;
    if (count > 0 && !vm.TimeIsLeft()) return false;
  }
  return sink.Append(text.substr(at));
}

}  // namespace pysub
