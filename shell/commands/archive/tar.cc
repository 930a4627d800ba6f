// tar: what packing and unpacking have in common.

#include "shell/commands/archive/tar.h"

#include <algorithm>

#include "pysub/shell/command.h"
#include "shell/commands/files/file_mode.h"
#include "shell/commands/files/name_pattern.h"
#include "shell/commands/files/sizes.h"
#include "shell/commands/simple.h"
#include "shell/commands/system/civil_time.h"

namespace pysub::shell {
// Times are checked because they become file times, and sizes because they decide how much is read.
void Tar::Fields(Archive& archive) {
  archive(phase_, archive_fd_, status_, told_, member_, left_, padding_, fd_, path_, total_,
          listed_width_, wanted_, list_, list_reader_, list_fd_, list_null_, list_line_,
          list_directory_, list_rest_, operand_, walking_, shrank_, walk_, names_, pending_,
          writer_, bzip2_writer_, bzip2_reader_, is_bzip2_, unpacks_more_, xz_writer_, xz_reader_,
          is_xz_, zstd_reader_, is_zstd_, tagged_, tag_, raw_, written_, keeps_, any_deleted_,
          keeps_end_, to_remove_, removed_);
  archive(input_, buffer_, input_ended_, compressed_, looked_, any_member_, zeros_seen_,
          looked_wrong_, packed_, reader_, next_, next_size_, next_mtime_, special_, found_,
          late_links_, late_directories_, appending_, archived_, exclude_files_);
  archive.Charged(charged_);
  archive.Charged(raw_charged_);
  constexpr int64_t kEndOfTime = 9'000'000'000;
  auto in_time = [&](int64_t time) { return time >= -kEndOfTime && time <= kEndOfTime; };
  if (!in_time(member_.mtime)) archive.Fail();
  for (const LateDirectory& directory : late_directories_) {
    if (!in_time(directory.mtime)) archive.Fail();
  }
  constexpr uint64_t kMostSpecial = 1 << 20;
  bool about_next =
      member_.type == 'L' || member_.type == 'K' || member_.type == 'x' || member_.type == 'g';
  if (about_next && left_ > kMostSpecial) archive.Fail();
  if (phase_ > Phase::kRemove || removed_ > to_remove_.size() || padding_ >= kTarBlock ||
      listed_width_ > 200)
    archive.Fail();
}

// ---- both ways
void Tar::Fail(CommandIo& io, const std::string& text, int error) {
  if (error != 0)
    io.Error(text, error);
  else
    io.Error(text);
  status_ = 2;
}

// Of an archive that a program packs or unpacks, the program has it open, and says so.
void Tar::CannotOpen(CommandIo& io) {
  const std::string who = options_.IsPacked() ? "tar (child): " : "tar: ";
  io.Write(2, who + options_.archive + ": Cannot open: " + std::string(ErrnoText(io.error())) +
                  "\n" + who + "Error is not recoverable: exiting now\n");
  if (!options_.IsPacked()) return;
  io.Error("Child returned status 2");
  io.Error("Error is not recoverable: exiting now");
}

Progress Tar::Finished(CommandIo& io) {
  if (options_.totals) TellTotals(io);
  if (status_ == 2) io.Error("Exiting with failure status due to previous errors");
  return Progress::Done(status_);
}

// --totals. (The time that it took is not told: it would differ each time.)
void Tar::TellTotals(CommandIo& io) {
  constexpr const char* kWords[] = {"read", "written"};
  const bool writes = options_.mode == 'c' || Appends();
  io.Write(2, "Total bytes " + std::string(kWords[writes ? 1 : 0]) + ": " + std::to_string(total_) +
                  "\n");
}

std::string Tar::In(const std::string& directory, const std::string& path) const {
  return directory.empty() || path.starts_with('/') ? path : JoinPath(directory, path);
}

// A pattern stands for any part of the name that begins and ends at slashes.
bool Tar::IsExcluded(std::string_view name) const {
  const auto is_excluded = [&](const std::string& pattern) {
    for (size_t begin = 0; begin != std::string_view::npos;) {
      for (size_t end = begin; end < name.size();) {
        end = std::min(name.find('/', end + 1), name.size());
        if (MatchName(pattern, name.substr(begin, end - begin))) return true;
      }
      begin = name.find('/', begin);
      if (begin != std::string_view::npos && ++begin >= name.size()) break;
    }
    return false;
  };
  const std::vector<std::string>& listed = exclude_files_.patterns();
  return std::any_of(options_.exclude.begin(), options_.exclude.end(), is_excluded) ||
         std::any_of(listed.begin(), listed.end(), is_excluded);
}

// Names lose what leads to the root or out of the directory, up to their last ".."; of each such
// beginning it is said once.
std::string Tar::Relative(CommandIo& io, const std::string& name, const char* what) {
  size_t begin = 0;
  for (size_t at = 0; at < name.size();) {
    size_t end = std::min(name.find('/', at), name.size());
    if (std::string_view(name).substr(at, end - at) == "..") begin = end;
    at = end + 1;
  }
  begin = std::min(name.find_first_not_of('/', begin), name.size());
  if (options_.absolute || begin == 0) return name;
  std::string text = "Removing leading `" + name.substr(0, begin) + "' from " + what;
  if (told_.size() < 100 && std::find(told_.begin(), told_.end(), text) == told_.end()) {
    io.Error(text);
    told_.push_back(text);
  }
  return begin == name.size() ? "./" : name.substr(begin);
}

// -v and -t; twice: as ls -l.
void Tar::List(CommandIo& io, const TarMember& member, int fd) {
  std::string name = EscapeName(member.name);
  // (Blanks and quotes are shown as they are.)
  std::string plain;
  for (size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '\\' && i + 1 < name.size() && name[i + 1] == ' ') continue;
    plain += name[i];
  }
  int details = options_.verbose - (options_.mode == 't' ? 0 : 1);
  if (details < 1) {
    io.Write(fd, BlockText() + plain + "\n");
    return;
  }
  uint32_t kind = member.type == '5'   ? 0040000
                  : member.type == '2' ? 0120000
                  : member.type == '3' ? 0020000
                  : member.type == '4' ? 0060000
                  : member.type == '6' ? 0010000
                                       : 0100000;
  std::string modes = ModeText(kind | member.mode);
  if (member.type == '1') modes[0] = 'h';
  std::string owner =
      (member.user.empty() || options_.numeric_owner ? std::to_string(member.uid) : member.user) +
      "/" +
      (member.group.empty() || options_.numeric_owner ? std::to_string(member.gid) : member.group);
  std::string size = std::to_string(member.size);
  uint64_t width = owner.size() + size.size() + 1;
  listed_width_ = std::min<uint64_t>(std::max(listed_width_, width), 200);
  std::string line = modes + " " + owner + " " +
                     std::string(listed_width_ - std::min(listed_width_, width), ' ') + size + " " +
                     FormatTime(options_.full_time ? "%Y-%m-%d %H:%M:%S" : "%Y-%m-%d %H:%M",
                                member.mtime, 0, options_.utc ? TimeZone() : ZoneOf(io)) +
                     " " + plain;
  if (member.type == '2') line += " -> " + member.link;
  if (member.type == '1') line += " link to " + member.link;
  io.Write(fd, BlockText() + line + "\n");
}

// -R: in which block of the archive the member's head stands.
std::string Tar::BlockText() const {
  const bool reads = options_.mode == 't' || options_.mode == 'x' || options_.mode == 'd';
  if (!options_.block_numbers || !reads) return "";
  return "block " + std::to_string(total_ / kTarBlock - 1) + ": ";
}

void Tar::Transform(CommandIo& io, TarTransforms::Target target, std::string* name) {
  constexpr size_t kLongest = 1 << 20;  // of a name
  if (options_.transforms.empty()) return;
  const std::string before = name->substr(0, 100);
  if (options_.transforms.Apply(io, target, name) && name->size() <= kLongest) return;
  *name = before;
  Fail(io, before + ": Cannot transform the name");
}

Progress Tar::Run(CommandIo& io) {
  const Got excludes = exclude_files_.Read(io);
  if (auto stop = StepEnd(excludes)) return *stop;
  if (excludes == Got::kError) {
    io.Error(exclude_files_.file(), io.error());
    io.Error("Error is not recoverable: exiting now");
    return Progress::Done(2);
  }
  if (phase_ == Phase::kOpen) {
    if (auto stop = ReadNames(io)) return *stop;
  }
  return options_.mode == 'c' || appending_ ? Create(io) : Read(io);
}

std::unique_ptr<Command> MakeTar() { return Make<Tar>(); }

}  // namespace pysub::shell
