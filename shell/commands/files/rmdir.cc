#include <cerrno>

#include "pysub/shell/command.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"

namespace pysub::shell {

// rmdir [-pv] [--ignore-fail-on-non-empty] DIRECTORY...
Progress RunRmdir(CommandIo& io) {
  constexpr CommandOption kOptions[] = {
      LongRow(256, "ignore-fail-on-non-empty"),
      {'p', "path"},
      LongRow('p', "parents"),
      {'v', "verbose"},
  };
  Options options(io, kOptions);
  bool parents = false;
  bool verbose = false;
  bool lenient = false;
  while (options.Next()) {
    switch (options.id()) {
      case 'p': parents = true; break;
      case 'v': verbose = true; break;
      case 256: lenient = true; break;
    }
  }
  if (options.status()) return Progress::Done(*options.status());
  std::vector<std::string> names = options.operands();
  if (names.empty()) return MissingOperand(io);
  int status = 0;
  for (const std::string& name : names) {
    std::string_view path = name;
    for (bool first = true;; first = false) {
      if (verbose) io.Out("rmdir: removing directory, " + QuoteFile(path) + "\n");
      files::Status removed = io.files().Rmdir(CallerOf(io), path);
      io.Tick(path.size() + 64);
      if (!removed.ok()) {
        if (lenient && (removed.error() == ENOTEMPTY || removed.error() == EEXIST)) break;
        io.Error((first ? "failed to remove " : "failed to remove directory ") + QuoteFile(path),
                 removed.error());
        status = 1;
        break;
      }
      path = WithoutSlashes(path);
      size_t slash = path.rfind('/');
      if (!parents || slash == std::string_view::npos) break;
      path = WithoutSlashes(path.substr(0, slash));
      if (path.empty() || path == "/") break;
    }
  }
  return Progress::Done(status);
}

}  // namespace pysub::shell
