// What a program prints: buffered here, written by the host.

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "vm/host/link.h"
#include "vm/vm.h"

namespace pysub {
namespace {

constexpr uint64_t kOutputBuffer = 8192;

}  // namespace

uint64_t HostLink::output_left() const {
  const uint64_t limit = vm_.budget().limits().output_bytes;
  return limit - std::min(output_bytes_, limit);
}

void HostLink::WriteNow(int stream, std::string_view bytes) {
  if (hooks_.write == nullptr) return;
  const int error = hooks_.write(hooks_.context, stream, bytes);
  if (error != 0 && stream == 1) write_error_ = error;
}

Status HostLink::Write(int stream, std::string_view bytes) {
  const uint64_t limit = vm_.budget().limits().output_bytes;
  output_bytes_ += bytes.size();
  if (output_bytes_ > limit) {
    const uint64_t over = output_bytes_ - limit;
    bytes = bytes.substr(0, bytes.size() - std::min<uint64_t>(over, bytes.size()));
    output_[stream - 1].append(bytes);
    return vm_.HitLimit(LimitHit::kOutput);
  }
  if (!vm_.Tick(bytes.size() / 64)) return Failure{};
  std::string& buffer = output_[stream - 1];
  // Order between the two streams is kept: only one has something waiting.
  if (!output_[2 - stream].empty()) FlushOutput();
  if (buffer.size() + bytes.size() > kOutputBuffer) {
    FlushOutput();
    if (bytes.size() > kOutputBuffer && hooks_.write != nullptr) {
      WriteNow(stream, bytes);
      bytes = {};
    }
  }
  buffer.append(bytes);
  return write_error_ == 0 || stream != 1 ? Status(Done{}) : RaiseWriteError();
}

// The OSError of the write that failed.
Failure HostLink::RaiseWriteError() {
  const int number = write_error_;
  write_error_ = 0;
  Heap::AlwaysAllocateScope written(vm_.heap);
  Value text = TRY(vm_.NewStr(std::strerror(number)));
  Value args = TRY(vm_.NewTuple({Value::SmallInt(number), text}));
  Value exception =
      TRY(vm_.NewException(number == EPIPE ? TypeId::kBrokenPipeError : TypeId::kOSError, args));
  exception.As<Exception>()->fields[0] = Value::SmallInt(number);
  exception.As<Exception>()->fields[1] = text;
  return vm_.RaiseException(exception);
}

void HostLink::FlushOutput() {
  for (int stream : {1, 2}) {
    std::string& buffer = output_[stream - 1];
    if (buffer.empty()) continue;
    WriteNow(stream, buffer);
    buffer.clear();
  }
}

}  // namespace pysub
