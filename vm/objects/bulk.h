#ifndef PYSUB_VM_OBJECTS_BULK_H_
#define PYSUB_VM_OBJECTS_BULK_H_

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "lexer/base/stop_check.h"
#include "lexer/unicode/text_kernels.h"
#include "vm/vm.h"

// Work on long texts and sequences, charged before and cut into pieces short enough for a limit of
// time.
namespace pysub {

// Copying less than this is not worth the accounting.
inline constexpr size_t kMinTickedBytes = 1024;

// Charges for `bytes` that are about to be read or written. False: a limit.
inline bool TickForBytes(Vm& vm, size_t bytes) {
  return bytes < kMinTickedBytes || vm.Tick(bytes / 64);
}

// For loops that were charged before them: looks at the clock each 8192nd time. It counts by
// itself, as an index that jumps may never meet a look, and stands before the outermost loop, as
// inner ones may be short. The first time never looks.
class Pace {
 public:
  explicit Pace(Vm& vm) : vm_(vm) {}
  // False: the time is over, or another limit was reached.
  bool IsTimeLeft() { return ++count_ % 8192 != 0 || vm_.TimeIsLeft(); }

 private:
  Vm& vm_;
  uint64_t count_ = 0;
};

// For functions below the Vm that take a StopCheck: over when the time is. Lives no longer than
// `vm`.
inline StopCheck TimeCheck(Vm& vm) {
  return StopCheck([](void* context) { return !static_cast<Vm*>(context)->TimeIsLeft(); }, &vm);
}

// Runs body(begin, end) over 0..count piece by piece, charging one unit for `per_tick` items before
// each. False: a limit.
template <typename Body>
bool InPieces(Vm& vm, size_t count, size_t per_tick, Body body) {
  constexpr size_t kPiece = 16384;
  for (size_t begin = 0; begin < count;) {
    const size_t end = std::min(count, begin + kPiece);
    if (!vm.Tick((end - begin) / per_tick)) return false;
    body(begin, end);
    begin = end;
  }
  return true;
}

// Between two looks at the clock: some tens of microseconds of memcpy.
inline constexpr size_t kLookBytes = 256 * 1024;

template <typename Body>
[[gnu::noinline]] bool LongInTime(Vm& vm, size_t size, Body body) {
  size_t begin = 0;
  for (; size - begin > kLookBytes; begin += kLookBytes) {
    body(begin, begin + kLookBytes);
    if (!vm.TimeIsLeft()) return false;
  }
  body(begin, size);
  return true;
}

// Runs body(begin, end) over 0..size bytes, which the caller has charged, with looks at the clock
// between its pieces. False: the time is over, and what was to be made is not wanted any more.
template <typename Body>
bool InTime(Vm& vm, size_t size, Body body) {
  if (size <= kLookBytes) [[likely]] {
    if (size > 0) body(size_t{0}, size);
    return true;
  }
  return LongInTime(vm, size, body);
}

// memcpy() of what the caller has charged. False: the time is over.
inline bool CopyBytes(Vm& vm, char* out, std::string_view bytes) {
  return InTime(vm, bytes.size(), [&](size_t begin, size_t end) {
    std::memcpy(out + begin, bytes.data() + begin, end - begin);
  });
}

// Copies values to where none of them lie. False: the time is over.
inline bool CopyInTime(Vm& vm, Value* to, const Value* from, size_t count) {
  return CopyBytes(vm, reinterpret_cast<char*>(to),
                   {reinterpret_cast<const char*>(from), count * sizeof(Value)});
}

// FindBytes() and FindLastBytes() in what the caller has charged. Failed: the time is over.
Result<size_t> FindLong(Vm& vm, std::string_view text, std::string_view part);
Result<size_t> FindLastLong(Vm& vm, std::string_view text, std::string_view part);
inline Result<size_t> FindInTime(Vm& vm, std::string_view text, std::string_view part) {
  if (text.size() > kLookBytes) [[unlikely]]
    return FindLong(vm, text, part);
  return part.size() == 1 ? FindByte(text, part[0]) : FindBytes(text, part);
}
inline Result<size_t> FindLastInTime(Vm& vm, std::string_view text, std::string_view part) {
  if (text.size() > kLookBytes) [[unlikely]]
    return FindLastLong(vm, text, part);
  return FindLastBytes(text, part);
}

// Writes what the caller has charged into memory of known size. Full when the time is over, and
// what was written is not wanted any more.
class MemorySink {
 public:
  MemorySink(Vm& vm, char* at) : vm_(vm), at_(at) {}

  bool Append(std::string_view piece) {
    if (piece.size() > until_look_) [[unlikely]]
      return AppendLooking(piece);
    std::memcpy(at_, piece.data(), piece.size());
    at_ += piece.size();
    until_look_ -= piece.size();
    return true;
  }
  bool in_time() const { return in_time_; }

 private:
  bool AppendLooking(std::string_view piece);

  Vm& vm_;
  char* at_;
  size_t until_look_ = kLookBytes;
  bool in_time_ = true;
};

// Writes `unit` again and again into out[0..bytes), a multiple of its size; it may lie at `out`.
// The caller has charged. False: the time is over, and the run with it.
bool FillRepeated(Vm& vm, char* out, size_t bytes, std::string_view unit);

// text.replace(from, to) into `sink`, `count` times, which is what CountReplacements gave. The
// caller has charged. False: the time is over.
bool ReplaceInto(Vm& vm, std::string_view text, std::string_view from, std::string_view to,
                 size_t count, TextKind kind, SinkRef sink);

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_BULK_H_
