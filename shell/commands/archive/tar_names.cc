// tar: the names that it is given, on the command line and in the lists of -T.

#include <algorithm>

#include "shell/commands/archive/tar.h"
#include "shell/commands/simple.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {

// Names are written as messages show them: \n, \t, \\, \101.
std::string Tar::Unquoted(std::string_view name) const {
  if (!options_.unquote || name.find('\\') == std::string_view::npos) return std::string(name);
  constexpr std::string_view kEscapes = "abfnrtv\\?", kControls = "\a\b\f\n\r\t\v\\\177";
  auto digit = [&](size_t at) { return at < name.size() && name[at] >= '0' && name[at] <= '7'; };
  std::string plain;
  for (size_t at = 0; at < name.size(); ++at) {
    if (name[at] != '\\' || at + 1 == name.size()) {
      plain += name[at];
      continue;
    }
    const char escaped = name[++at];
    if (digit(at)) {
      int code = escaped - '0';
      for (int more = 0; more < 2 && digit(at + 1); ++more) code = code * 8 + (name[++at] - '0');
      plain += static_cast<char>(code);
    } else if (size_t control = kEscapes.find(escaped); control != std::string_view::npos) {
      plain += kControls[control];
    } else {
      plain += '\\';
      plain += escaped;
    }
  }
  return plain;
}

bool Tar::KeepName(CommandIo& io, std::string directory, std::string name) {
  constexpr int64_t kTwoTexts = 6 * sizeof(std::string);  // in the old list and one twice its size
  const auto size = static_cast<int64_t>(directory.size() + name.size());
  if (!io.Reserve(kTwoTexts + size)) return false;
  wanted_.push_back({std::move(directory), std::move(name)});
  found_.push_back(false);
  return true;
}

// False: the command ends, which has been said.
bool Tar::OpenList(CommandIo& io, const TarOptions::Operand& list) {
  list_fd_ = list.name == "-" ? 0 : io.Open(list.name, OpenMode::kRead);
  list_null_ = list.null_names;
  list_line_ = 0;
  list_directory_ = list.directory;
  list_rest_.clear();
  if (list_fd_ >= 0) return true;
  io.Error(list.name + ": Cannot stat", io.error());
  io.Error("Error is not recoverable: exiting now");
  return false;
}

// False: no memory.
bool Tar::TakeListLine(CommandIo& io, const TarOptions::Operand& list, const Line& line) {
  std::string_view text = line.text;
  ++list_line_;
  if (!list_null_ && text.find('\0') != std::string_view::npos) {
    io.Error(list.name + ": file name read contains nul character");
    list_null_ = true;
    for (size_t end; (end = text.find('\0')) != std::string_view::npos;
         text.remove_prefix(end + 1)) {
      if (end > 0 && !KeepName(io, list_directory_, std::string(text.substr(0, end)))) return false;
    }
    list_rest_ = text;
    if (line.terminated) list_rest_ += '\n';
    return true;
  }
  if (!list_null_ && !list.verbatim && text.starts_with('-')) {
    size_t value = text.starts_with("-C") ? 2 : 0;
    if (text.starts_with("--directory=")) value = text.find('=') + 1;
    if (value == 0) {
      Fail(io, list.name + ":" + std::to_string(list_line_) + ": unrecognized option");
      return true;
    }
    text.remove_prefix(std::min(text.find_first_not_of(" \t", value), text.size()));
    list_directory_ = In(list_directory_, std::string(text));
    return true;
  }
  std::string name = std::exchange(list_rest_, "").append(text);
  if (name.empty()) return true;
  if (!list_null_) name = Unquoted(name);
  return KeepName(io, list_directory_, std::move(name));
}

// All names are known before the archive is opened.
std::optional<Progress> Tar::ReadNames(CommandIo& io) {
  for (; list_ < options_.operands.size(); ++list_) {
    const TarOptions::Operand& operand = options_.operands[list_];
    if (!operand.is_list) {
      if (!KeepName(io, operand.directory, Unquoted(operand.name))) return Progress::Done(2);
      continue;
    }
    auto is_same = [&](const auto& other) { return other.is_list && other.name == operand.name; };
    const auto here = options_.operands.begin() + static_cast<ptrdiff_t>(list_);
    if (!io.account().Tick(list_ + 1)) return Progress::Done(2);
    if (std::any_of(options_.operands.begin(), here, is_same)) {
      Fail(io,
           operand.name + ": file list requested from command line already read from command line");
      continue;
    }
    if (list_fd_ < 0 && !OpenList(io, operand)) return Progress::Done(2);
    while (true) {
      Line line;
      const Got got = list_reader_.Next(io, list_fd_, list_null_ ? '\0' : '\n', &line);
      if (auto end = StepEnd(got)) return end;
      if (got == Got::kError) Fail(io, operand.name + ": Read error", io.error());
      if (got != Got::kData) break;
      if (!TakeListLine(io, operand, line)) return Progress::Done(2);
      if (io.Tick(line.text.size() + 16)) return Progress::Yield();
    }
    if (!list_rest_.empty() && !KeepName(io, list_directory_, std::exchange(list_rest_, "")))
      return Progress::Done(2);
    if (list_fd_ > 0) io.Close(list_fd_);
    list_fd_ = -1;
    list_reader_.Clear();
  }
  return std::nullopt;
}

}  // namespace pysub::shell
