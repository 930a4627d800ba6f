#include "shell/commands/files/realpath.h"

#include <algorithm>
#include <cerrno>

#include "pysub/shell/command.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

using files::RealpathMode;

bool IsBelow(std::string_view path, std::string_view base) {
  return base == "/" || path == base || (path.starts_with(base) && path[base.size()] == '/');
}

// What is behind a name asks for a directory: a slash at the end, or "." or ".." next.
bool AsksForDirectory(std::string_view rest) {
  while (rest.starts_with('/')) {
    rest.remove_prefix(std::min(rest.find_first_not_of('/'), rest.size()));
    const std::string_view next = rest.substr(0, rest.find('/'));
    if (next != ".") return next.empty() || next == "..";
    rest.remove_prefix(1);
    if (rest.empty()) return true;
  }
  return false;
}

// The path with its links as they are. Looked at is what asks to be a directory, and the last name.
// Else an error number.
int KeepLinks(CommandIo& io, std::string_view path, RealpathMode mode, std::string* result) {
  result->clear();
  if (!path.starts_with('/') && io.cwd() != "/") *result = io.cwd();
  while (!path.empty()) {
    path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
    const std::string_view name = path.substr(0, path.find('/'));
    path.remove_prefix(name.size());
    if (name == "..") result->resize(result->empty() ? 0 : result->rfind('/'));
    if (name.empty() || name == "." || name == "..") continue;
    result->append("/").append(name);
    if (!io.account().Tick(64 + path.size() / 8)) return ENOMEM;
    const bool directory = AsksForDirectory(path);
    if (mode == RealpathMode::kNothingNeedsExist || (!directory && !path.empty())) continue;
    const int error = io.files().StatPath(CallerOf(io), *result + (directory ? "/" : "")).error();
    const bool last = path.find_first_not_of('/') == std::string_view::npos;
    if (error != 0 && !(mode == RealpathMode::kAllButLastExist && error == ENOENT && last))
      return error;
  }
  if (result->empty()) *result = "/";
  return 0;
}

}  // namespace

// By text alone, after both were resolved: a "../" for each part of the base that the two do not
// share.
std::string RelativeTo(std::string_view path, std::string_view base) {
  if (path == base) return ".";
  size_t common = 0;  // ends before a slash or at an end
  for (size_t i = 0;; ++i) {
    bool path_ends = i == path.size() || path[i] == '/';
    bool base_ends = i == base.size() || base[i] == '/';
    if (path_ends && base_ends) common = i;
    if (i >= path.size() || i >= base.size() || path[i] != base[i]) break;
  }
  std::string result;
  std::string_view up = base.substr(std::min(common, base.size()));
  bool in_name = false;
  for (char c : up) {
    if (c != '/' && !in_name) result += result.empty() ? ".." : "/..";
    in_name = c != '/';
  }
  std::string_view down = path.substr(std::min(common, path.size()));
  while (down.starts_with('/')) down.remove_prefix(1);
  if (!down.empty()) result.append(result.empty() ? "" : "/").append(down);
  return result.empty() ? "." : result;
}

// realpath [-emLPqsz] [--relative-to=DIR] [--relative-base=DIR] FILE...
Progress RunRealpath(CommandIo& io) {
  enum { kRelativeTo = 256, kRelativeBase };
  constexpr CommandOption kOptions[] = {
      {'e', "canonicalize-existing"},
      {'m', "canonicalize-missing"},
      LongRow(kRelativeTo, "relative-to", OptionArgument::kRequired),
      LongRow(kRelativeBase, "relative-base", OptionArgument::kRequired),
      {'q', "quiet"},
      {'s', "strip"},
      LongRow('s', "no-symlinks"),
      {'z', "zero"},
      {'L', "logical"},
      {'P', "physical"},
  };
  Options options(io, kOptions);
  RealpathMode mode = RealpathMode::kAllButLastExist;
  bool quiet = false, strip = false, logical = false;
  char end = '\n';
  std::optional<std::string> to, base;
  while (options.Next()) {
    switch (options.id()) {
      case 'e': mode = RealpathMode::kAllMustExist; break;
      case 'm': mode = RealpathMode::kNothingNeedsExist; break;
      case 'q': quiet = true; break;
      case 's': strip = true; break;
      case 'L': strip = false, logical = true; break;
      case 'P': strip = false, logical = false; break;
      case 'z': end = '\0'; break;
      case kRelativeTo: to = options.value(); break;
      case kRelativeBase: base = options.value(); break;
    }
  }
  if (options.status()) return Progress::Done(*options.status());
  std::vector<std::string> names = options.operands();
  if (names.empty()) return MissingOperand(io);
  int error = 0;
  auto resolve = [&](const std::string& path, std::string* result) {
    error = path.empty() ? ENOENT : 0;
    if (error != 0) return false;
    std::string text = path;
    if (strip || logical) error = KeepLinks(io, path, mode, &text);
    if (error != 0) return false;
    if (strip) {
      *result = text;
      return true;
    }
    files::Result<std::string> real = io.files().Realpath(CallerOf(io), text, mode);
    error = real.error();
    if (real.ok()) *result = *real;
    return real.ok();
  };
  std::string to_path, base_path;
  if (base && !to) to = base;
  if (to && !resolve(*to, &to_path)) {
    io.Error(QuoteFileIfNeeded(*to), error);
    return Progress::Done(1);
  }
  if (base && !resolve(*base, &base_path)) {
    io.Error(QuoteFileIfNeeded(*base), error);
    return Progress::Done(1);
  }
  int status = 0;
  for (const std::string& name : names) {
    std::string path;
    if (!io.account().Tick(name.size() + 64)) break;
    if (!resolve(name, &path)) {
      if (!quiet) io.Error(QuoteFileIfNeeded(name), error);
      status = 1;
      continue;
    }
    bool relative =
        to.has_value() && (!base || (IsBelow(path, base_path) && IsBelow(to_path, base_path)));
    io.Out(relative ? RelativeTo(path, to_path) : path);
    io.Out({&end, 1});
  }
  return Progress::Done(status);
}

// readlink [-efmnqsvz] FILE...
Progress RunReadlink(CommandIo& io) {
  constexpr CommandOption kOptions[] = {
      {'f', "canonicalize"},
      {'e', "canonicalize-existing"},
      {'m', "canonicalize-missing"},
      {'n', "no-newline"},
      {'q', "quiet"},
      {'s', "silent"},
      {'v', "verbose"},
      {'z', "zero"},
  };
  Options options(io, kOptions);
  std::optional<RealpathMode> mode;
  bool verbose = false, newline = true;
  char end = '\n';
  while (options.Next()) {
    switch (options.id()) {
      case 'e': mode = RealpathMode::kAllMustExist; break;
      case 'f': mode = RealpathMode::kAllButLastExist; break;
      case 'm': mode = RealpathMode::kNothingNeedsExist; break;
      case 'n': newline = false; break;
      case 'q':
      case 's': verbose = false; break;
      case 'v': verbose = true; break;
      case 'z': end = '\0'; break;
    }
  }
  if (options.status()) return Progress::Done(*options.status());
  std::vector<std::string> names = options.operands();
  if (names.empty()) return MissingOperand(io);
  if (names.size() > 1 && !newline) {
    io.Error("ignoring --no-newline with multiple arguments");
    newline = true;
  }
  int status = 0;
  for (const std::string& name : names) {
    if (!io.account().Tick(name.size() + 64)) break;
    files::Result<std::string> text = mode ? io.files().Realpath(CallerOf(io), name, *mode)
                                           : io.files().Readlink(CallerOf(io), name);
    if (!text.ok()) {
      if (verbose) io.Error(QuoteFileIfNeeded(name), text.error());
      status = 1;
      continue;
    }
    io.Out(*text);
    if (newline) io.Out({&end, 1});
  }
  return Progress::Done(status);
}

}  // namespace pysub::shell
