#include "shell/cli/streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "shell/cli/machine_clock.h"
#include "shell/cli/traceback_colors.h"

namespace pysub {

Streams::Streams(bool raw, CommandFiles* files, std::function<bool()> is_over)
    : files_(files), is_over_(std::move(is_over)) {
  escape_[1] = !raw && isatty(STDOUT_FILENO);
  escape_[2] = !raw && isatty(STDERR_FILENO);
}

HostHooks Streams::Hooks(const CommandLine& command) {
  HostHooks hooks;
  if (!command.virtual_clock.value_or(false)) UseMachineClock(&hooks);
  if (!command.seed) UseMachineEntropy(&hooks);
  hooks.context = this;
  hooks.write = [](void* self, int stream, std::string_view bytes) {
    Streams& streams = *static_cast<Streams*>(self);
    streams.output_bytes += bytes.size();
    return streams.Write(stream, bytes);
  };
  if (fcntl(STDIN_FILENO, F_GETFD) >= 0) {
    hooks.read_line = [](void* self, std::string* line) {
      return static_cast<Streams*>(self)->ReadLine(line);
    };
  }
  hooks.os_call = [](void* self, Vm& vm, OsCallId call, std::span<const Value> args,
                     Value* answer) {
    Streams& streams = *static_cast<Streams*>(self);
    if (call == OsCallId::kReadInput) return streams.ReadInput(vm, args, answer);
    return streams.files_ != nullptr ? streams.files_->Answer(vm, call, args, answer)
                                     : HostHooks::kNotHooked;
  };
  if (is_over_) {
    hooks.is_cancelled = [](void* self) { return static_cast<Streams*>(self)->is_over_(); };
  }
  if (files_ != nullptr && command.imports) {
    hooks.module_path = [](void* self, const Vm& vm) {
      return static_cast<Streams*>(self)->files_->imports().ModulePath(vm);
    };
  }
  return hooks;
}

Streams::More Streams::ReadMore(Vm* vm) {
  constexpr size_t kPiece = 65536;
  input_.erase(0, given_);
  given_ = 0;
  if (input_.empty()) input_ = std::string();  // a long line is over
  // What is there, a quarter more when it moves, and again when it is given.
  const size_t needed = 3 * input_.size() + 2 * kPiece;
  if (input_.size() >= kPiece && vm != nullptr && !vm->heap.HasRoomFor(needed)) {
    static_cast<void>(vm->NoMemory(needed));
    return More::kNoMemory;
  }
  if (input_.capacity() - input_.size() < kPiece)
    input_.reserve(input_.size() + input_.size() / 4 + kPiece);
  char buffer[kPiece];
  const ssize_t count = read(STDIN_FILENO, buffer, sizeof(buffer));
  if (count > 0) {
    input_.append(buffer, static_cast<size_t>(count));
    return More::kSome;
  }
  // At a terminal the next call may find more; an interrupted call has cancelled the run.
  if (!isatty(STDIN_FILENO)) input_ended_ = true;
  return More::kNone;
}

// Bytes for sys.stdin.buffer.
int Streams::ReadInput(Vm& vm, std::span<const Value> args, Value* answer) {
  const int64_t size = args[0].IsSmallInt() ? args[0].AsSmallInt() : -1;
  const size_t wanted = size < 0 ? SIZE_MAX : static_cast<size_t>(size);
  vm.host.FlushOutput();
  while (input_.size() - given_ < wanted && !input_ended_) {
    const More more = ReadMore(&vm);
    if (more == More::kNoMemory) {
      *answer = Value::Failed();
      return 0;
    }
    if (more == More::kNone) break;
  }
  const size_t given = std::min(wanted, input_.size() - given_);
  *answer = vm.NewBytes(std::string_view(input_).substr(given_, given));
  if (!answer->IsFailed()) given_ += given;
  return 0;
}

int Streams::Write(int stream, std::string_view bytes) {
  int error = escape_[stream] ? WriteAll(stream, escaper_.Escape(bytes)) : WriteAll(stream, bytes);
  if (error == EBADF) return 0;
  if (error_[stream] == 0) error_[stream] = error;
  return error;
}

void Streams::WriteTraceback(std::string_view text) {
  if (!WantsColors(STDERR_FILENO)) {
    Write(2, text);
  } else {
    WriteAll(2, ColoredTraceback(escape_[2] ? escaper_.Escape(text) : std::string(text)));
  }
}

bool Streams::ReadLine(std::string* line) {
  size_t unread_before = 0;
  size_t end = std::string::npos;
  while (true) {
    end = input_.find('\n', given_ + unread_before);
    if (end != std::string::npos || input_ended_) break;
    unread_before = input_.size() - given_;
    const More more = ReadMore(vm_);
    if (more == More::kNoMemory) return false;
    if (more == More::kNone) break;
  }
  const size_t size = end == std::string::npos ? input_.size() - given_ : end + 1 - given_;
  line->append(input_, given_, size);
  given_ += size;
  return !line->empty();
}

}  // namespace pysub
