// patch: applies what diff prints. The patch is read as a whole; then each file that it names is
// read, hunk by hunk put together anew, and written. A hunk is done in one step, so between two
// steps there are only texts and numbers.

#include "shell/commands/patch/patch.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <tuple>
#include <utility>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/quoting.h"
#include "shell/commands/replace_file.h"
#include "shell/commands/simple.h"

namespace pysub::shell {
namespace {

enum LongOptions {
  kDryRun = kFirstLongOption,
  kVerbose,
  kRejectFormat,
  kBinary,
  kPosix,
  kBackupIfMismatch,
  kNoBackupIfMismatch,
  kFollowSymlinks,
  kReadOnly,
  kMerge,
  kQuotingStyle,
};
constexpr OptionArgument kRequired = OptionArgument::kRequired;
constexpr CommandOption kOptions[] = {
    {'b', "backup"},
    {'B', "prefix", kRequired},
    {'c', "context"},
    {'d', "directory", kRequired},
    {'D', "ifdef", kRequired},
    {'e', "ed"},
    {'E', "remove-empty-files"},
    {'f', "force"},
    {'F', "fuzz", kRequired},
    {'g', "get", kRequired},
    {'i', "input", kRequired},
    {'l', "ignore-whitespace"},
    {'n', "normal"},
    {'N', "forward"},
    {'o', "output", kRequired},
    {'p', "strip", kRequired},
    {'r', "reject-file", kRequired},
    {'R', "reverse"},
    {'s', "quiet"},
    LongRow('s', "silent"),
    {'t', "batch"},
    {'T', "set-time"},
    {'u', "unified"},
    {'V', "version-control", kRequired},
    {'x', "debug", kRequired},
    {'Y', "basename-prefix", kRequired},
    {'z', "suffix", kRequired},
    {'Z', "set-utc"},
    LongRow(kDryRun, "dry-run"),
    {'v', ""},
    LongRow(kVerbose, "verbose"),
    LongRow(kRejectFormat, "reject-format", kRequired),
    LongRow(kBinary, "binary"),
    LongRow(kPosix, "posix"),
    LongRow(kBackupIfMismatch, "backup-if-mismatch"),
    LongRow(kNoBackupIfMismatch, "no-backup-if-mismatch"),
    LongRow(kFollowSymlinks, "follow-symlinks"),
    LongRow(kReadOnly, "read-only", kRequired),
    LongRow(kMerge, "merge", OptionArgument::kOptional),
    LongRow(kQuotingStyle, "quoting-style", kRequired),
};

}  // namespace

void Patch::Fields(Archive& archive) {
  archive(phase_, fd_, patch_, input_, output_, rejects_, at_, found_any_, failed_any_, touched_);
  archive.Charged(lines_charged_);
  archive(head_, name_, out_name_, exists_, skips_, keeps_rejects_, applies_anyway_, reverse_,
          mismatch_, mode_, hunks_, failed_, in_offset_, out_offset_, frozen_);
  const uint64_t size = patch_.bytes.size();
  constexpr int64_t kFar = int64_t{1} << 40;
  const bool right = phase_ <= Phase::kWrite && at_ <= size && head_.begin <= size &&
                     head_.hunks <= size && head_.kind <= DiffKind::kEd && head_.absent[0] <= 2 &&
                     head_.absent[1] <= 2 && frozen_ <= input_.bytes.size() + 1 &&
                     std::abs(in_offset_ / 2) < kFar && std::abs(out_offset_ / 2) < kFar;
  if (!right) archive.Fail();
}

// ---- words
int Patch::Refuse(CommandIo& io, std::string_view what) {
  io.Error("**** " + std::string(what) + " is not supported in this sandbox");
  return 2;
}

std::optional<int> Patch::TakeNumber(CommandIo& io, std::string_view what, std::string_view text,
                                     int64_t* number) {
  const std::optional<uint64_t> count = ParseCount(text);
  if (!count || *count > (1u << 30)) {
    io.Error("**** " + std::string(what) + " " + std::string(text) + " is not a number");
    return 2;
  }
  *number = static_cast<int64_t>(*count);
  return std::nullopt;
}

std::optional<int> Patch::TakeDirectory(CommandIo& io, std::string_view name) {
  directory_ = std::string(name);
  files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), directory_);
  const int error = !stat.ok() ? stat.error() : stat->IsDirectory() ? 0 : 20;
  if (error == 0) return std::nullopt;
  io.Error("**** Can't change to directory " + QuoteFileIfNeeded(name, false) + " : " +
           std::string(ErrnoText(error)));
  return 2;
}

std::optional<int> Patch::TakeOption(CommandIo& io, Options& options) {
  const std::string value(options.value());
  switch (options.id()) {
    case 'b': backup_ = true; break;
    case 'B': prefix_ = value; break;
    case 'Y': base_prefix_ = value; break;
    case 'z': suffix_ = value, has_suffix_ = true; break;
    case 'V':
      numbered_ = value == "numbered" || value == "t"     ? Numbered::kAlways
                  : value == "simple" || value == "never" ? Numbered::kNever
                                                          : Numbered::kExisting;
      break;
    case 'c': wanted_ = DiffKind::kContext; break;
    case 'u': wanted_ = DiffKind::kUnified; break;
    case 'n': wanted_ = DiffKind::kNormal; break;
    case 'e': return Refuse(io, "an ed script");
    case 'd': return TakeDirectory(io, value);
    case 'D': return Refuse(io, "--ifdef");
    case 'T':
    case 'Z': return Refuse(io, "setting times");
    case kMerge: return Refuse(io, "--merge");
    case 'E': remove_empty_ = true; break;
    case 'f': force_ = true; break;
    case 'F': return TakeNumber(io, "fuzz factor", value, &max_fuzz_);
    case 'p': return TakeNumber(io, "strip count", value, &strip_);
    case 'i': patch_name_ = value; break;
    case 'l': ignores_blanks_ = true; break;
    case 'N': forward_ = true; break;
    case 'o': output_name_ = value; break;
    case 'r': reject_name_ = value; break;
    case 'R': reverses_ = true; break;
    case 's': silent_ = true; break;
    case 't': batch_ = true; break;
    case kDryRun: dry_run_ = true; break;
    case kVerbose: verbose_ = true; break;
    case kRejectFormat: reject_format_ = value == "context" ? 'c' : 'u'; break;
    case kBinary: binary_ = true; break;
    case kPosix: posix_ = true, backup_mismatch_ = false; break;
    case kBackupIfMismatch: backup_mismatch_ = true; break;
    case kNoBackupIfMismatch: backup_mismatch_ = false; break;
    case kFollowSymlinks: follows_links_ = true; break;
    case 'v': io.Out(VersionText("patch")); return 0;
    default: break;
  }
  return std::nullopt;
}

std::optional<int> Patch::Start(CommandIo& io) {
  Options options(io, kOptions, Options::kPermute, 2);
  options.set_named_try();
  while (options.Next()) {
    if (std::optional<int> status = TakeOption(io, options)) return status;
  }
  if (options.status()) return options.status();
  const std::vector<std::string>& names = options.operands();
  if (!names.empty()) operand_ = names[0];
  if (names.size() > 1) patch_name_ = names[1];
  if (names.size() > 2) {
    io.Error(names[2] + ": extra operand");
    return options.TryHelp();
  }
  if (const auto suffix = io.Env("SIMPLE_BACKUP_SUFFIX");
      suffix && !has_suffix_ && !suffix->empty())
    suffix_ = std::string(*suffix);
  return std::nullopt;
}

// ---- texts
Progress Patch::Fatal(CommandIo& io, std::string_view text) const {
  io.Error("**** " + std::string(text));
  return Progress::Done(2);
}

void Patch::Say(CommandIo& io, std::string_view text) const {
  io.Write(output_name_ == "-" ? 2 : 1, text);
}

bool Patch::Append(CommandIo& io, Text* text, std::string_view more) const {
  if (!MakeRoom(io, &text->bytes, more.size(), &text->charged)) return false;
  text->bytes += more;
  return io.account().Tick(more.size() / 8);
}

std::string Patch::PathOf(std::string_view name) const {
  if (directory_.empty() || name.starts_with('/')) return std::string(name);
  return JoinPath(directory_, name);
}

files::Result<files::Stat> Patch::StatOf(CommandIo& io, const std::string& name) const {
  return follows_links_ ? io.files().StatPath(CallerOf(io), PathOf(name))
                        : io.files().Lstat(CallerOf(io), PathOf(name));
}

// Of fd_, which is closed at the end. Nothing: all is there.
std::optional<Progress> Patch::ReadAll(CommandIo& io, Text* text, std::string_view name) {
  while (true) {
    std::string_view bytes;
    const ReadStatus status = io.ReadSome(fd_, &bytes);
    if (status == ReadStatus::kWait) return Progress::Wait();
    if (status == ReadStatus::kEnd) break;
    if (status == ReadStatus::kError) {
      return Fatal(
          io, "Can't read file " + std::string(name) + " : " + std::string(ErrnoText(io.error())));
    }
    if (!MakeRoom(io, &text->bytes, bytes.size(), &text->charged)) return NoMemory();
    text->bytes += bytes;
    if (io.Tick(bytes.size())) return Progress::Yield();
  }
  if (fd_ > 0) io.Close(fd_);
  fd_ = -1;
  return std::nullopt;
}

// ---- which file
void Patch::BeginFile() {
  name_.clear();
  out_name_.clear();
  exists_ = skips_ = applies_anyway_ = mismatch_ = false;
  keeps_rejects_ = true;
  reverse_ = reverses_;
  mode_ = 0;
  hunks_ = failed_ = frozen_ = 0;
  in_offset_ = out_offset_ = 0;
  input_.bytes.clear();
  output_.bytes.clear();
  rejects_.bytes.clear();
  lines_.clear();
}

std::optional<Progress> Patch::Find(CommandIo& io) {
  PatchReader reader(io, patch_.bytes);
  BeginFile();
  head_ = reader.FindPatch(at_, wanted_, !operand_.empty());
  if (reader.ends_in_line()) Say(io, kEndsInLine);
  if (head_.kind == DiffKind::kNone) {
    if (!found_any_ && !patch_.bytes.empty())
      return Fatal(io, "Only garbage was found in the patch input.");
    if (verbose_ && at_ < patch_.bytes.size()) Say(io, "Hmm...  Ignoring the trailing garbage.\n");
    if (verbose_) Say(io, "done\n");
    return Progress::Done(failed_any_ ? 1 : 0);
  }
  if (head_.kind == DiffKind::kEd) return Progress::Done(Refuse(io, "an ed script"));
  if (binary_) head_.strips_cr = false;
  Announce(io);
  found_any_ = true;
  at_ = head_.hunks;
  if (head_.is_binary) {
    Say(io, "File " + QuoteFileIfNeeded(StripName(head_.git_names[0], strip_), false) +
                ": git binary diffs are not supported.\n");
    failed_any_ = true;
    return std::nullopt;
  }
  if (ChooseNames(io)) {
    LookAtFile(io);
  } else {
    CannotFind(io);
  }
  phase_ = Phase::kInput;
  return std::nullopt;
}

void Patch::Announce(CommandIo& io) {
  if (verbose_) {
    const std::string_view kind = head_.kind == DiffKind::kUnified   ? "unified"
                                  : head_.kind == DiffKind::kContext ? "new-style context"
                                                                     : "normal";
    Say(io, "Hmm...  " + std::string(found_any_ ? "The next patch looks" : "Looks") + " like a " +
                std::string(kind) + " diff to me...\n");
  }
  if (!silent_ && head_.indent != 0) {
    Say(io, "(Patch is indented " + std::to_string(head_.indent) + " space" +
                (head_.indent == 1 ? "" : "s") + ".)\n");
  }
  if (!silent_ && head_.strips_cr)
    Say(io, "(Stripping trailing CRs from patch; use --binary to disable.)\n");
  if (verbose_) ShowLead(io);
}

// What stands before the hunks.
void Patch::ShowLead(CommandIo& io) const {
  Say(io, "The text leading up to this was:\n--------------------------\n");
  std::string_view text(patch_.bytes);
  text = text.substr(head_.begin, head_.hunks - std::min(head_.begin, head_.hunks));
  while (!text.empty() && io.account().Tick(16)) {
    const std::string_view line = text.substr(0, text.find('\n'));
    Say(io, "|" + std::string(line) + "\n");
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  Say(io, "--------------------------\n");
}

namespace {

bool Climbs(const std::string& name) {
  return name == ".." || name.starts_with("../") || name.ends_with("/..") ||
         name.find("/../") != std::string::npos;
}

}  // namespace

// Nobody's patch writes outside of the directory where patch runs. What it would have written, is
// said.
bool Patch::IsSafe(CommandIo& io, const std::string& name) const {
  if (!name.starts_with('/') && !Climbs(name)) return true;
  Say(io, "Ignoring potentially dangerous file name " + QuoteFileIfNeeded(name, false) + "\n");
  return false;
}

// Of those that are there (or of all): the one in the fewest directories, with the shortest last
// part, and the shortest. Nothing is there for a name that climbs out.
std::string Patch::BestName(CommandIo& io, const std::vector<std::string>& names,
                            bool existing) const {
  std::string best;
  const auto rank = [](const std::string& name) {
    uint64_t parts = 0;
    for (size_t i = 0; i < name.size(); ++i)
      parts += name[i] == '/' && i > 0 && name[i - 1] != '/' ? 1 : 0;
    return std::tuple(parts, LastName(name).size(), name.size());
  };
  for (const std::string& name : names) {
    if (name.empty() || (existing && (Climbs(name) || !StatOf(io, name).ok()))) continue;
    if (best.empty() || rank(name) < rank(best)) best = name;
  }
  return best.empty() || IsSafe(io, best) ? best : "";
}

// False: there is none.
bool Patch::ChooseNames(CommandIo& io) {
  const auto stripped = [&](const std::string& name) { return StripName(name, strip_); };
  const size_t old_side = reverse_ ? 1 : 0, new_side = 1 - old_side;
  if (!operand_.empty()) {
    name_ = operand_;
  } else if (head_.renames || head_.copies) {
    // (These names have no "a/" before them.)
    const int64_t parts = strip_ > 0 ? strip_ - 1 : strip_;
    name_ = StripName(head_.git_names[old_side], parts);
    out_name_ = StripName(head_.git_names[new_side], parts);
    if (Climbs(name_) || !StatOf(io, name_).ok() || !IsSafe(io, name_)) name_.clear();
    if (!name_.empty() && !IsSafe(io, out_name_)) name_.clear();
  } else {
    std::vector<std::string> names = {stripped(head_.names[0]), stripped(head_.names[1]),
                                      stripped(head_.index)};
    if (head_.is_git) {
      names.push_back(stripped(head_.git_names[0]));
      names.push_back(stripped(head_.git_names[1]));
    }
    name_ = BestName(io, names, true);
    const bool creates = head_.absent[old_side] != 0 || head_.absent[new_side] != 0;
    if (name_.empty() && creates) name_ = BestName(io, names, false);
  }
  if (name_.empty()) return false;
  if (!output_name_.empty()) {
    out_name_ = output_name_;
  } else if (out_name_.empty()) {
    out_name_ = name_;
  }
  return true;
}

void Patch::CannotFind(CommandIo& io) {
  PatchReader reader(io, patch_.bytes);
  Say(io, "can't find file to patch at input line " +
              std::to_string(reader.LineNumber(head_.hunks)) + "\nPerhaps you " +
              (strip_ >= 0 ? "used the wrong" : "should have used the") +
              " -p or --strip option?\n");
  if (!verbose_) ShowLead(io);
  Say(io, force_ || batch_ ? "No file to patch.  Skipping patch.\n"
                           : "File to patch: \nSkip this patch? [y] \nSkipping patch.\n");
  skips_ = true;
  keeps_rejects_ = false;
}

// Nobody is there to be asked.
bool Patch::AgreesToReverse(CommandIo& io, const std::string& what) {
  if (forward_ || !force_ || !silent_) Say(io, what);
  if (forward_) {
    Say(io, "  Skipping patch.\n");
    skips_ = true;
    return false;
  }
  if (force_) {
    if (!silent_) Say(io, "  Applying it anyway.\n");
    return false;
  }
  if (batch_) {
    if (!silent_) Say(io, reverse_ ? "  Ignoring -R.\n" : "  Assuming -R.\n");
    return true;
  }
  Say(io, reverse_ ? "  Ignore -R? [n] \n" : "  Assume -R? [n] \n");
  Say(io, "Apply anyway? [n] \n");
  if (!silent_) Say(io, "Skipping patch.\n");
  skips_ = true;
  return false;
}

void Patch::LookAtFile(CommandIo& io) {
  files::Result<files::Stat> stat = StatOf(io, name_);
  exists_ = stat.ok();
  const bool is_empty = !exists_ || stat->size == 0;
  const size_t side = (reverse_ ? 1 : 0) ^ (is_empty ? 1 : 0);
  // (An empty file that becomes one that is not there, or the other way round.)
  const size_t other = (reverse_ ? 1 : 0) ^ (exists_ ? 0 : 1);
  const bool agrees = is_empty && head_.absent[other] == 1 && head_.absent[1 - other] == 2;
  if (operand_.empty() && (is_empty ? 0 : 1) < head_.absent[side] && !agrees) {
    const std::string_view verb = !exists_ ? "delete" : is_empty ? "empty out" : "create";
    const std::string_view state = !exists_   ? "does not exist"
                                   : is_empty ? "is already empty"
                                              : "already exists";
    const bool agreed = AgreesToReverse(
        io, "The next patch" + std::string(reverse_ ? ", when reversed," : "") + " would " +
                std::string(verb) + " the file " + QuoteFileIfNeeded(name_, false) + ",\nwhich " +
                std::string(state) + "!");
    if (agreed) reverse_ = !reverse_;
    if (skips_) keeps_rejects_ = false;
  }
  if (skips_) return;
  if (exists_ && !stat->IsFile()) {
    Say(io, "File " + QuoteFileIfNeeded(name_, false) +
                " is not a regular file -- refusing to patch\n");
    skips_ = true;
    exists_ = false;
    return;
  }
  mode_ = exists_ ? stat->mode & 07777 : 0;
  if (exists_ && (mode_ & 0222) == 0 && output_name_.empty()) {
    Say(io, "File " + QuoteFileIfNeeded(name_, false) + " is read-only; trying to patch anyway\n");
  }
  if (silent_) return;
  std::string text =
      (dry_run_ ? "checking file " : "patching file ") + QuoteFileIfNeeded(out_name_, false);
  if (out_name_ != name_) {
    text += output_name_.empty() ? (head_.copies ? " (copied from " : " (renamed from ")
                                 : " (read from ";
    text += QuoteFileIfNeeded(name_, false) + ")";
  }
  Say(io, text + "\n");
  if (verbose_) Say(io, "Using Plan A...\n");
}

std::optional<Progress> Patch::ReadInput(CommandIo& io) {
  if (exists_ && !skips_) {
    if (fd_ < 0) {
      fd_ = io.Open(PathOf(name_), OpenMode::kRead);
      if (fd_ < 0) {
        return Fatal(io, "Can't open file " + QuoteFileIfNeeded(name_, false) + " : " +
                             std::string(ErrnoText(io.error())));
      }
    }
    if (std::optional<Progress> end = ReadAll(io, &input_, name_)) return end;
  }
  phase_ = Phase::kHunks;
  return std::nullopt;
}

// ---- writing
bool Patch::FirstTime(std::string name) {
  if (std::find(touched_.begin(), touched_.end(), name) != touched_.end()) return false;
  touched_.push_back(std::move(name));
  return true;
}

void Patch::MakeDirectories(CommandIo& io, const std::string& path) const {
  for (size_t slash = path.find('/', 1); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    (void)io.files().Mkdir(CallerOf(io), path.substr(0, slash), 0777);
    if (!io.account().Tick(256)) return;
  }
}

// Those that a file that went has left empty.
void Patch::RemoveDirectories(CommandIo& io, std::string path) const {
  while (path.find('/') != std::string::npos && io.account().Tick(256)) {
    path = std::string(DirectoryOf(path));
    if (path == "." || path == "/" || !io.files().Rmdir(CallerOf(io), path).ok()) return;
  }
}

std::string Patch::BackupName(CommandIo& io, const std::string& name) const {
  const bool has_prefix = !prefix_.empty() || !base_prefix_.empty();
  if (numbered_ != Numbered::kNever && !has_prefix) {
    uint64_t number = 1;
    while (StatOf(io, name + ".~" + std::to_string(number) + "~").ok() && io.account().Tick(256))
      ++number;
    if (number > 1 || numbered_ == Numbered::kAlways)
      return name + ".~" + std::to_string(number) + "~";
  }
  if (!has_prefix) return name + suffix_;
  const size_t slash = name.rfind('/') + 1;
  return prefix_ + name.substr(0, slash) + base_prefix_ + name.substr(slash) +
         (has_suffix_ ? suffix_ : "");
}

bool Patch::WantsBackup() const {
  return backup_ || (backup_mismatch_ && (mismatch_ || failed_ != 0) && output_name_.empty());
}

// Where what is there is kept; empty: it needs no backup.
std::string Patch::NextBackup(CommandIo& io, const std::string& name) {
  if (!WantsBackup() || !FirstTime(name)) return "";
  std::string backup = PathOf(BackupName(io, name));
  MakeDirectories(io, backup);
  return backup;
}

// What is there gets another name, or goes where it needs no backup.
bool Patch::MakeBackup(CommandIo& io, const std::string& name) {
  const std::string path = PathOf(name);
  const bool there = StatOf(io, name).ok();
  const std::string backup = NextBackup(io, name);
  if (backup.empty()) return !there || io.files().Unlink(CallerOf(io), path).ok();
  if (there) return io.files().Rename(CallerOf(io), path, backup).ok();
  return io.files().WriteFile(CallerOf(io), backup, "").ok();
}

std::optional<Progress> Patch::Store(CommandIo& io, const std::string& name, std::string_view bytes,
                                     uint32_t mode, const std::string& backup) const {
  const std::string path = PathOf(name);
  MakeDirectories(io, path);
  const uint32_t created = 0666 & ~io.umask();
  const Replaced replaced = ReplaceFile(io, path, bytes, mode != 0 ? mode : created, "po", backup);
  if (!replaced.ok()) {
    return Fatal(io, "Can't create file " + QuoteFileIfNeeded(name, false) + " : " +
                         std::string(ErrnoText(replaced.status.error())));
  }
  if (!io.account().Tick(bytes.size() / 8)) return NoMemory();
  return std::nullopt;
}

// -o: the file is there and empty before a patch is looked at, whatever comes of it then.
std::optional<Progress> Patch::BeginOutput(CommandIo& io) {
  if (output_name_.empty() || output_name_ == "-") return std::nullopt;
  const files::Result<uint64_t> made =
      io.files().WriteFile(CallerOf(io), PathOf(output_name_), "", {.mode = 0600});
  if (made.ok()) return std::nullopt;
  return Fatal(io, "Can't create file " + QuoteFileIfNeeded(output_name_, false) + " : " +
                       std::string(ErrnoText(made.error())));
}

std::optional<Progress> Patch::WriteOutput(CommandIo& io) {
  const size_t new_side = reverse_ ? 0 : 1;
  const bool removes = head_.absent[new_side] == 2 && !posix_ && operand_.empty();
  const bool is_empty = output_.bytes.empty();
  if (is_empty && (remove_empty_ || removes) && output_name_.empty()) {
    if (verbose_) Say(io, "Removing file " + QuoteFileIfNeeded(out_name_, false) + "\n");
    if (dry_run_) return std::nullopt;
    MakeBackup(io, out_name_);
    RemoveDirectories(io, PathOf(out_name_));
    return std::nullopt;
  }
  if (!is_empty && removes) {
    failed_any_ = true;
    if (!silent_) {
      Say(io, "Not deleting file " + QuoteFileIfNeeded(out_name_, false) +
                  " as content differs from patch\n");
    }
  }
  if (output_name_ == "-") {
    io.Out(output_.bytes);
    return std::nullopt;
  }
  if (dry_run_) return std::nullopt;
  std::string backup;
  if (!output_name_.empty()) {
    files::Result<std::string> before = io.files().ReadFile(CallerOf(io), PathOf(out_name_));
    if (before.ok() && !io.Reserve(static_cast<int64_t>(before->size()))) return NoMemory();
    if (before.ok()) output_.bytes.insert(0, *before);
  } else if (is_empty && !exists_) {
    // Nothing came of a file that is not there: none is made, and a backup of it is the end.
    if (!WantsBackup()) return std::nullopt;
    MakeBackup(io, out_name_);
    return Fatal(io, "Can't reopen file " + QuoteFileIfNeeded(out_name_, false) + " : " +
                         std::string(ErrnoText(2)));
  } else {
    backup = NextBackup(io, out_name_);
    if (!backup.empty() && !StatOf(io, out_name_).ok())
      (void)io.files().WriteFile(CallerOf(io), std::exchange(backup, std::string()), "");
  }
  uint32_t mode = output_name_.empty() ? mode_ : 0;
  if (output_name_.empty() && head_.modes[new_side] != 0) mode = head_.modes[new_side];
  if (std::optional<Progress> end = Store(io, out_name_, output_.bytes, mode, backup)) return end;
  if (head_.renames && out_name_ != name_ && output_name_.empty()) {
    (void)io.files().Unlink(CallerOf(io), PathOf(name_));
    RemoveDirectories(io, PathOf(name_));
  }
  return std::nullopt;
}

std::optional<Progress> Patch::WriteRejects(CommandIo& io) {
  if (failed_ == 0) return std::nullopt;
  failed_any_ = true;
  Say(io, std::to_string(failed_) + " out of " + std::to_string(hunks_) + " hunk" +
              (hunks_ == 1 ? "" : "s") + (skips_ ? " ignored" : " FAILED"));
  const bool keeps = keeps_rejects_ && reject_name_ != "-" && !dry_run_;
  if (!keeps) {
    Say(io, "\n");
    return std::nullopt;
  }
  const std::string name = reject_name_.empty() ? out_name_ + ".rej" : reject_name_;
  Say(io, " -- saving rejects to file " + QuoteFileIfNeeded(name, false) + "\n");
  if (!FirstTime("!" + name)) {
    files::Result<std::string> before = io.files().ReadFile(CallerOf(io), PathOf(name));
    if (before.ok() && !io.Reserve(static_cast<int64_t>(before->size()))) return NoMemory();
    if (before.ok()) rejects_.bytes.insert(0, *before);
  }
  return Store(io, name, rejects_.bytes, 0);
}

std::optional<Progress> Patch::WriteFile(CommandIo& io) {
  if (!skips_) {
    if (!BuildLines(io) || !CopyTill(io, LineCount())) return NoMemory();
    if (std::optional<Progress> end = WriteOutput(io)) return end;
  }
  if (std::optional<Progress> end = WriteRejects(io)) return end;
  phase_ = Phase::kFind;
  return std::nullopt;
}

Progress Patch::Run(CommandIo& io) {
  while (true) {
    std::optional<Progress> end;
    switch (phase_) {
      case Phase::kRead:
        if (fd_ < 0) end = BeginOutput(io);
        if (end) return *end;
        if (fd_ < 0) fd_ = patch_name_ == "-" ? 0 : io.Open(PathOf(patch_name_), OpenMode::kRead);
        if (fd_ < 0) {
          return Fatal(io, "Can't open patch file " + QuoteFileIfNeeded(patch_name_, false) +
                               " : " + std::string(ErrnoText(io.error())));
        }
        end = ReadAll(io, &patch_, patch_name_);
        if (!end) phase_ = Phase::kFind;
        break;
      case Phase::kFind: end = Find(io); break;
      case Phase::kInput: end = ReadInput(io); break;
      case Phase::kHunks: end = DoHunk(io); break;
      case Phase::kWrite: end = WriteFile(io); break;
    }
    if (end) return *end;
    if (io.Tick(64)) return Progress::Yield();
  }
}

std::unique_ptr<Command> MakePatch() { return Make<Patch>(); }

}  // namespace pysub::shell
