#include "shell/commands/files/backup.h"

#include <algorithm>
#include <utility>

#include "pysub/files/file_system.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

// N of "NAME.~N~"; 0: it is another name.
uint64_t NumberOf(std::string_view entry, std::string_view name) {
  if (!entry.starts_with(name)) return 0;
  entry.remove_prefix(name.size());
  if (entry.size() < 4 || !entry.starts_with(".~") || !entry.ends_with('~')) return 0;
  entry.remove_prefix(2);
  entry.remove_suffix(1);
  uint64_t number = 0;
  return entry[0] != '0' && ReadWhole(entry, &number) && number < UINT64_MAX ? number : 0;
}

// The greatest number of a backup of `path`; 0: there is none.
uint64_t LastNumber(CommandIo& io, const std::string& path) {
  const std::string_view name = LastName(path);
  const files::Result<std::vector<files::DirectoryEntry>> entries =
      io.files().List(CallerOf(io), DirectoryOf(path));
  uint64_t last = 0;
  if (!entries.ok()) return 0;
  for (const files::DirectoryEntry& entry : *entries) {
    io.Tick(4);
    last = std::max(last, NumberOf(entry.name, name));
  }
  return last;
}

}  // namespace

bool Backup::Take(const Options& options) {
  switch (options.id()) {
    case kOption:
      if (options.has_value()) word_ = options.value();
      break;
    case 'S': suffix_ = options.value(); break;
    case 'b': break;
    default: return false;
  }
  given_ = true;
  return true;
}

// A word may be cut short where it still is one kind alone.
std::optional<Backup::Kind> Backup::Parse(std::string_view word) {
  static constexpr std::pair<std::string_view, Kind> kWords[] = {
      {"none", Kind::kNone},         {"off", Kind::kNone},          {"simple", Kind::kSimple},
      {"never", Kind::kSimple},      {"existing", Kind::kExisting}, {"nil", Kind::kExisting},
      {"numbered", Kind::kNumbered}, {"t", Kind::kNumbered}};
  std::optional<Kind> found;
  for (const auto& [name, kind] : kWords) {
    if (name == word) return kind;
    if (word.empty() || !name.starts_with(word)) continue;
    if (found && *found != kind) return std::nullopt;
    found = kind;
  }
  return found;
}

bool Backup::Finish(CommandIo& io) {
  if (!given_) return true;
  const std::optional<std::string_view> variable = io.Env("VERSION_CONTROL");
  const std::string word = word_      ? *word_
                           : variable ? std::string(*variable)
                                      : std::string("existing");
  const std::optional<Kind> kind = word.empty() ? Kind::kExisting : Parse(word);
  if (!kind) {
    std::string text = InvalidArgument(
        word, word_ ? "backup type" : "$VERSION_CONTROL",
        {"‘none’, ‘off’", "‘simple’, ‘never’", "‘existing’, ‘nil’", "‘numbered’, ‘t’"});
    if (word == "n") text.replace(0, 7, "ambiguous");  // (the only begin that they share)
    io.Error(text);
    return false;
  }
  kind_ = *kind;
  const std::optional<std::string_view> suffix = io.Env("SIMPLE_BACKUP_SUFFIX");
  if (suffix_ == "~" && suffix && !suffix->empty()) suffix_ = *suffix;
  if (suffix_.empty() || suffix_.find('/') != std::string::npos) suffix_ = "~";
  return true;
}

std::string Backup::NameFor(CommandIo& io, const std::string& path) const {
  const std::string whole(WithoutSlashes(path));
  const uint64_t last = kind_ == Kind::kSimple ? 0 : LastNumber(io, whole);
  if (kind_ == Kind::kSimple || (kind_ == Kind::kExisting && last == 0)) return whole + suffix_;
  return whole + ".~" + std::to_string(last + 1) + "~";
}

std::optional<std::string> Backup::Rename(CommandIo& io, const std::string& path) const {
  std::string name = NameFor(io, path);
  const files::Status renamed = io.files().Rename(CallerOf(io), path, name);
  if (renamed.ok()) return name;
  io.Error("cannot backup " + QuoteFile(path), renamed.error());
  return std::nullopt;
}

bool Backup::WouldDestroy(CommandIo& io, std::string_view source, const std::string& target) const {
  if (kind_ == Kind::kNone || kind_ == Kind::kNumbered) return false;
  return target + suffix_ == source && io.files().Lstat(CallerOf(io), source).ok();
}

std::string Backup::Shown(const std::string& name) {
  return name.empty() ? "" : " (backup: " + QuoteFile(name) + ")";
}

}  // namespace pysub::shell
