#include "shell/commands/rg/walk.h"

#include <algorithm>
#include <cerrno>

#include "shell/commands/simple.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::rg {
namespace {

// More of an ignore file is not read.
constexpr uint64_t kMostRuleBytes = 4 << 20;
constexpr uint64_t kPiece = 64 << 10;

std::string_view WithoutDot(std::string_view path) {
  if (path.starts_with("./")) path.remove_prefix(2);
  return path;
}

// What the walk itself says of a place.
std::string WalkError(const Options& options, const std::string& path, int error) {
  return (options.one_thread ? path + ": IO error for operation on " + path : path) + ": " +
         std::string(ErrnoText(error)) + " (os error " + std::to_string(error) + ")";
}

// A message of Rust's standard library.
std::string ErrorText(int error) {
  return std::string(ErrnoText(error)) + " (os error " + std::to_string(error) + ")";
}

}  // namespace

void Walk::Fields(Archive& archive) {
  archive(next_operand_, levels_, base_, parents_, explicit_, global_, device_, messages_);
}

// ---- rules
bool Walk::ReadRules(CommandIo& io, const std::string& path, const std::string& root, Rules* rules,
                     int* error) {
  files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), path);
  if (!stat.ok() || !stat->IsFile()) {
    if (error != nullptr) *error = stat.ok() ? EISDIR : stat.error();
    return false;
  }
  const uint64_t size = std::min<uint64_t>(stat->size, kMostRuleBytes);
  if (!io.Reserve(static_cast<int64_t>(size))) {
    failed_ = true;
    return false;
  }
  rules->charged += size;
  while (rules->text.size() < size) {
    files::Result<std::string> piece = io.files().ReadFile(
        CallerOf(io), path, rules->text.size(), std::min(kPiece, size - rules->text.size()));
    if (!piece.ok()) {
      if (error != nullptr) *error = piece.error();
      return false;
    }
    if (piece->empty()) break;
    rules->text += *piece;
    if (!io.account().Tick(piece->size())) {
      failed_ = true;
      return false;
    }
  }
  rules->root = root;
  rules->path = path;
  Compile(io, rules, true);
  return true;
}

// `complain`: a file is told of once, and not again when a saved state is compiled.
void Walk::Compile(CommandIo& io, Rules* rules, bool complain) {
  rules->compiled = true;
  rules->list = RuleList(rules->root);
  uint64_t held = rules->text.size();
  size_t number = 0;
  for (size_t at = 0; at < rules->text.size() && !failed_;) {
    const size_t end = std::min(rules->text.find('\n', at), rules->text.size());
    std::string error;
    ++number;
    // (the line, its pattern, and what is put before and behind that)
    ParseCharge copies(&io.account());
    if (!copies.Charge(5 * (end - at))) failed_ = true;
    if (failed_) break;
    if (!rules->list.AddLine(std::string_view(rules->text).substr(at, end - at),
                             options_->ignore_file_case, &error) &&
        complain && options_->messages && options_->ignore_messages && messages_.size() < kPiece) {
      messages_ += rules->path + ": line " + std::to_string(number) + ": " + error + "\n";
    }
    held = rules->text.size() + rules->list.Held();
    if (held > rules->charged) {
      const uint64_t more = held - rules->charged + 4096;
      if (!io.Reserve(static_cast<int64_t>(more))) failed_ = true;
      rules->charged += more;
    }
    if (!io.account().Tick(8 * (end - at) + 16)) failed_ = true;
    at = end + 1;
  }
}

Verdict Walk::Ask(CommandIo& io, Rules* rules, std::string_view path, bool is_directory) {
  if (!rules->compiled && !rules->text.empty()) Compile(io, rules, false);
  return rules->list.Match(io, path, is_directory);
}

void Walk::ReadDirectoryRules(CommandIo& io, const std::string& path, Directory* directory) {
  const Options& o = *options_;
  const bool vcs = !o.no_vcs && !o.no_ignore;
  if (vcs) {
    directory->has_git = io.files().StatPath(CallerOf(io), JoinPath(path, ".git")).ok();
    io.Tick(64);
  }
  if (o.no_ignore) return;
  std::vector<Rules> rules(kSources);
  bool any = ReadRules(io, JoinPath(path, ".rgignore"), path, &rules[kCustom]);
  if (!o.no_dot) any |= ReadRules(io, JoinPath(path, ".ignore"), path, &rules[kDot]);
  if (vcs) any |= ReadRules(io, JoinPath(path, ".gitignore"), path, &rules[kGit]);
  if (vcs && !o.no_exclude && directory->has_git)
    any |= ReadRules(io, JoinPath(path, ".git/info/exclude"), path, &rules[kExclude]);
  io.Tick(256);
  if (any) directory->rules = std::move(rules);
}

void Walk::Release(CommandIo& io, Directory* directory) {
  int64_t charged = 0;
  for (const Rules& rules : directory->rules) charged += static_cast<int64_t>(rules.charged);
  static_cast<void>(io.Reserve(-charged));
  *directory = {};
}

// From the operand's real directory up to the root: a rule above it holds, too.
void Walk::ReadParents(CommandIo& io, const std::string& path) {
  for (Directory& parent : parents_) Release(io, &parent);
  parents_.clear();
  base_.clear();
  if (options_->no_ignore || options_->no_parent) {
    // A repository that begins above counts nevertheless, but its rules do not.
    if (options_->no_ignore || options_->no_vcs) return;
  }
  files::Result<std::string> real = io.files().Realpath(CallerOf(io), path);
  if (!real.ok()) return;
  base_ = *real;
  for (std::string above = base_; above != "/" && !failed_;) {
    above = std::string(DirectoryOf(above));
    Directory directory;
    ReadDirectoryRules(io, above, &directory);
    parents_.push_back(std::move(directory));
  }
}

void Walk::ReadGlobalRules(CommandIo& io) {
  const Options& o = *options_;
  if (!o.no_files) {
    for (const std::string& path : o.ignore_files) {
      Rules rules;
      int error = 0;
      if (ReadRules(io, path, "", &rules, &error)) {
        explicit_.push_back(std::move(rules));
      } else if (error != 0 && o.messages && o.ignore_messages) {
        messages_ += path + (error == EISDIR ? ": line 1: " : ": ") + ErrorText(error) + "\n";
      }
    }
  }
  if (o.no_ignore || o.no_vcs || o.no_global) return;
  std::string path;
  const std::optional<std::string_view> home = io.Env("HOME");
  const std::optional<std::string_view> config = io.Env("XDG_CONFIG_HOME");
  if (home && !home->empty()) {
    // excludesfile = PATH in git's configuration
    files::Result<std::string> text =
        io.files().ReadFile(CallerOf(io), JoinPath(*home, ".gitconfig"), 0, kPiece);
    io.Tick(text.ok() ? text->size() : 64);
    for (size_t at = 0; text.ok() && at < text->size();) {
      const size_t end = std::min(text->find('\n', at), text->size());
      std::string_view line = std::string_view(*text).substr(at, end - at);
      at = end + 1;
      auto trim = [](std::string_view word) {
        while (!word.empty() && (word[0] == ' ' || word[0] == '\t')) word.remove_prefix(1);
        while (!word.empty() && (word.back() == ' ' || word.back() == '\t' || word.back() == '\r'))
          word.remove_suffix(1);
        return word;
      };
      const size_t equals = line.find('=');
      if (equals == std::string_view::npos) continue;
      std::string name(trim(line.substr(0, equals)));
      for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
      if (name != "excludesfile") continue;
      std::string_view value = trim(line.substr(equals + 1));
      path = value.starts_with("~/") ? JoinPath(*home, value.substr(2)) : std::string(value);
    }
  }
  if (path.empty() && config && !config->empty()) path = JoinPath(*config, "git/ignore");
  if (path.empty() && home && !home->empty()) path = JoinPath(*home, ".config/git/ignore");
  if (!path.empty()) static_cast<void>(ReadRules(io, path, io.cwd(), &global_));
}

// The sources in the order of their rank; within each the nearest directory decides.
// Rules of git's hold inside of a repository only, and not beyond the directory with its .git.
Verdict Walk::AskIgnoreFiles(CommandIo& io, std::string_view path, bool is_directory) {
  Verdict said[kSources] = {};
  bool any_git = !options_->require_git;
  for (const Level& level : levels_) any_git |= level.directory.has_git;
  for (const Directory& parent : parents_) any_git |= parent.has_git;
  bool saw_git = false;
  auto ask = [&](Directory* directory, std::string_view place) {
    for (uint8_t source = 0; source < kSources && !directory->rules.empty(); ++source) {
      const bool of_git = source == kGit || source == kExclude;
      if (said[source] != Verdict::kNone || (of_git && (!any_git || saw_git))) continue;
      said[source] = Ask(io, &directory->rules[source], place, is_directory);
    }
    saw_git |= directory->has_git;
  };
  for (size_t i = levels_.size(); i-- > 0;) ask(&levels_[i].directory, path);
  if (!options_->no_parent && !base_.empty()) {
    const std::string place = path.starts_with('/') ? std::string(path) : JoinPath(base_, path);
    for (Directory& parent : parents_) ask(&parent, place);
  }
  io.Tick(4 * (levels_.size() + parents_.size()));
  for (Verdict verdict : said) {
    if (verdict != Verdict::kNone) return verdict;
  }
  if (any_git) {
    const Verdict verdict = Ask(io, &global_, path, is_directory);
    if (verdict != Verdict::kNone) return verdict;
  }
  for (size_t i = explicit_.size(); i-- > 0;) {
    const Verdict verdict = Ask(io, &explicit_[i], path, is_directory);
    if (verdict != Verdict::kNone) return verdict;
  }
  return Verdict::kNone;
}

// What a rule or a type asks for is taken even when it is hidden.
bool Walk::IsLeftOut(CommandIo& io, const std::string& shown, std::string_view name,
                     bool is_directory) {
  const std::string_view path = WithoutDot(shown);
  Verdict verdict = options_->overrides.Match(io,
                                              options_->overrides.empty() || path.starts_with('/')
                                                  ? std::string(path)
                                                  : JoinPath(io.cwd(), path),
                                              is_directory);
  if (verdict == Verdict::kNone) {
    verdict = AskIgnoreFiles(io, path, is_directory);
    if (verdict == Verdict::kIgnore) return true;
    const Verdict type = options_->types.Match(io, path, is_directory);
    if (type != Verdict::kNone) verdict = type;
  }
  if (verdict == Verdict::kIgnore) return true;
  return verdict == Verdict::kNone && !options_->hidden && name.starts_with('.');
}

// ---- the walk
int Walk::Enter(CommandIo& io, const std::string& path, const files::Stat& stat) {
  files::Result<std::vector<files::DirectoryEntry>> entries = io.files().List(CallerOf(io), path);
  if (!entries.ok()) return entries.error();
  Level level{.path = path, .dev = stat.dev, .ino = stat.ino};
  level.reserved = static_cast<int64_t>(sizeof(Level) + path.size());
  for (const files::DirectoryEntry& entry : *entries)
    level.reserved += static_cast<int64_t>(2 * sizeof(Name) + entry.name.size());
  io.Tick(64 + 16 * entries->size());
  if (!io.Reserve(level.reserved)) {
    failed_ = true;
    return 0;
  }
  level.names.reserve(entries->size());
  for (files::DirectoryEntry& entry : *entries) {
    Name& name = level.names.emplace_back();
    name.kind = entry.kind;
    name.text = std::move(entry.name);
    if (options_->order == Order::kPath) continue;
    files::Result<files::Stat> of = io.files().StatPath(CallerOf(io), JoinPath(path, name.text));
    io.Tick(64);
    if (!of.ok()) continue;
    name.time = options_->order == Order::kModified   ? of->mtime_ns
                : options_->order == Order::kAccessed ? of->atime_ns
                                                      : of->ctime_ns;
  }
  if (options_->order != Order::kPath) {
    std::stable_sort(level.names.begin(), level.names.end(),
                     [](const Name& a, const Name& b) { return a.time < b.time; });
  }
  if (options_->reversed) std::reverse(level.names.begin(), level.names.end());
  ReadDirectoryRules(io, path, &level.directory);
  levels_.push_back(std::move(level));
  return 0;
}

void Walk::Leave(CommandIo& io) {
  Release(io, &levels_.back().directory);
  static_cast<void>(io.Reserve(-levels_.back().reserved));
  levels_.pop_back();
}

std::optional<Walk::Found> Walk::Operand(CommandIo& io) {
  const std::string& path = options_->paths[next_operand_++];
  if (path == "-") return Found{.path = path, .is_named = true};
  files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), path);
  if (!stat.ok()) return Found{.path = path, .error = WalkError(*options_, path, stat.error())};
  if (!stat->IsDirectory()) return Found{.path = path, .is_named = true};
  device_ = stat->dev;
  if (options_->max_depth == 0) return std::nullopt;
  ReadParents(io, path);
  const int error = Enter(io, path, *stat);
  if (error != 0) return Found{.path = path, .error = WalkError(*options_, path, error)};
  return std::nullopt;
}

std::optional<Walk::Found> Walk::Entry(CommandIo& io) {
  Level& level = levels_.back();
  if (level.next >= level.names.size()) {
    Leave(io);
    return std::nullopt;
  }
  const Name& name = level.names[level.next++];
  std::string path = JoinPath(level.path, name.text);
  files::FileKind kind = name.kind;
  files::Stat stat;
  const bool follows = kind == files::FileKind::kSymlink && options_->follow;
  if (follows) {
    files::Result<files::Stat> target = io.files().StatPath(CallerOf(io), path);
    if (!target.ok()) {
      std::string error = WalkError(*options_, path, target.error());
      return Found{.path = std::move(path), .error = std::move(error)};
    }
    stat = *target;
    kind = stat.kind;
  }
  const bool is_directory = kind == files::FileKind::kDirectory;
  if (IsLeftOut(io, path, name.text, is_directory)) return std::nullopt;
  if (!is_directory && kind != files::FileKind::kFile) return std::nullopt;
  if ((is_directory || options_->max_filesize || options_->one_device) && !follows) {
    files::Result<files::Stat> own = io.files().StatPath(CallerOf(io), path);
    if (!own.ok()) {
      std::string error = WalkError(*options_, path, own.error());
      return Found{.path = std::move(path), .error = std::move(error)};
    }
    stat = *own;
  }
  if (!is_directory) {
    if (options_->max_filesize && stat.size > *options_->max_filesize) return std::nullopt;
    return Found{.path = std::move(path)};
  }
  if (options_->one_device && stat.dev != device_) return std::nullopt;
  if (follows) {
    // (each directory above was entered; one of them once more would never end)
    for (const Level& above : levels_) {
      if (above.dev != stat.dev || above.ino != stat.ino) continue;
      std::string error =
          "File system loop found: " + path + " points to an ancestor " + above.path;
      return Found{.path = std::move(path), .error = std::move(error)};
    }
    io.Tick(levels_.size());
  }
  if (levels_.size() >= options_->max_depth) return std::nullopt;
  const int error = Enter(io, path, stat);
  if (error == 0) return std::nullopt;
  std::string text = WalkError(*options_, path, error);
  return Found{.path = std::move(path), .error = std::move(text)};
}

std::optional<Walk::Found> Walk::Next(CommandIo& io) {
  return levels_.empty() ? Operand(io) : Entry(io);
}

}  // namespace pysub::shell::rg
