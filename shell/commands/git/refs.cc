// Refs. One that was written since the last `git pack-refs` is a file; others are lines of one
// file.
//
//   .git/HEAD                 ref: refs/heads/main
//   .git/refs/heads/main      1a2b3c...
//
//   .git/packed-refs          # pack-refs with: peeled fully-peeled sorted
//                             1a2b3c... refs/heads/old
//                             9f8e7d... refs/tags/v1
//                             ^1a2b3c...                  what the tag before it comes to
//
// Names are paths below .git, and some come from files that may be hostile ("ref: ../../x"), so
// each has to pass IsRefName() before a path is made of it: no "..", no "." in front, nothing
// empty.

#include "shell/commands/git/refs.h"

#include <algorithm>
#include <cerrno>

#include "shell/commands/git/config.h"
#include "shell/commands/git/identity.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {
namespace {

// As git has it: refs that name each other in a circle are no refs.
constexpr int kMostSymbolic = 5;
constexpr size_t kMostDepth = 64;

// Where a log begins; one that exists goes on in any case (AppendLog).
bool IsLogged(Git& git, std::string_view name) {
  const std::optional<std::string> set = git.config().Get("core.logallrefupdates");
  const bool bare = git.work_tree.empty() && git.config().GetBool("core.bare", false);
  if (set == "always") return true;
  if (set ? !git.config().GetBool("core.logallrefupdates", true) : bare) return false;
  return name == "HEAD" || name.starts_with("refs/heads/") || name.starts_with("refs/remotes/") ||
         name.starts_with("refs/notes/");
}

std::string LogPath(Git& git, std::string_view name) {
  return git.GitPath("logs/" + std::string(name));
}

}  // namespace

bool IsRefName(std::string_view name, bool one_level) {
  if (name.empty() || name.size() > 1024 || name.front() == '/' || name.back() == '/' ||
      name.back() == '.' || name == "@")
    return false;
  if (!one_level && name.find('/') == std::string_view::npos) return false;
  if (name.find("..") != std::string_view::npos || name.find("@{") != std::string_view::npos ||
      name.find("//") != std::string_view::npos)
    return false;
  for (char c : name) {
    const auto byte = static_cast<uint8_t>(c);
    if (byte <= 32 || byte == 127 || std::string_view("~^:?*[\\").find(c) != std::string_view::npos)
      return false;
  }
  while (true) {
    const size_t end = std::min(name.find('/'), name.size());
    const std::string_view part = name.substr(0, end);
    if (part.empty() || part[0] == '.' || part.ends_with(".lock")) return false;
    if (end == name.size()) return true;
    name.remove_prefix(end + 1);
  }
}

std::string ShortRef(std::string_view name) {
  for (std::string_view prefix : {"refs/heads/", "refs/tags/", "refs/remotes/", "refs/"})
    if (name.starts_with(prefix)) return std::string(name.substr(prefix.size()));
  return std::string(name);
}

bool Refs::LoadPacked() {
  if (packed_loaded_) return true;
  packed_loaded_ = true;
  packed_.clear();
  if (!git_.ChargeCache(-static_cast<int64_t>(std::exchange(packed_charged_, 0)))) return false;
  Git::Scratch scratch(git_);
  std::string text;
  if (!git_.ReadWhole(git_.GitPath("packed-refs"), &text)) return !git_.over();
  packed_charged_ = text.size() * 2 + std::count(text.begin(), text.end(), '\n') * sizeof(Ref) * 2;
  if (!git_.ChargeCache(static_cast<int64_t>(packed_charged_))) return false;
  std::string_view rest = text;
  while (!rest.empty()) {
    if (!git_.Tick(32)) return false;
    const std::string_view line = TakeLine(&rest);
    if (line.empty() || line[0] == '#') continue;
    if (line[0] == '^') {
      if (!packed_.empty()) packed_.back().peeled = ObjectId::FromHex(line.substr(1));
      continue;
    }
    const std::optional<ObjectId> id = ObjectId::FromHex(line.substr(0, 40));
    if (!id || line.size() < 42 || line[40] != ' ') {
      return git_.Fatal("unexpected line in " + git_.GitPath("packed-refs") + ": " +
                        std::string(line.substr(0, 200)));
    }
    if (IsRefName(line.substr(41))) packed_.push_back({std::string(line.substr(41)), *id, "", {}});
  }
  // The file says "sorted", but it may lie.
  std::stable_sort(packed_.begin(), packed_.end(),
                   [](const Ref& a, const Ref& b) { return a.name < b.name; });
  return true;
}

const Ref* Refs::FindPacked(std::string_view name) const {
  const auto at =
      std::lower_bound(packed_.begin(), packed_.end(), name,
                       [](const Ref& ref, std::string_view key) { return ref.name < key; });
  return at != packed_.end() && at->name == name ? &*at : nullptr;
}

// The text of a ref's file. False: there is none.
bool Refs::ReadLoose(const std::string& name, std::string* text) {
  if (!git_.Tick(64)) return false;
  const std::string path = git_.GitPath(name);
  const auto stat = git_.fs().StatPath(git_.caller(), path);
  if (!stat.ok() || !stat->IsFile() || stat->size > 4096) return false;
  const auto bytes = git_.fs().ReadFile(git_.caller(), path, 0, 4096);
  if (!bytes.ok()) return false;
  *text = *bytes;
  return true;
}

std::optional<std::string> Refs::Symbolic(std::string_view name) {
  std::string text;
  if (!IsRefName(name, true) || !ReadLoose(std::string(name), &text) || !text.starts_with("ref:"))
    return std::nullopt;
  return std::string(Trimmed(std::string_view(text).substr(4)));
}

std::optional<ObjectId> Refs::Resolve(std::string_view start) {
  std::string name(start), text;
  for (int i = 0; i < kMostSymbolic; ++i) {
    if (!IsRefName(name, true)) return std::nullopt;
    if (!ReadLoose(name, &text)) {
      if (!LoadPacked()) return std::nullopt;
      const Ref* packed = FindPacked(name);
      if (packed == nullptr) return std::nullopt;
      return packed->id;
    }
    if (!text.starts_with("ref:")) return ObjectId::FromHex(Trimmed(text).substr(0, 40));
    name = Trimmed(std::string_view(text).substr(4));
  }
  return std::nullopt;
}

std::string Refs::HeadBranch() { return Symbolic("HEAD").value_or(""); }

bool Refs::ReadFolder(const std::string& folder, std::vector<Ref>* refs) {
  std::vector<std::string> open = {folder};
  while (!open.empty()) {
    const std::string at = open.back();
    open.pop_back();
    const auto list = git_.fs().List(git_.caller(), git_.GitPath(at));
    if (!list.ok()) continue;
    if (!git_.Charge(list->size() * (sizeof(Ref) + at.size() + 64))) return false;
    for (const files::DirectoryEntry& entry : *list) {
      if (!git_.Tick(64)) return false;
      const std::string name = at + "/" + entry.name;
      if (entry.kind == files::FileKind::kDirectory) {
        if (std::count(name.begin(), name.end(), '/') < static_cast<ptrdiff_t>(kMostDepth))
          open.push_back(name);
        continue;
      }
      if (!IsRefName(name)) continue;
      Ref ref{.name = name, .id = {}, .symbolic = Symbolic(name).value_or(""), .peeled = {}};
      const std::optional<ObjectId> id = Resolve(name);
      if (!id) continue;
      ref.id = *id;
      refs->push_back(std::move(ref));
    }
  }
  return true;
}

bool Refs::List(std::string_view prefix, std::vector<Ref>* refs) {
  if (!LoadPacked()) return false;
  std::vector<Ref> found;
  std::string folder(prefix.substr(0, prefix.rfind('/')));
  if (!folder.starts_with("refs")) folder = "refs";
  if (!ReadFolder(folder, &found)) return false;
  if (!git_.Charge(packed_.size() * (sizeof(Ref) + 64))) return false;
  std::sort(found.begin(), found.end(), [](const Ref& a, const Ref& b) { return a.name < b.name; });
  const size_t loose = found.size();
  for (const Ref& ref : packed_) {
    if (!git_.Tick(16)) return false;
    const bool hidden =
        std::binary_search(found.begin(), found.begin() + static_cast<ptrdiff_t>(loose), ref,
                           [](const Ref& a, const Ref& b) { return a.name < b.name; });
    if (!hidden) found.push_back(ref);
  }
  std::sort(found.begin(), found.end(), [](const Ref& a, const Ref& b) { return a.name < b.name; });
  for (Ref& ref : found)
    if (ref.name.starts_with(prefix)) refs->push_back(std::move(ref));
  return true;
}

// No ref may have the name of another one's directory.
bool Refs::IsFree(std::string_view name, std::string* why, std::string_view except) {
  const auto clash = [&](const std::string& other) {
    if (other == except) return false;
    *why = "'" + other + "' exists; cannot create '" + std::string(name) + "'";
    return true;
  };
  if (!LoadPacked()) return false;
  for (size_t slash = name.find('/', 5); slash != std::string_view::npos;
       slash = name.find('/', slash + 1)) {
    const std::string part(name.substr(0, slash));
    std::string text;
    if ((ReadLoose(part, &text) || FindPacked(part) != nullptr) && clash(part)) return false;
  }
  std::vector<Ref> below;
  Git::Scratch scratch(git_);
  if (!List(std::string(name) + "/", &below)) return false;
  for (const Ref& ref : below)
    if (clash(ref.name)) return false;
  return true;
}

bool Refs::AppendLog(std::string_view name, const ObjectId& before, const ObjectId& after,
                     std::string_view message, bool force) {
  const std::string path = LogPath(git_, name);
  const bool exists = git_.Exists(path);
  if (!exists && !force && !IsLogged(git_, name)) return true;
  std::string clean;
  // A line is an entry, so a newline in the message would be a second, broken one.
  for (char c : Trimmed(message)) {
    if (IsSpace(c)) {
      if (!clean.ends_with(' ')) clean += ' ';
    } else {
      clean += c;
    }
  }
  std::string line = before.Hex() + " " + after.Hex() + " " + Committer(git_);
  if (!clean.empty()) line += "\t" + clean;
  line += "\n";
  if (!exists && !git_.MakeDirectories(DirectoryOf(path))) return false;
  const auto written =
      git_.fs().WriteFile(git_.caller(), path, line, {.how = files::WriteOptions::kAppend});
  if (written.ok()) return true;
  return git_.Fatal("unable to append to '" + path +
                    "': " + std::string(ErrnoText(written.error())));
}

bool Refs::Update(std::string_view start, const ObjectId& id, std::string_view message,
                  const ObjectId* old, bool no_deref, bool force_log) {
  std::string name(start);
  // An update of HEAD moves the branch that it stands for, and both logs get the line. So does
  // HEAD's when its branch is updated by name.
  std::vector<std::string> logged = {name};
  for (int i = 0; !no_deref && i < kMostSymbolic; ++i) {
    const std::optional<std::string> target = Symbolic(name);
    if (!target) break;
    name = *target;
    logged.push_back(name);
  }
  if (!IsRefName(name, true)) {
    return git_.Fatal("update_ref failed for ref '" + name +
                      "': refusing to update ref with bad name '" + name + "'");
  }
  const std::optional<ObjectId> now = Resolve(name);
  if (git_.over()) return false;
  if (old != nullptr && now.value_or(ObjectId()) != *old) {
    const std::string why = !now            ? "unable to resolve reference '" + name + "'"
                            : old->IsNull() ? "reference already exists"
                                            : "is at " + now->Hex() + " but expected " + old->Hex();
    return git_.Fatal("update_ref failed for ref '" + std::string(start) + "': cannot lock ref '" +
                      std::string(start) + "': " + why);
  }
  std::string why;
  if (!now && !IsFree(name, &why))
    return !git_.over() && git_.Fatal("cannot lock ref '" + name + "': " + why);
  const std::string path = git_.GitPath(name);
  // Empty directories may stand where the file goes.
  const auto stat = git_.fs().Lstat(git_.caller(), path);
  if (stat.ok() && stat->IsDirectory() && !git_.RemoveTree(path))
    return git_.Fatal("cannot lock ref '" + name + "': there is a directory in its place");
  if (!git_.MakeDirectories(DirectoryOf(path))) return false;
  // The ref comes before its logs: a log that tells of what did not happen is worse than one that
  // misses a line.
  if (!git_.WriteWhole(path, id.Hex() + "\n")) return false;
  const std::string head = HeadBranch();
  if (name == head && std::find(logged.begin(), logged.end(), "HEAD") == logged.end())
    logged.insert(logged.begin(), "HEAD");
  for (const std::string& each : logged)
    if (!AppendLog(each, now.value_or(ObjectId()), id, message, force_log && each == name))
      return false;
  return true;
}

bool Refs::WritePackedWithout(std::string_view name) {
  if (!LoadPacked()) return false;
  if (FindPacked(name) == nullptr) return true;
  std::string text = "# pack-refs with: peeled fully-peeled sorted \n";
  for (const Ref& ref : packed_) {
    if (ref.name == name) continue;
    if (!git_.Tick(64) || !git_.Charge(2 * ref.name.size() + 200)) return false;
    text += ref.id.Hex() + " " + ref.name + "\n";
    if (ref.peeled) text += "^" + ref.peeled->Hex() + "\n";
  }
  if (!git_.WriteWhole(git_.GitPath("packed-refs"), text)) return false;
  Forget();
  return true;
}

bool Refs::Delete(std::string_view name, const ObjectId* old) {
  if (!IsRefName(name, true)) return git_.Error("invalid ref name: " + std::string(name));
  const std::optional<ObjectId> now = Resolve(name);
  if (old != nullptr && now.value_or(ObjectId()) != *old) {
    return git_.Error("cannot lock ref '" + std::string(name) + "': is at " +
                      now.value_or(ObjectId()).Hex() + " but expected " + old->Hex());
  }
  // Packed first: were the file gone and this failed, the ref would come back with an older value.
  if (!WritePackedWithout(name)) return false;
  std::string path = git_.GitPath(name);
  (void)git_.fs().Unlink(git_.caller(), path);
  if (name.starts_with("refs/")) {
    (void)git_.fs().Unlink(git_.caller(), LogPath(git_, name));
    // Directories that have nothing in them any more, but for refs/heads and its kin.
    std::string folder(DirectoryOf(name));
    while (std::count(folder.begin(), folder.end(), '/') >= 2) {
      (void)git_.fs().Rmdir(git_.caller(), LogPath(git_, folder));
      if (!git_.fs().Rmdir(git_.caller(), git_.GitPath(folder)).ok()) break;
      folder = DirectoryOf(folder);
    }
  }
  return true;
}

bool Refs::SetSymbolic(std::string_view name, std::string_view target, std::string_view message) {
  const std::optional<ObjectId> before = Resolve(name), after = Resolve(target);
  if (!git_.MakeDirectories(DirectoryOf(git_.GitPath(name)))) return false;
  if (!git_.WriteWhole(git_.GitPath(name), "ref: " + std::string(target) + "\n")) return false;
  if (message.empty() || !after) return true;
  return AppendLog(name, before.value_or(ObjectId()), *after, message, false);
}

bool Refs::Rename(std::string_view from, std::string_view to, std::string_view message, bool copy) {
  const std::optional<ObjectId> id = Resolve(from);
  if (!id) return git_.Fatal("no such ref: " + std::string(from));
  std::vector<LogLine> log;
  if (!ReadLog(from, &log)) return false;
  const bool on_head = HeadBranch() == from;
  if (from != to && !Resolve(to) && !copy && std::string(to).starts_with(std::string(from) + "/")) {
    if (!Delete(from)) return false;
  }
  std::string why;
  if (!IsFree(to, &why, from)) {
    if (git_.over()) return false;
    git_.Err("error: " + why + "\n");
    return git_.Fatal("branch rename failed");
  }
  if (!copy && from != to && !Delete(from)) return false;
  if (!git_.MakeDirectories(DirectoryOf(git_.GitPath(to)))) return false;
  if (!git_.WriteWhole(git_.GitPath(to), id->Hex() + "\n")) return false;
  if (!log.empty() && !WriteLog(to, log)) return false;
  if (!AppendLog(to, *id, *id, message, false)) return false;
  if (!on_head || copy) return true;
  if (!git_.WriteWhole(git_.GitPath("HEAD"), "ref: " + std::string(to) + "\n")) return false;
  return AppendLog("HEAD", *id, ObjectId(), message, false) &&
         AppendLog("HEAD", ObjectId(), *id, message, false);
}

bool Refs::HasLog(std::string_view name) { return git_.Exists(LogPath(git_, name)); }

bool Refs::ReadLog(std::string_view name, std::vector<LogLine>* lines) {
  std::string text;
  if (!git_.ReadWhole(LogPath(git_, name), &text)) return !git_.over();
  if (!git_.Charge(text.size() * 2 +
                   std::count(text.begin(), text.end(), '\n') * 2 * sizeof(LogLine)))
    return false;
  std::string_view rest = text;
  while (!rest.empty()) {
    if (!git_.Tick(64)) return false;
    const std::string_view line = TakeLine(&rest);
    const size_t tab = std::min(line.find('\t'), line.size());
    const std::string_view head = line.substr(0, tab);
    // Lines that are damaged are passed over, so that the rest of a log can still be used.
    const std::optional<ObjectId> before = ObjectId::FromHex(head.substr(0, 40));
    if (!before || head.size() < 82) continue;
    const std::optional<ObjectId> after = ObjectId::FromHex(head.substr(41, 40));
    // From behind: a name may contain anything but this.
    const size_t end = head.rfind("> ");
    if (!after || end == std::string_view::npos || end < 82) continue;
    LogLine entry{.before = *before,
                  .after = *after,
                  .who = std::string(head.substr(82, end - 81)),
                  .zone = {},
                  .message = {}};
    const std::string_view when = head.substr(end + 2);
    const size_t space = std::min(when.find(' '), when.size());
    entry.time = ParseNumber(when.substr(0, space)).value_or(0);
    if (space < when.size()) entry.zone = when.substr(space + 1);
    if (tab < line.size()) entry.message = line.substr(tab + 1);
    lines->push_back(std::move(entry));
  }
  return true;
}

bool Refs::WriteLog(std::string_view name, const std::vector<LogLine>& lines) {
  std::string text;
  for (const LogLine& line : lines) {
    if (!git_.Tick(64) || !git_.Charge(200 + line.who.size() + line.message.size())) return false;
    text += line.before.Hex() + " " + line.after.Hex() + " " + line.who + " " +
            std::to_string(line.time) + " " + line.zone;
    if (!line.message.empty()) text += "\t" + line.message;
    text += "\n";
  }
  const std::string path = LogPath(git_, name);
  return git_.MakeDirectories(DirectoryOf(path)) && git_.WriteWhole(path, text);
}

}  // namespace pysub::shell::git
