// Commands of a C host in a shell: a function that is called with all of its input, once, or until
// it no longer says PYSUB_SHELL_LATER.

#include "shell/bindings/c/shell_handles.h"

namespace pysub::c {
namespace {

class RunningHostCommand final : public shell::Command {
 public:
  explicit RunningHostCommand(const HostCommand& command) : command_(command) {}

  shell::Progress Step(shell::CommandIo& io) override {
    if (!command_.usage.empty() && io.args().size() == 1 && io.args()[0] == "--help") {
      io.Out(command_.usage.ends_with('\n') ? command_.usage : command_.usage + "\n");
      return Done(0);
    }
    while (command_.wants_input && !has_input_) {
      std::string_view bytes;
      switch (io.ReadSome(0, &bytes)) {
        case shell::ReadStatus::kWait: return shell::Progress::Wait();
        case shell::ReadStatus::kError: io.Error("read error", io.error()); return Done(1);
        case shell::ReadStatus::kEnd: has_input_ = true; break;
        case shell::ReadStatus::kData:
          if (!shell::MakeRoom(io, &input_, bytes.size(), &charged_)) return Done(2);
          input_.append(bytes);
          if (io.Tick(bytes.size())) return shell::Progress::Yield();
      }
    }
    pysub_command call{&io, {std::string(io.name())}, input_, {}};
    call.argv.insert(call.argv.end(), io.args().begin(), io.args().end());
    // What the command does is the host's time.
    io.StopTime(true);
    const int status = command_.function(command_.context, &call);
    io.StopTime(false);
    if (status != PYSUB_SHELL_LATER) return Done(status & 255);
    return shell::WaitForHost(io);
  }

  void Fields(shell::Archive& archive) override {
    archive(input_, has_input_);
    archive.Charged(charged_);
  }

 private:
  static shell::Progress Done(int status) { return shell::Progress::Done(status); }

  const HostCommand& command_;
  std::string input_;
  uint64_t charged_ = 0;
  bool has_input_ = false;
};

}  // namespace

std::unique_ptr<shell::Command> MakeHostCommand(const void* context) {
  return std::make_unique<RunningHostCommand>(*static_cast<const HostCommand*>(context));
}

}  // namespace pysub::c

using namespace pysub::c;  // all that follows is outside of it

size_t pysub_command_count(const pysub_command* command) {
  return command == nullptr ? 0 : command->argv.size();
}
const char* pysub_command_arg(const pysub_command* command, size_t index, size_t* size) {
  if (index >= pysub_command_count(command)) return Lent("", size);
  return Lent(command->argv[index], size);
}

const char* pysub_command_variable(pysub_command* command, const char* name, size_t name_size,
                                   size_t* size) {
  if (size != nullptr) *size = 0;
  Call call(nullptr);
  const std::string_view text = call.Text(name, name_size, "the name");
  if (command == nullptr || !call.ok()) return nullptr;
  const std::optional<std::string_view> value = command->io->Env(text);
  if (!value) return nullptr;
  command->variables.emplace_back(*value);
  return Lent(command->variables.back(), size);
}

uint64_t pysub_command_call(pysub_command* command) {
  return command == nullptr ? 0 : pysub::shell::HostCall(*command->io);
}
const char* pysub_command_directory(const pysub_command* command, size_t* size) {
  return Lent(command == nullptr ? std::string_view() : command->io->cwd(), size);
}
const char* pysub_command_input(const pysub_command* command, size_t* size) {
  return Lent(command == nullptr ? std::string_view() : command->input, size);
}

pysub_status pysub_command_write(pysub_command* command, pysub_stream stream, const char* bytes,
                                 size_t size) {
  Call call(nullptr);
  call.Given(command, "the command");
  const std::string_view text = call.Text(bytes, size, "the bytes");
  if (stream != PYSUB_STDOUT && stream != PYSUB_STDERR) {
    call.Fail(PYSUB_INVALID_ARGUMENT, "the stream is neither PYSUB_STDOUT nor PYSUB_STDERR");
  }
  if (call.ok()) command->io->Write(stream, text);
  return call.status();
}
