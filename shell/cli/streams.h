#ifndef PYSUB_SHELL_CLI_STREAMS_H_
#define PYSUB_SHELL_CLI_STREAMS_H_

#include <functional>
#include <string>
#include <string_view>

#include "shell/cli/command_files.h"
#include "shell/cli/terminal_output.h"
#include "vm/vm.h"

namespace pysub {

// The standard streams of this process as a program sees them.
class Streams {
 public:
  // `raw`: control characters reach a terminal as they are; else they are shown as \x1b (T-039).
  // `files`: what answers the calls of files; null: there are none.
  // `is_over`: asked while programs run; true ends them. Empty: nobody asks.
  explicit Streams(bool raw, CommandFiles* files = nullptr,
                   std::function<bool()> is_over = nullptr);
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  // Hooks that lead here, and to the machine's clock and random bytes unless the command line says
  // otherwise; this object has to outlive the Vm that gets them.
  HostHooks Hooks(const CommandLine& command);
  // Lines are read for this one from now on, whose memory limit is asked before input is kept.
  void Serve(Vm& vm) { vm_ = &vm; }

  // 0 or an errno. Of a closed descriptor nothing is said: writing there does nothing, as in
  // CPython.
  int Write(int stream, std::string_view bytes);
  // A traceback or a syntax error to standard error, with colours where they are wanted.
  void WriteTraceback(std::string_view text);
  // What programs have written.
  uint64_t output_bytes = 0;

  // What the first failed Write() to this stream said; 0: none failed.
  int error(int stream) const { return error_[stream]; }

 private:
  enum class More { kSome, kNone, kNoMemory };
  // Reads more behind what is not given yet.
  More ReadMore(Vm* vm);
  bool ReadLine(std::string* line);
  int ReadInput(Vm& vm, std::span<const Value> args, Value* answer);

  CommandFiles* files_;
  const std::function<bool()> is_over_;
  Vm* vm_ = nullptr;
  bool escape_[3] = {false, false, false};  // by descriptor
  ControlEscaper escaper_;
  int error_[3] = {0, 0, 0};
  std::string input_;  // read; from given_ on not yet given
  size_t given_ = 0;
  bool input_ended_ = false;
};

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_STREAMS_H_
