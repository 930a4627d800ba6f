#include <algorithm>
#include <cerrno>

#include "pysub/files/file_system.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {
    {'p', ""}, {'P', ""}, LongRow(kFirstLongOption, "portability")};

constexpr std::string_view kPortable =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-/";
// What POSIX promises of every system.
constexpr size_t kPortablePath = 255, kPortableName = 14;

struct Checks {
  bool portable = false;  // -p
  bool dashes = false;    // -P, and empty names
};

bool Refuse(CommandIo& io, const std::string& text) {
  io.Error(text);
  return false;
}

// False: some system would not take the name, which has been said.
bool IsPortable(CommandIo& io, const std::string& name) {
  if (const size_t at = name.find_first_not_of(kPortable); at != std::string::npos) {
    const size_t size = std::max<size_t>(PrintableLength(std::string_view(name).substr(at)), 1);
    return Refuse(io, "nonportable character " + QuoteWord(name.substr(at, size)) +
                          " in file name " + QuoteFile(name));
  }
  if (name.size() > kPortablePath) {
    return Refuse(io, "limit " + std::to_string(kPortablePath) + " exceeded by length " +
                          std::to_string(name.size()) + " of file name " + QuoteFile(name));
  }
  for (size_t at = 0; at < name.size();) {
    const size_t end = std::min(name.find('/', at), name.size());
    if (end - at > kPortableName) {
      return Refuse(io, "limit " + std::to_string(kPortableName) + " exceeded by length " +
                            std::to_string(end - at) + " of file name component " +
                            QuoteWord(name.substr(at, end - at)));
    }
    at = end + 1;
  }
  return true;
}

bool IsFine(CommandIo& io, const Checks& checks, const std::string& name) {
  if (checks.dashes) {
    if (name.starts_with('-') || name.find("/-") != std::string::npos)
      return Refuse(io, "leading '-' in a component of file name " + QuoteFile(name));
  }
  if ((checks.dashes || checks.portable) && name.empty()) return Refuse(io, "empty file name");
  if (checks.portable) return IsPortable(io, name);
  files::Result<files::Stat> stat = io.files().Lstat(CallerOf(io), name);
  if (stat.ok() || (stat.error() == ENOENT && !name.empty())) return true;
  return Refuse(io, QuoteFileIfNeeded(name) + ": " + std::string(ErrnoText(stat.error())));
}

}  // namespace

Progress RunPathchk(CommandIo& io) {
  Checks checks;
  Options options(io, kOptions);
  while (options.Next()) {
    checks.portable |= options.id() != 'P';
    checks.dashes |= options.id() != 'p';
  }
  if (options.status()) return Progress::Done(*options.status());
  if (options.operands().empty()) return MissingOperand(io);
  bool fine = true;
  for (const std::string& name : options.operands()) {
    if (!io.account().Tick(64 + name.size())) break;
    fine &= IsFine(io, checks, name);
  }
  return Progress::Done(fine ? 0 : 1);
}

}  // namespace pysub::shell
