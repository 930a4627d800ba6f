#include "pysub/shell/command.h"
#include "shell/commands/files/file_mode.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {

// mkfifo [-m MODE] NAME...
Progress RunMkfifo(CommandIo& io) {
  constexpr CommandOption kOptions[] = {
      LongRow('Z', "context", OptionArgument::kOptional),
      {'m', "mode", OptionArgument::kRequired},
      {'Z', ""},
  };
  Options options(io, kOptions);
  uint32_t mode = 0666;
  bool has_mode = false;
  while (options.Next()) {
    switch (options.id()) {
      case 'Z': break;
      case 'm': {
        std::string text(options.value());
        std::optional<ModeChange> change = ModeChange::Parse(text);
        if (!change) {
          io.Error("invalid mode");
          return Progress::Done(1);
        }
        mode = change->Apply(0666, false, io.umask());
        has_mode = true;
        break;
      }
    }
  }
  if (options.status()) return Progress::Done(*options.status());
  std::vector<std::string> names = options.operands();
  if (names.empty()) return MissingOperand(io);
  int status = 0;
  for (const std::string& name : names) {
    if (!io.account().Tick(name.size() + 64)) break;
    files::Status made = io.files().MakeFifo(CallerOf(io), name, mode);
    if (made.ok() && has_mode) made = io.files().Chmod(CallerOf(io), name, mode);
    if (made.ok()) continue;
    io.Error("cannot create fifo " + QuoteFile(name), made.error());
    status = 1;
  }
  return Progress::Done(status);
}

}  // namespace pysub::shell
