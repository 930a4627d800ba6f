// -i inplace: what is printed while a file is read takes its place.

#include "pysub/files/file_system.h"
#include "shell/commands/awk/machine.h"
#include "shell/commands/replace_file.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::awk {

// A part of the program begins. (Before END the last file is written: what END prints is not of
// it.)
Machine::Flow Machine::BeginPart(CommandIo& io, Part part) {
  part_ = part;
  came_from_ = pc_;
  if (part == Part::kEnd) EndEditing(io);
  return fatal_ ? Flow::kStop : Flow::kNext;
}

// A file was opened. Its rules are those of gawk's library: inplace::enable is looked at here, and
// the suffix when the file is written.
void Machine::BeginEditing() {
  if (!program_->in_place) return;
  editing_ = IsTrue(globals_[static_cast<size_t>(program_->globals.find(kInPlaceEnable)->second)]);
  NumberBuffer number;
  edited_ = TextOf(Global(Special::kFilename), &number);  // (the program may set it meanwhile)
}

// Empty: there is none.
std::string Machine::BackupName(const std::string& name) {
  for (const std::string_view variable : {kInPlaceSuffix, kInPlaceOldSuffix}) {
    const Value& suffix = globals_[static_cast<size_t>(program_->globals.find(variable)->second)];
    NumberBuffer number;
    if (suffix.IsScalar() && IsTrue(suffix)) return name + std::string(TextOf(suffix, &number));
  }
  return "";
}

void Machine::EndEditing(CommandIo& io) {
  if (!std::exchange(editing_, false) || !program_->in_place) return;
  if (!Replace(io, std::exchange(edited_, std::string()))) return;
  in_place_.Reset();
}

// The file is another one then: a link that stood there is gone, and the backup has what it was.
bool Machine::Replace(CommandIo& io, const std::string& name) {
  const auto failed = [&](std::string_view call, const std::string& to, int error) {
    Fatal("inplace::end: " + std::string(call) + "(`" + name + "', `" + to + "') failed (" +
          std::string(ErrnoText(error)) + ")");
    return false;
  };
  const files::Caller caller{.cwd = io.cwd(), .umask = io.umask()};
  const files::Result<files::Stat> stat = io.files().StatPath(caller, name);
  const uint32_t mode = stat.ok() ? stat->mode & 07777 : 0666;
  const Replaced replaced =
      ReplaceFile(io, name, in_place_.view(), mode, "gawk.", BackupName(name));
  if (replaced.ok()) return true;
  constexpr const char* kCalls[] = {"", "write", "link", "rename"};
  return failed(kCalls[static_cast<size_t>(replaced.call)], replaced.name, replaced.status.error());
}

}  // namespace pysub::shell::awk
