// The index: a binary file that is read and written as a whole. All numbers are big endian.
//
//   "DIRC"  version  count            12 bytes
//   entry, entry, ...                 in order of path and stage
//   "TREE" size bytes, ...            extensions
//   SHA-1 of all that stands before   20 bytes
//
//   entry:  ctime mtime (seconds, ns) dev ino mode uid gid size    ten numbers of 4 bytes
//           name of the object                                     20 bytes
//           flags         1 bit assume-valid, 1 extended, 2 stage, 12 length of the path
//           more flags    2 bytes, only when extended (version 3 and later)
//           path NUL ...  up to a multiple of 8 bytes
//
// Version 4 leaves out what a path has in common with the one before it: a number says how many
// bytes of that are dropped, then the rest follows, and nothing is filled up.
//
//   "src/a.c"    0 "src/a.c"
//   "src/b.c"    3 "b.c"        drops "a.c"
//
// The file may be hostile: its count is compared with its size before anything is reserved, each
// path has its end looked for, and one that is not in order is refused. Whether a path may be
// written to the work tree is asked where that is done (IsSafePath): such an entry may be listed
// and removed.

#include "shell/commands/git/index.h"

#include <algorithm>
#include <cerrno>

#include "shell/commands/git/config.h"
#include "shell/commands/git/state.h"

namespace pysub::shell::git {
namespace {

constexpr size_t kFixed = 62;  // of an entry: its numbers, name and flags

uint32_t Get32(std::string_view bytes, size_t at) {
  uint32_t value = 0;
  for (size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<uint8_t>(bytes[at + i]);
  return value;
}

uint32_t Get16(std::string_view bytes, size_t at) {
  return static_cast<uint32_t>(static_cast<uint8_t>(bytes[at])) << 8 |
         static_cast<uint8_t>(bytes[at + 1]);
}

void Put32(uint32_t value, std::string* out) {
  for (int shift = 24; shift >= 0; shift -= 8) *out += static_cast<char>(value >> shift);
}

// Bytes without a sign, as git compares them: "a.c" comes before "a/b".
bool Before(const IndexEntry& entry, std::string_view path, uint8_t stage) {
  const int order = std::string_view(entry.path).compare(path);
  return order < 0 || (order == 0 && entry.stage < stage);
}

}  // namespace

StatData StatDataOf(const files::Stat& stat) {
  const auto seconds = [](int64_t ns) { return static_cast<uint32_t>(ns / 1'000'000'000); };
  const auto rest = [](int64_t ns) { return static_cast<uint32_t>(ns % 1'000'000'000); };
  StatData data;
  data.ctime_s = seconds(stat.ctime_ns);
  data.ctime_ns = rest(stat.ctime_ns);
  data.mtime_s = seconds(stat.mtime_ns);
  data.mtime_ns = rest(stat.mtime_ns);
  data.dev = stat.dev;
  data.ino = static_cast<uint32_t>(stat.ino);
  data.uid = stat.uid;
  data.gid = stat.gid;
  data.size = static_cast<uint32_t>(stat.size);
  return data;
}

std::string Index::PathOf(Git& git) const {
  const std::optional<std::string> named = git.Env("GIT_INDEX_FILE");
  return named && !named->empty() ? *named : git.GitPath("index");
}

bool Index::Load(Git& git) {
  if (loaded) return true;
  Git::Scratch scratch(git);
  if (!git.state().index.empty()) {
    // It was changed and not written when the shell was saved.
    if (!Parse(git, git.state().index, false)) return false;
    unsaved = true;
    git.state().index.clear();
    loaded = true;
    return true;
  }
  const std::string path = PathOf(git);
  const files::Result<files::Stat> stat = git.fs().StatPath(git.caller(), path);
  if (!stat.ok()) {
    loaded = true;
    return stat.error() == ENOENT ||
           git.Fatal(path + ": index file open failed: " + std::string(ErrnoText(stat.error())));
  }
  std::string bytes;
  int error = 0;
  if (!git.ReadWhole(path, &bytes, &error)) {
    return git.Fatal(path + ": index file open failed: " + std::string(ErrnoText(error)));
  }
  written_ns_ = stat->mtime_ns;
  if (!Parse(git, bytes, true)) return false;
  loaded = true;
  return true;
}

bool Index::Parse(Git& git, std::string_view bytes, bool check_sum) {
  const auto bad = [&](std::string_view why) {
    if (git.over()) return false;
    git.Err("error: " + std::string(why) + "\n");
    return git.Fatal("index file corrupt");
  };
  entries.clear();
  if (bytes.size() < 12 + (check_sum ? 20 : 0)) {
    return git.over() || git.Fatal("index file smaller than expected");
  }
  if (!bytes.starts_with("DIRC")) return bad("bad signature");
  const uint32_t version = Get32(bytes, 4), count = Get32(bytes, 8);
  if (version < 2 || version > 4) return bad("bad index version " + std::to_string(version));
  if (check_sum) {
    const std::string_view sum = bytes.substr(bytes.size() - 20);
    bytes.remove_suffix(20);
    // (All zeros: who wrote it saved the time.)
    if (!ObjectId::FromRaw(sum).IsNull() && HashBytes(git, bytes).Raw() != sum)
      return bad("bad index file sha1 signature");
  }
  if (!ReadEntries(git, bytes, version, count)) {
    return git.over() || git.status() != 0 ? false : bad("bad index file entries");
  }
  return true;
}

bool Index::ReadEntries(Git& git, std::string_view bytes, uint32_t version, uint32_t count) {
  size_t at = 12;
  // No file of this size has so many entries: what follows reserves memory by that number.
  if (count > (bytes.size() - 12) / kFixed + 1) return false;
  if (!git.ChargeCache(static_cast<int64_t>(count * sizeof(IndexEntry)))) return false;
  entries.reserve(count);
  std::string path;
  for (uint32_t i = 0; i < count; ++i) {
    if (!git.Tick(32) || at + kFixed > bytes.size()) return false;
    IndexEntry entry;
    StatData& stat = entry.stat;
    uint32_t* numbers[] = {&stat.ctime_s, &stat.ctime_ns, &stat.mtime_s, &stat.mtime_ns,
                           &stat.dev,     &stat.ino,      &entry.mode,   &stat.uid,
                           &stat.gid,     &stat.size};
    for (size_t n = 0; n < 10; ++n) *numbers[n] = Get32(bytes, at + 4 * n);
    entry.id = ObjectId::FromRaw(bytes.substr(at + 40, 20));
    const uint32_t flags = Get16(bytes, at + 60);
    entry.assume_valid = (flags & 0x8000) != 0;
    entry.stage = flags >> 12 & 3;
    size_t name = at + kFixed;
    if ((flags & 0x4000) != 0) {
      if (version < 3 || name + 2 > bytes.size()) return false;
      const uint32_t more = Get16(bytes, name);
      entry.skip_worktree = (more & 0x4000) != 0;
      entry.intent_to_add = (more & 0x2000) != 0;
      name += 2;
    }
    if (version == 4) {
      uint64_t strip = 0;
      for (int n = 0;; ++n) {
        // The number is the one that deltas in packs use, highest bits first.
        if (name >= bytes.size() || n > 4) return false;
        const auto byte = static_cast<uint8_t>(bytes[name++]);
        strip = strip << 7 | (byte & 127u);
        if (byte < 128) break;
        ++strip;
      }
      if (strip > path.size()) return false;
      path.resize(path.size() - strip);
    } else {
      path.clear();
    }
    // The length in the flags is not used: it cannot tell paths of 4095 bytes and more.
    const size_t end = bytes.find('\0', name);
    if (end == std::string_view::npos || end - name > files::kMaxPathBytes) return false;
    path.append(bytes.substr(name, end - name));
    // Entries of versions 2 and 3 end at a multiple of 8 bytes, with one NUL at least.
    at = version == 4 ? end + 1 : at + ((end - at) / 8 + 1) * 8;
    if (at > bytes.size() || path.empty() || path.size() > files::kMaxPathBytes) return false;
    if (!entries.empty() && !Before(entries.back(), path, entry.stage)) {
      if (git.over()) return false;
      return git.Fatal("unordered stage entries in index");
    }
    if (!git.ChargeCache(static_cast<int64_t>(path.size()))) return false;
    entry.path = path;
    entries.push_back(std::move(entry));
  }
  while (at + 8 <= bytes.size()) {
    const std::string_view name = bytes.substr(at, 4);
    const uint64_t size = Get32(bytes, at + 4);
    if (size > bytes.size() - at - 8) return false;
    // What begins with a capital letter may be passed over.
    if (name[0] < 'A' || name[0] > 'Z') {
      git.Err("error: index uses " + std::string(name) +
              " extension, which we do not understand\n");
      return git.Fatal("index file corrupt");
    }
    at += 8 + size;
  }
  return true;
}

std::string Index::Bytes() const {
  // The oldest version that can say it, so that any git reads it.
  const bool extended = std::any_of(entries.begin(), entries.end(), [](const IndexEntry& entry) {
    return entry.skip_worktree || entry.intent_to_add;
  });
  std::string bytes = "DIRC";
  Put32(extended ? 3 : 2, &bytes);
  Put32(static_cast<uint32_t>(entries.size()), &bytes);
  for (const IndexEntry& entry : entries) {
    const size_t begin = bytes.size();
    const StatData& stat = entry.stat;
    for (uint32_t number : {stat.ctime_s, stat.ctime_ns, stat.mtime_s, stat.mtime_ns, stat.dev,
                            stat.ino, entry.mode, stat.uid, stat.gid, stat.size})
      Put32(number, &bytes);
    bytes += entry.id.Raw();
    const bool more = entry.skip_worktree || entry.intent_to_add;
    const uint32_t flags = (entry.assume_valid ? 0x8000u : 0u) | (more ? 0x4000u : 0u) |
                           (entry.stage & 3u) << 12 |
                           static_cast<uint32_t>(std::min<size_t>(entry.path.size(), 0xfff));
    bytes += static_cast<char>(flags >> 8);
    bytes += static_cast<char>(flags);
    if (more) {
      bytes +=
          static_cast<char>((entry.skip_worktree ? 0x40 : 0) | (entry.intent_to_add ? 0x20 : 0));
      bytes += '\0';
    }
    bytes += entry.path;
    bytes.append(8 - (bytes.size() - begin) % 8, '\0');
  }
  return bytes;
}

bool Index::WriteTo(Git& git, const std::string& path) {
  uint64_t size = 64;
  for (const IndexEntry& entry : entries) size += kFixed + 12 + entry.path.size();
  if (!git.Tick(size / 2) || !git.Charge(2 * size)) return false;
  std::string bytes = Bytes();
  bytes += HashBytes(git, bytes).Raw();
  return !git.over() && git.WriteWhole(path, bytes);
}

bool Index::Write(Git& git) {
  const std::string path = PathOf(git);
  if (!WriteTo(git, path)) return false;
  const files::Result<files::Stat> stat = git.fs().StatPath(git.caller(), path);
  if (stat.ok()) written_ns_ = stat->mtime_ns;
  unsaved = false;
  return true;
}

bool Index::ReadFrom(Git& git, const std::string& path) {
  Git::Scratch scratch(git);
  std::string bytes;
  int error = 0;
  if (!git.ReadWhole(path, &bytes, &error))
    return git.over()
               ? false
               : git.Fatal(path + ": index file open failed: " + std::string(ErrnoText(error)));
  entries.clear();
  loaded = Parse(git, bytes, true);
  return loaded;
}

size_t Index::LowerBound(std::string_view path, uint8_t stage) const {
  const auto at = std::lower_bound(
      entries.begin(), entries.end(), path,
      [&](const IndexEntry& entry, std::string_view key) { return Before(entry, key, stage); });
  return static_cast<size_t>(at - entries.begin());
}

IndexEntry* Index::Find(std::string_view path, uint8_t stage) {
  const size_t at = LowerBound(path, stage);
  if (at >= entries.size() || entries[at].path != path || entries[at].stage != stage)
    return nullptr;
  return &entries[at];
}

IndexEntry* Index::FindAny(std::string_view path) {
  const size_t at = LowerBound(path);
  return at < entries.size() && entries[at].path == path ? &entries[at] : nullptr;
}

bool Index::Add(Git& git, IndexEntry entry) {
  if (!git.ChargeCache(static_cast<int64_t>(sizeof(IndexEntry) * 2 + entry.path.size())))
    return false;
  // A file takes the place of what lies below a directory of its name, and the other way round.
  // What lies below stands together, but not right behind the path: "a.c" sorts between "a" and
  // "a/b".
  const std::string below = entry.path + "/";
  const size_t first = LowerBound(below);
  size_t last = first;
  while (last < entries.size() && entries[last].path.starts_with(below)) ++last;
  entries.erase(entries.begin() + static_cast<ptrdiff_t>(first),
                entries.begin() + static_cast<ptrdiff_t>(last));
  for (size_t slash = entry.path.rfind('/'); slash != std::string::npos && slash > 0;
       slash = entry.path.rfind('/', slash - 1))
    Remove(std::string_view(entry.path).substr(0, slash));
  entry.stage = 0;
  const size_t at = LowerBound(entry.path);
  size_t end = at;
  while (end < entries.size() && entries[end].path == entry.path) ++end;
  unsaved = true;
  if (end > at) {
    entries.erase(entries.begin() + static_cast<ptrdiff_t>(at + 1),
                  entries.begin() + static_cast<ptrdiff_t>(end));
    entries[at] = std::move(entry);
    return true;
  }
  if (!git.Tick((entries.size() - at) / 4 + 8)) return false;
  entries.insert(entries.begin() + static_cast<ptrdiff_t>(at), std::move(entry));
  return true;
}

bool Index::AddStage(Git& git, IndexEntry entry) {
  if (!git.ChargeCache(static_cast<int64_t>(sizeof(IndexEntry) * 2 + entry.path.size())))
    return false;
  const size_t at = LowerBound(entry.path, entry.stage);
  unsaved = true;
  if (at < entries.size() && entries[at].path == entry.path && entries[at].stage == entry.stage) {
    entries[at] = std::move(entry);
    return true;
  }
  if (!git.Tick((entries.size() - at) / 4 + 8)) return false;
  entries.insert(entries.begin() + static_cast<ptrdiff_t>(at), std::move(entry));
  return true;
}

bool Index::Remove(std::string_view path) {
  const size_t at = LowerBound(path);
  size_t end = at;
  while (end < entries.size() && entries[end].path == path) ++end;
  if (end == at) return false;
  entries.erase(entries.begin() + static_cast<ptrdiff_t>(at),
                entries.begin() + static_cast<ptrdiff_t>(end));
  unsaved = true;
  return true;
}

void Index::RemoveAll(const std::vector<std::string>& paths) {
  const size_t gone = std::erase_if(entries, [&](const IndexEntry& entry) {
    return std::binary_search(paths.begin(), paths.end(), entry.path);
  });
  if (gone > 0) unsaved = true;
}

bool Index::HasUnmerged() const {
  return std::any_of(entries.begin(), entries.end(),
                     [](const IndexEntry& entry) { return entry.stage != 0; });
}

bool Index::HasBelow(std::string_view directory) const {
  const std::string below = std::string(directory) + "/";
  const size_t at = LowerBound(below);
  return at < entries.size() && entries[at].path.starts_with(below);
}

bool Index::SaysUnchanged(const IndexEntry& entry, const files::Stat& stat) const {
  const StatData now = StatDataOf(stat);
  const StatData& then = entry.stat;
  if (then.mtime_s != now.mtime_s || then.mtime_ns != now.mtime_ns || then.size != now.size ||
      then.ino != now.ino || then.ctime_s != now.ctime_s || then.ctime_ns != now.ctime_ns ||
      then.uid != now.uid || then.gid != now.gid)
    return false;
  // It may have been changed again within the same moment.
  return stat.mtime_ns < written_ns_;
}

}  // namespace pysub::shell::git
