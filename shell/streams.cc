#include "shell/streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace pysub {
namespace {

// Control characters a program may not send to a terminal: they could rewrite what is on it
// (T-039).
std::string EscapeControls(std::string_view bytes) {
  std::string text;
  bool after_c2 =
      false;  // UTF-8 has U+0080 to U+009F, which are controls too, as C2 and the number
  for (char c : bytes) {
    uint8_t byte = static_cast<uint8_t>(c);
    const bool control = after_c2 && byte >= 0x80 && byte < 0xA0;
    if (control) text.pop_back();
    after_c2 = byte == 0xC2;
    if (!control && ((byte >= 0x20 && byte != 0x7F) || c == '\n' || c == '\t' || c == '\r')) {
      text.push_back(c);
    } else {
      text += "\\x";
      text += "0123456789abcdef"[byte >> 4];
      text += "0123456789abcdef"[byte & 15];
    }
  }
  return text;
}

}  // namespace

int WriteAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return 0;
}

Streams::Streams(bool raw, CommandFiles* files) : files_(files) {
  escape_[1] = !raw && isatty(STDOUT_FILENO);
  escape_[2] = !raw && isatty(STDERR_FILENO);
}

HostHooks Streams::Hooks() {
  HostHooks hooks;
  hooks.context = this;
  hooks.write = [](void* self, int stream, std::string_view bytes) {
    return static_cast<Streams*>(self)->Write(stream, bytes);
  };
  if (fcntl(STDIN_FILENO, F_GETFD) >= 0) {
    hooks.read_line = [](void* self, std::string* line) {
      return static_cast<Streams*>(self)->ReadLine(line);
    };
  }
  hooks.os_call = [](void* self, Vm& vm, OsCallId call, std::span<const Value> args, Value* answer) {
    Streams& streams = *static_cast<Streams*>(self);
    if (call == OsCallId::kReadInput) return streams.ReadInput(vm, args, answer);
    return streams.files_ != nullptr ? streams.files_->Answer(vm, call, args, answer) : HostHooks::kNotHooked;
  };
  return hooks;
}

// Bytes for sys.stdin.buffer.
int Streams::ReadInput(Vm& vm, std::span<const Value> args, Value* answer) {
  const int64_t size = args[0].IsSmallInt() ? args[0].AsSmallInt() : -1;
  const size_t wanted = size < 0 ? SIZE_MAX : static_cast<size_t>(size);
  vm.FlushOutput();
  while (input_.size() - given_ < wanted && !input_ended_) {
    if (!vm.heap.HasRoomFor(input_.size())) {
      *answer = vm.NoMemory(input_.size());
      return 0;
    }
    char buffer[65536];
    const ssize_t count = read(STDIN_FILENO, buffer, sizeof(buffer));
    if (count <= 0) {
      if (!isatty(STDIN_FILENO)) input_ended_ = true;
      break;
    }
    input_.append(buffer, static_cast<size_t>(count));
  }
  const size_t given = std::min(wanted, input_.size() - given_);
  *answer = vm.NewBytes(std::string_view(input_).substr(given_, given));
  if (!answer->IsFailed()) given_ += given;
  return 0;
}

int Streams::Write(int stream, std::string_view bytes) {
  int error = escape_[stream] ? WriteAll(stream, EscapeControls(bytes)) : WriteAll(stream, bytes);
  if (error == EBADF) return 0;
  if (error_[stream] == 0) error_[stream] = error;
  return error;
}

bool Streams::ReadLine(std::string* line) {
  while (true) {
    const size_t end = input_.find('\n', given_);
    if (end != std::string::npos) {
      line->append(input_, given_, end + 1 - given_);
      given_ = end + 1;
      return true;
    }
    line->append(input_, given_);
    input_.clear();
    given_ = 0;
    if (input_ended_) return !line->empty();
    char buffer[65536];
    const ssize_t size = read(STDIN_FILENO, buffer, sizeof(buffer));
    if (size > 0) {
      input_.assign(buffer, static_cast<size_t>(size));
      continue;
    }
    // At a terminal the next call may find more; an interrupted call has cancelled the run.
    if (!isatty(STDIN_FILENO)) input_ended_ = true;
    return !line->empty();
  }
}

}  // namespace pysub
