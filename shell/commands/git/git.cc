// What all subcommands stand on: what they say and pay, where the repository is, its files.

#include "shell/commands/git/git.h"

#include <algorithm>
#include <cerrno>

#include "shell/commands/git/config.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/state.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {

Git::Git()
    : config_(std::make_unique<Config>()),
      objects_(std::make_unique<Objects>(*this)),
      refs_(std::make_unique<Refs>(*this)),
      state_(std::make_unique<State>()),
      index_(std::make_unique<Index>()) {}

Git::~Git() = default;

bool Git::Charge(uint64_t bytes) {
  if (over_) return false;
  if (bytes > INT64_MAX / 2 || !io_->Reserve(static_cast<int64_t>(bytes))) {
    over_ = true;
    return false;
  }
  scratch_ += bytes;
  return true;
}

bool Git::Keep(uint64_t bytes) {
  if (over_) return false;
  if (bytes > INT64_MAX / 2 || !io_->Reserve(static_cast<int64_t>(bytes))) {
    over_ = true;
    return false;
  }
  kept_ += static_cast<int64_t>(bytes);
  return true;
}

bool Git::ChargeCache(int64_t bytes) {
  if (over_) return false;
  if (!io_->Reserve(bytes)) {
    over_ = true;
    return false;
  }
  cached_ += bytes;
  return true;
}

// Memory of a unit is paid for as a sum: what is freed earlier is given back here at the latest.
void Git::ReleaseScratch(uint64_t mark) {
  if (scratch_ <= mark) return;
  const bool fine = io_->Reserve(-static_cast<int64_t>(scratch_ - mark));
  if (!fine) over_ = true;
  scratch_ = mark;
}

// What a cache had paid was loaded as a number, but the cache itself is empty now.
void Git::ForgetCaches() {
  if (cached_ > 0 && !io_->Reserve(-cached_)) over_ = true;
  cached_ = 0;
}

void Git::Fields(Archive& archive) {
  archive(status_, out_, out_at_, *state_);
  archive.Charged(kept_);
  archive.Charged(cached_);
  archive.Charged(out_charged_);
  if (archive.loading() && out_at_ > out_.size()) archive.Fail();
}

void Git::Out(std::string_view text) {
  if (over_ || !Tick(text.size() / 4)) return;
  if (out_at_ > 0 && out_at_ == out_.size()) {
    out_.clear();
    out_at_ = 0;
  }
  if (!MakeRoom(*io_, &out_, text.size(), &out_charged_)) {
    over_ = true;
    return;
  }
  out_ += text;
}

bool Git::Drain() {
  while (out_at_ < out_.size()) {
    const std::string_view piece = std::string_view(out_).substr(out_at_, 16384);
    io_->Out(piece);
    out_at_ += piece.size();
    if (io_->Tick(piece.size() / 8) && out_at_ < out_.size()) return false;
  }
  out_.clear();
  out_at_ = 0;
  return true;
}

void Git::Err(std::string_view text) {
  if (over_ || mutes_errors) return;
  // What was said before comes before it, as far as the two go to the same place.
  if (out_.size() < 65536) {
    io_->Out(std::string_view(out_).substr(std::min<size_t>(out_at_, out_.size())));
    out_.clear();
    out_at_ = 0;
  }
  io_->Write(2, text);
}

bool Git::Fatal(std::string_view text, int status) {
  if (over_) return false;
  mutes_errors = false;
  Err("fatal: " + std::string(text) + "\n");
  status_ = status;
  return false;
}

bool Git::Error(std::string_view text, int status) {
  if (over_) return false;
  Err("error: " + std::string(text) + "\n");
  status_ = status;
  return false;
}

void Git::Warn(std::string_view text) { Err("warning: " + std::string(text) + "\n"); }

std::optional<std::string> Git::Env(std::string_view name) {
  const std::optional<std::string_view> value = io_->Env(name);
  if (!value) return std::nullopt;
  return std::string(*value);
}

// ---- files

bool Git::ReadWhole(std::string_view path, std::string* bytes, int* error) {
  constexpr uint64_t kPiece = 1 << 18;
  int none = 0;
  if (error == nullptr) error = &none;
  *error = 0;
  const files::Result<files::Stat> stat = fs().StatPath(caller(), path);
  if (!stat.ok() || !stat->IsFile()) {
    *error = !stat.ok() ? stat.error() : stat->IsDirectory() ? EISDIR : EINVAL;
    return false;
  }
  if (!Charge(stat->size + 1)) return false;
  bytes->clear();
  // It is paid for, and a file that lies about its size ends at the first empty piece.
  bytes->reserve(stat->size);
  while (bytes->size() < stat->size) {
    if (!Tick(kPiece / 16)) return false;
    const uint64_t size = std::min(kPiece, stat->size - bytes->size());
    files::Result<std::string> piece = fs().ReadFile(caller(), path, bytes->size(), size);
    if (!piece.ok()) {
      *error = piece.error();
      return false;
    }
    if (piece->empty()) break;
    *bytes += *piece;
  }
  return true;
}

// Exclusive, so that of two writers only one goes on. The rename then replaces the old file at
// once.
bool Git::WriteWhole(std::string_view path, std::string_view bytes, uint32_t mode) {
  const std::string lock = std::string(path) + ".lock";
  if (!Tick(bytes.size() / 4 + 64)) return false;
  const files::Result<uint64_t> written =
      fs().WriteFile(caller(), lock, bytes, {.exclusive = true, .mode = mode});
  if (!written.ok()) {
    if (written.error() == EEXIST) {
      return Fatal("Unable to create '" + lock +
                   "': File exists.\n\nAnother git process seems to be running in this "
                   "repository, e.g.\nan editor opened by 'git commit'. Please make sure all "
                   "processes\nare terminated then try again. If it still fails, a git "
                   "process\nmay have crashed in this repository earlier:\nremove the file "
                   "manually to continue.");
    }
    (void)fs().Unlink(caller(), lock);
    return Fatal("Unable to create '" + lock + "': " + std::string(ErrnoText(written.error())));
  }
  const files::Status renamed = fs().Rename(caller(), lock, path);
  if (renamed.ok()) return true;
  (void)fs().Unlink(caller(), lock);
  return Fatal("unable to write '" + std::string(path) +
               "': " + std::string(ErrnoText(renamed.error())));
}

bool Git::MakeDirectories(std::string_view directory) {
  for (size_t at = 1; at <= directory.size(); ++at) {
    if (at != directory.size() && directory[at] != '/') continue;
    const std::string_view part = directory.substr(0, at);
    const files::Status made = fs().Mkdir(caller(), part);
    if (made.ok() || made.error() == EEXIST) continue;
    const files::Result<files::Stat> stat = fs().StatPath(caller(), part);
    if (stat.ok() && stat->IsDirectory()) continue;
    return Fatal("cannot create directory at '" + std::string(part) +
                 "': " + std::string(ErrnoText(made.error())));
  }
  return true;
}

bool Git::Exists(std::string_view path) { return fs().Lstat(caller(), path).ok(); }

bool Git::RemoveTree(const std::string& path) {
  constexpr size_t kAtOnce = 256;
  // A list instead of recursion. A directory is listed again after one below it is gone, so nothing
  // has to be remembered of a large one.
  std::vector<std::string> open = {path};
  while (!open.empty()) {
    if (!Tick(64)) return false;
    const std::string top = open.back();
    const files::Result<files::Stat> stat = fs().Lstat(caller(), top);
    if (!stat.ok()) {
      open.pop_back();
      continue;
    }
    if (!stat->IsDirectory()) {
      if (!fs().Unlink(caller(), top).ok()) return false;
      open.pop_back();
      continue;
    }
    const auto list = fs().ListSome(caller(), top, "", kAtOnce);
    if (!list.ok()) return false;
    if (list->empty()) {
      if (!fs().Rmdir(caller(), top).ok()) return false;
      open.pop_back();
      continue;
    }
    for (const files::DirectoryEntry& entry : *list) {
      const std::string below = JoinPath(top, entry.name);
      if (entry.kind == files::FileKind::kDirectory) {
        open.push_back(below);
        break;
      }
      if (!fs().Unlink(caller(), below).ok()) return false;
    }
  }
  return true;
}

// ---- where the repository is

namespace {

// HEAD may be a link that leads nowhere yet, so it is not followed.
bool LooksLikeGitDir(Git& git, const std::string& path) {
  const auto is_directory = [&](const std::string& name) {
    const files::Result<files::Stat> stat = git.fs().StatPath(git.caller(), name);
    return stat.ok() && stat->IsDirectory();
  };
  const files::Result<files::Stat> head = git.fs().Lstat(git.caller(), path + "/HEAD");
  return head.ok() && is_directory(path + "/objects") && is_directory(path + "/refs");
}

}  // namespace

// Upwards from where git works: ".git" as a directory, ".git" as a file that names one (submodules
// have that), or a bare repository around us.
bool Git::LookForRepository() {
  std::string at = cwd;
  for (;;) {
    if (!Tick(64)) return false;
    const std::string inside = JoinPath(at, ".git");
    const files::Result<files::Stat> stat = fs().StatPath(caller(), inside);
    if (stat.ok() && stat->IsDirectory() && LooksLikeGitDir(*this, inside)) {
      git_dir = inside;
      work_tree = at;
      git_dir_shown = at == cwd ? ".git" : inside;
      return true;
    }
    if (stat.ok() && stat->IsFile()) {
      const std::optional<std::string> named = FollowGitFile(inside, inside);
      if (!named) return false;
      git_dir = git_dir_shown = *named;
      work_tree = at;
      return true;
    }
    if (LooksLikeGitDir(*this, at)) {
      git_dir = at;
      git_dir_shown = at == cwd ? "." : at;
      return true;
    }
    if (at == "/") return true;
    at = std::string(DirectoryOf(at));
  }
}

// Such a file is hostile, too, but what it names is reached with the caller's own rights.
std::optional<std::string> Git::FollowGitFile(const std::string& file, const std::string& shown) {
  Scratch scratch(*this);
  std::string text;
  const auto fail = [&](const std::string& why) -> std::optional<std::string> {
    if (!over()) Fatal(why);
    return std::nullopt;
  };
  const files::Result<files::Stat> stat = fs().StatPath(caller(), file);
  if (!stat.ok() || stat->size > 8192 || !ReadWhole(file, &text))
    return fail("error reading " + shown);
  if (!text.starts_with(kGitFileHead)) return fail("invalid gitfile format: " + shown);
  std::string target = text.substr(kGitFileHead.size());
  while (target.ends_with('\n') || target.ends_with('\r')) target.pop_back();
  if (target.empty()) return fail("no path in gitfile: " + shown);
  const bool is_absolute = target.starts_with('/');
  const std::string path = is_absolute ? target : JoinPath(DirectoryOf(file), target);
  const files::Result<std::string> real = fs().Realpath(caller(), path);
  if (real.ok() && LooksLikeGitDir(*this, *real)) return *real;
  const size_t slash = shown.rfind('/');
  const bool is_beside = is_absolute || slash == std::string::npos;
  return fail("not a git repository: " +
              (is_beside ? target : shown.substr(0, slash + 1) + target));
}

bool Git::FindRepository(const std::optional<std::string>& git_dir_option,
                         const std::optional<std::string>& work_tree_option) {
  std::optional<std::string> named = git_dir_option ? git_dir_option : Env("GIT_DIR");
  std::optional<std::string> tree = work_tree_option ? work_tree_option : Env("GIT_WORK_TREE");
  const auto absolute = [&](const std::string& path) {
    const std::string joined = path.starts_with('/') ? path : JoinPath(cwd, path);
    const files::Result<std::string> real =
        fs().Realpath(caller(), joined, files::RealpathMode::kNothingNeedsExist);
    return real.ok() ? *real : joined;
  };
  if (named) {
    std::string path = absolute(*named);
    const files::Result<files::Stat> stat = fs().StatPath(caller(), path);
    if (stat.ok() && stat->IsFile()) {
      const std::optional<std::string> target = FollowGitFile(path, *named);
      if (!target) return false;
      path = *target;
      named = path;
    }
    if (!LooksLikeGitDir(*this, path)) {
      git_dir_shown = *named;
      return true;  // NeedRepository() says so
    }
    git_dir = path;
    git_dir_shown = *named;
    work_tree = cwd;
  } else if (!LookForRepository()) {
    return false;
  }
  if (git_dir.empty()) return true;
  if (Exists(GitPath("commondir"))) {
    return Fatal("linked worktrees are not supported: '" + git_dir + "'");
  }
  if (!CheckFormat()) return false;
  const ConfigEntry* bare = config_->Find("core.bare");
  const std::optional<std::string> set_tree = config_->Get("core.worktree");
  if (tree) {
    work_tree = absolute(*tree);
  } else if (set_tree && !set_tree->empty()) {
    work_tree = set_tree->starts_with('/') ? *set_tree : absolute(GitPath(*set_tree));
  } else if (bare != nullptr && config_->GetBool("core.bare", false)) {
    work_tree.clear();
  }
  if (!work_tree.empty() && (cwd + "/").starts_with(work_tree == "/" ? "/" : work_tree + "/")) {
    prefix = cwd.substr(std::min(cwd.size(), work_tree == "/" ? 1 : work_tree.size() + 1));
    if (!prefix.empty()) prefix += '/';
  }
  // In the repository itself no work tree is at hand.
  if (!named && (cwd + "/").starts_with(git_dir + "/")) {
    work_tree.clear();
    prefix.clear();
  }
  return true;
}

// An extension changes how files are read, so an unknown one has to be refused instead of passed
// over.
bool Git::CheckFormat() {
  if (!config_->Load(*this)) return false;
  const int64_t version = config_->GetInt("core.repositoryformatversion", 0);
  if (version < 0 || version > 1) {
    return Fatal("Expected git repo version <= 1, found " + std::to_string(version));
  }
  if (version == 0) return true;
  for (const ConfigEntry& entry : config_->entries()) {
    if (!entry.key.starts_with("extensions.") || entry.scope != ConfigScope::kLocal) continue;
    const std::string name = entry.key.substr(11);
    if (name == "noop" || name == "preciousobjects") continue;
    if (name == "objectformat" && entry.value == "sha1") continue;
    return Fatal("unknown repository extension found:\n\t" + name);
  }
  return true;
}

bool Git::NeedRepository() {
  if (!git_dir.empty()) return true;
  if (!git_dir_shown.empty()) return Fatal("not a git repository: '" + git_dir_shown + "'");
  return Fatal("not a git repository (or any of the parent directories): .git");
}

bool Git::NeedWorkTree() {
  if (!NeedRepository()) return false;
  if (work_tree.empty()) return Fatal("this operation must be run in a work tree");
  return true;
}

// ---- names

std::optional<std::string> PathInTree(Git& git, std::string_view word) {
  std::string joined;
  if (word.starts_with('/')) {
    const std::string root = git.work_tree == "/" ? "/" : git.work_tree + "/";
    if (word == git.work_tree) return "";
    if (!word.starts_with(root)) return std::nullopt;
    joined = word.substr(root.size());
  } else {
    joined = git.prefix + std::string(word);
  }
  std::vector<std::string_view> parts;
  std::string_view rest = joined;
  const bool slash = rest.ends_with('/');
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('/'), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (parts.empty()) return std::nullopt;
      parts.pop_back();
    } else {
      parts.push_back(part);
    }
  }
  std::string path;
  for (std::string_view part : parts) path += (path.empty() ? "" : "/") + std::string(part);
  if (slash && !path.empty()) path += '/';
  return path;
}

std::string RelativePath(std::string_view path, std::string_view prefix) {
  if (prefix.empty()) return std::string(path);
  size_t common = 0;
  for (size_t i = 0; i < path.size() && i < prefix.size() && path[i] == prefix[i]; ++i)
    if (path[i] == '/') common = i + 1;
  std::string up;
  for (char c : prefix.substr(common))
    if (c == '/') up += "../";
  const std::string relative = up + std::string(path.substr(common));
  return relative.empty() ? "./" : relative;
}

namespace {

// Names that NTFS takes for .git: in any case, by its short name, with dots and blanks at the end,
// with the name of a stream (".git::$INDEX_ALLOCATION"), with a backslash behind.
bool IsGitOnNtfs(std::string_view name) {
  const std::string lower = Lower(name.substr(0, 5));
  if (lower.starts_with(".git"))
    name.remove_prefix(4);
  else if (lower == "git~1")
    name.remove_prefix(5);
  else
    return false;
  const size_t end = name.find_first_not_of(". ");
  return end == std::string_view::npos || name[end] == '\\' || name[end] == ':';
}

}  // namespace

bool IsSafePath(std::string_view path) {
  if (path.empty() || path.size() > files::kMaxPathBytes) return false;
  while (true) {
    const size_t end = std::min(path.find('/'), path.size());
    std::string_view part = path.substr(0, end);
    if (part.empty() || part == "." || part == ".." || part.find('\0') != std::string_view::npos)
      return false;
    // (A backslash begins a new name there.)
    for (size_t at = 0; at != std::string_view::npos; at = part.find('\\', at)) {
      if (part[at] == '\\') ++at;
      if (IsGitOnNtfs(part.substr(at))) return false;
    }
    if (end == path.size()) return true;
    path.remove_prefix(end + 1);
  }
}

std::string CQuoted(std::string_view text, bool quote_high, bool* needed) {
  std::string quoted = "\"";
  *needed = false;
  for (char c : text) {
    const auto byte = static_cast<uint8_t>(c);
    constexpr std::string_view kLetters = "abtnvfr";
    if (byte >= 7 && byte <= 13) {
      quoted += '\\';
      quoted += kLetters[byte - 7];
      *needed = true;
    } else if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
      *needed = true;
    } else if (byte < 32 || byte == 127 || (byte > 127 && quote_high)) {
      quoted += '\\';
      quoted += static_cast<char>('0' + (byte >> 6));
      quoted += static_cast<char>('0' + (byte >> 3 & 7));
      quoted += static_cast<char>('0' + (byte & 7));
      *needed = true;
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

std::string QuotedPath(Git& git, std::string_view path) {
  bool needed = false;
  std::string quoted = CQuoted(path, git.config().GetBool("core.quotepath", true), &needed);
  return needed ? quoted : std::string(path);
}

std::string QuotedWithSpaces(Git& git, std::string_view path) {
  bool needed = false;
  std::string quoted = CQuoted(path, git.config().GetBool("core.quotepath", true), &needed);
  return needed || path.find(' ') != std::string_view::npos ? quoted : std::string(path);
}

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view TakeLine(std::string_view* text) {
  const size_t end = text->find('\n');
  const std::string_view line = text->substr(0, end);
  text->remove_prefix(end == std::string_view::npos ? text->size() : end + 1);
  return line;
}

std::optional<int64_t> ParseNumber(std::string_view text) {
  bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  int64_t value = 0;
  for (char c : text) {
    if (c < '0' || c > '9' || __builtin_mul_overflow(value, 10, &value) ||
        __builtin_add_overflow(value, c - '0', &value))
      return std::nullopt;
  }
  return negative ? -value : value;
}

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return lower;
}

std::string Plural(uint64_t count, std::string_view one, std::string_view many) {
  return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

}  // namespace pysub::shell::git
