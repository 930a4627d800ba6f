#include <algorithm>
#include <cerrno>

#include "pysub/files/file_system.h"
#include "shell/commands/archive/zip.h"
#include "shell/commands/files/name_pattern.h"
#include "shell/commands/simple.h"
#include "shell/commands/system/civil_time.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

using Mode = ZipOptions::Mode;

}  // namespace

// ---- the old archive
std::optional<Progress> Zip::OpenOld(CommandIo& io) {
  phase_ = Phase::kNames;
  if (target_ == "-") return std::nullopt;
  files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), target_);
  has_old_ = stat.ok() && stat->IsFile() && stat->size > 0;
  if (!has_old_) {
    if (options_.out != target_) {
      io.Write(Messages(), "zip I/O error: No such file or directory");
      return Fatal(io, "File not found or no read permission (" + target_ + ")", 18);
    }
    if (options_.mode != Mode::kAdd) Warn(io, target_ + " not found or empty");
    return std::nullopt;
  }
  source_.Open(target_, stat->size);
  if (!io.files().Access(CallerOf(io), target_, files::kMayRead).ok())
    return Fatal(io, "File not found or no read permission (" + target_ + ")", 18);
  if (!FindZipDirectory(io, &source_, &directory_) || directory_.disk != 0) {
    Warn(io, "missing end signature--probably not a zip file (did you");
    Warn(io, "remember to use binary mode when you transferred it?)");
    Warn(io, "(if you are trying to read a damaged archive try -F)");
    return Fatal(io, "Zip file structure invalid (" + target_ + ")", 3);
  }
  if (directory_.extra < 0 || directory_.size > directory_.end_at)
    return Fatal(io, "Zip file structure invalid (" + target_ + ")", 3);
  comment_ = directory_.comment;
  at_ = directory_.end_at - directory_.size;
  phase_ = Phase::kLoad;
  return std::nullopt;
}

std::optional<Progress> Zip::Load(CommandIo& io) {
  Old old;
  switch (ReadZipCentral(io, &source_, &at_, &old.entry, &old.extra, &old.comment)) {
    case ZipRead::kEntry: break;
    case ZipRead::kCut: return Fatal(io, "Zip file structure invalid (" + target_ + ")", 3);
    case ZipRead::kNone:
      if (at_ != directory_.end_at)
        return Fatal(io, "Zip file structure invalid (" + target_ + ")", 3);
      phase_ = Phase::kNames;
      return std::nullopt;
  }
  const size_t bytes =
      2 * sizeof(Old) + 2 * old.entry.name.size() + old.extra.size() + old.comment.size() + 128;
  if (!Keep(io, bytes)) return Progress::Done(2);
  old_names_[old.entry.name] = old_.size();
  old_.push_back(std::move(old));
  return std::nullopt;
}

// ---- what is asked for
// As it stands in the archive: without slashes and "./" in front.
std::string Zip::NameOf(std::string_view path, bool directory) const {
  if (options_.junk) {
    if (directory) return "";
    path = LastName(path);
  }
  while (true) {
    if (path.starts_with('/'))
      path.remove_prefix(1);
    else if (path.starts_with("./"))
      path.remove_prefix(2);
    else
      break;
  }
  path = path.empty() ? path : WithoutSlashes(path);
  if (path == "." || path.empty()) return "";
  return std::string(path) + (directory ? "/" : "");
}

bool Zip::PassesFilters(CommandIo& io, std::string_view name) const {
  const auto matches = [&](const std::vector<std::string>& patterns) {
    for (const std::string& pattern : patterns) {
      if (!io.account().Tick(16 + name.size())) return false;
      if (MatchName(pattern, name)) return true;
    }
    return false;
  };
  if (options_.matches_names) {
    bool any = false;
    for (const std::string& pattern : options_.names) {
      if (!io.account().Tick(16 + name.size())) return false;
      any |= MatchName(pattern, name) || MatchName("*/" + pattern, name);
    }
    if (!any) return false;
  }
  if (!options_.included.empty() && !matches(options_.included)) return false;
  return options_.excluded.empty() || !matches(options_.excluded);
}

void Zip::NotMatched(CommandIo& io, const std::string& name) {
  ParseCharge copies(&io.account());
  if (!copies.Charge(4 * name.size())) return;
  // (Of what the archive has nothing is said.)
  if (old_names_.contains(NameOf(name, false))) return;
  Warn(io, "name not matched: " + name);
}

// False: two files would have one name.
bool Zip::AddFile(CommandIo& io, const std::string& path, const std::string& name, int64_t mtime) {
  if (!PassesFilters(io, name)) return true;
  if (const auto known = file_names_.find(name); known != file_names_.end()) {
    const File& first = files_[known->second];
    if (first.replaces || first.path == path) return true;
    Warn(io, "  first full name: " + std::min(first.path, path) +
                 "\n                      second full name: " + std::max(first.path, path) +
                 "\n                     name in zip file repeated: " + name +
                 (options_.junk ? "\n                     this may be a result of using -j" : ""));
    return false;
  }
  const auto old = old_names_.find(name);
  if (old == old_names_.end() && options_.mode == Mode::kFreshen) return true;
  if (old != old_names_.end()) {
    any_matched_ = true;
    const bool newer = FloorSeconds(mtime) > ZipTimeOf(old_[old->second].entry, ZoneOf(io));
    if (options_.mode == Mode::kAdd || newer)
      old_[old->second].file = files_.size();
    else if (!options_.move)  // (what is up to date moves, too)
      return true;
  }
  if (!Keep(io, 2 * (path.size() + 2 * name.size()) + 2 * sizeof(File) + 128)) return true;
  file_names_[name] = files_.size();
  files_.push_back({path, name, old != old_names_.end()});
  return true;
}

void Zip::DeleteMatching(CommandIo& io, const std::string& pattern) {
  bool any = false;
  for (Old& old : old_) {
    if (!io.account().Tick(16 + old.entry.name.size())) return;
    if (!MatchName(pattern, old.entry.name)) continue;
    any = old.removed = any_removed_ = true;
  }
  if (!any) NotMatched(io, pattern);
}

void Zip::BeginWalk(CommandIo&, const std::string& name) {
  uint32_t flags = options_.links ? 0u : uint32_t{TreeWalk::kAllLinks};
  if (!options_.recursive) flags |= TreeWalk::kFlat;
  walk_.Start({name}, flags);
  walking_ = true;
}

// False: two files would have one name.
bool Zip::TakeVisit(CommandIo& io, const TreeWalk::Visit& visit) {
  using Kind = TreeWalk::Visit::Kind;
  if (visit.kind == Kind::kLeave || visit.kind == Kind::kLoop) return true;
  const bool dangles = visit.stat.IsSymlink() && !options_.links;
  if (visit.kind == Kind::kCannotStat || dangles) {
    NotMatched(io, visit.path);
    return true;
  }
  if (visit.kind == Kind::kCannotRead) {
    Warn(io, "could not open for reading: " + visit.path);
    return true;
  }
  const bool directory = visit.stat.IsDirectory();
  if (!directory && !visit.stat.IsFile() && !visit.stat.IsSymlink()) {
    Warn(io, visit.stat.kind == files::FileKind::kFifo
                 ? "ignoring FIFO (Named Pipe) - use -FI to read: " + visit.path
                 : "ignoring special file: " + visit.path);
    return true;
  }
  if (directory && options_.no_directories) return true;
  const std::string name = NameOf(visit.path, directory);
  if (name.empty()) return true;
  if (!directory) {
    for (const std::string& own : {target_, options_.out}) {
      files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), own);
      if (stat.ok() && stat->dev == visit.stat.dev && stat->ino == visit.stat.ino) return true;
    }
  }
  return AddFile(io, visit.path, name, visit.stat.mtime_ns);
}

// The next operand, line of -@ or, of -f alone, entry.
std::optional<Progress> Zip::NextName(CommandIo& io) {
  phase_ = Phase::kCreate;
  if (options_.matches_names) {
    if (name_++ > 0) return std::nullopt;
    BeginWalk(io, ".");
  } else if (name_ < options_.names.size()) {
    const std::string& name = options_.names[name_++];
    if (options_.mode == Mode::kDelete) {
      DeleteMatching(io, name);
    } else if (name == "-") {
      if (!AddFile(io, "", name, io.RealTimeNs()))
        return Fatal(io, "Invalid command arguments (cannot repeat names in zip file)", 16);
    } else {
      BeginWalk(io, name);
    }
  } else if (options_.names_from_input) {
    Line line;
    Got got = input_.Next(io, 0, '\n', &line);
    if (got == Got::kWait || got == Got::kYield) phase_ = Phase::kNames;
    if (auto end = StepEnd(got)) return end;
    if (got != Got::kData) return std::nullopt;
    if (line.text.empty()) {
      phase_ = Phase::kNames;
      return std::nullopt;
    }
    if (options_.mode == Mode::kDelete)
      DeleteMatching(io, std::string(line.text));
    else
      BeginWalk(io, std::string(line.text));
  } else if (options_.names.empty() && options_.mode == Mode::kFreshen && name_ < old_.size()) {
    const std::string& name = old_[name_++].entry.name;
    if (io.files().Lstat(CallerOf(io), name).ok()) {
      options_.recursive = false;
      BeginWalk(io, std::string(WithoutSlashes(name)));
    }
  } else {
    return std::nullopt;
  }
  phase_ = Phase::kNames;
  return std::nullopt;
}

std::optional<Progress> Zip::TakeNames(CommandIo& io) {
  if (!walking_) return NextName(io);
  std::optional<TreeWalk::Visit> visit = walk_.Next(io);
  if (!visit) {
    walking_ = false;
    return std::nullopt;
  }
  (void)io.Tick(128);
  if (TakeVisit(io, *visit)) return std::nullopt;
  return Fatal(io, "Invalid command arguments (cannot repeat names in zip file)", 16);
}

Progress Zip::NothingToDo(CommandIo& io) {
  if (options_.mode == Mode::kUpdate || options_.mode == Mode::kFreshen) return Progress::Done(12);
  std::string what = target_;
  const bool tries = options_.recursive && !options_.filters && !options_.matches_names &&
                     options_.mode == Mode::kAdd && !options_.names.empty();
  if (tries) {
    what = "try: zip";
    bool named = false;
    for (const std::string& word : io.args()) {
      if (!io.account().Tick(16)) break;
      what += " " + word;
      if (!std::exchange(named, named || word == options_.archive) && word == options_.archive)
        what += " . -i";
    }
  }
  return Fatal(io, "Nothing to do! (" + what + ")", 12);
}

// The comment of -z: lines up to one that is a dot.
std::optional<Progress> Zip::ReadComment(CommandIo& io) {
  if (!std::exchange(began_, true)) {
    comment_.clear();
    Say(io, "enter new zip file comment (end with .):\n");
  }
  constexpr size_t kMostComment = 65535;
  Line line;
  Got got = input_.Next(io, 0, '\n', &line);
  if (auto end = StepEnd(got)) return end;
  if (got == Got::kData && line.text != "." && comment_.size() + line.text.size() < kMostComment) {
    if (!comment_.empty()) comment_ += "\r\n";
    comment_ += line.text;
    comment_.resize(std::min(comment_.size(), kMostComment));
    return std::nullopt;
  }
  phase_ = Phase::kCentral;
  return std::nullopt;
}

}  // namespace pysub::shell
