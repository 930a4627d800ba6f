#include "shell/commands/files/destination.h"

#include <cerrno>

#include "shell/commands/quoting.h"

namespace pysub::shell {

std::optional<Progress> Destination::Take(CommandIo& io, std::vector<std::string>* operands,
                                          const std::optional<std::string>& directory,
                                          bool no_directory) {
  if (operands->size() < (directory ? 1u : 2u)) {
    if (operands->empty()) {
      io.Error("missing file operand");
    } else {
      io.Error("missing destination file operand after " + QuoteFile(operands->back()));
    }
    return TryHelp(io);
  }
  if (no_directory && directory) {
    io.Error("cannot combine --target-directory (-t) and --no-target-directory (-T)");
    return Progress::Done(1);
  }
  if (no_directory && operands->size() > 2) {
    io.Error("extra operand " + QuoteFile((*operands)[2]));
    return TryHelp(io);
  }
  if (directory) {
    path = *directory;
  } else {
    path = std::move(operands->back());
    operands->pop_back();
  }
  if (no_directory) return std::nullopt;
  files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), path);
  into = stat.ok() && stat->IsDirectory();
  if (into || (operands->size() == 1 && !directory)) return std::nullopt;
  io.Error((directory ? "target directory " : "target ") + QuoteFile(path),
           stat.ok() ? ENOTDIR : stat.error());
  return Progress::Done(1);
}

std::string Destination::For(std::string_view source) const {
  if (!into) return path;
  std::string_view last = LastName(source);
  return last == ".." ? path : JoinPath(path, last);
}

}  // namespace pysub::shell
