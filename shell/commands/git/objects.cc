// Objects: where they are, and those in files of their own. packs.cc has those in packs.
//
// A loose object is one zlib stream in a file that is named by the SHA-1 of what is in the stream:
//
//   objects/ce/013625030ba8dba906f756967f9e9ca394464a
//
//   "blob 6" NUL "hello\n"
//
// The size stands in front, so it is paid for before the rest is inflated; what then is longer,
// shorter or hashes to another name is corrupt.

#include "shell/commands/git/objects.h"

#include <nettle/sha1.h>

#include <algorithm>
#include <cerrno>

#include "shell/commands/git/config.h"
#include "shell/commands/git/inflation.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {
namespace {

constexpr size_t kMostCached = 8 << 20, kMostCachedObject = 1 << 20;
constexpr size_t kMostDirectories = 8;

// In pieces, each of which is paid for before: hashing is most of the work of many subcommands. A
// digest that was stopped is worth nothing, and who asked sees that in over().
void Digest(Git& git, sha1_ctx* context, std::string_view bytes) {
  constexpr size_t kPiece = 1 << 18;
  for (size_t at = 0; at < bytes.size(); at += kPiece) {
    const std::string_view piece = bytes.substr(at, kPiece);
    if (!git.Tick(piece.size())) return;
    sha1_update(context, piece.size(), reinterpret_cast<const uint8_t*>(piece.data()));
  }
}

// It is hashed together with the bytes, so a blob and a tree of the same bytes have different
// names.
std::string HeadOf(ObjectType type, size_t size) {
  return std::string(TypeName(type)) + " " + std::to_string(size) + std::string(1, '\0');
}

// Deflates in pieces; *out is paid for before.
bool Deflate(Git& git, std::string_view head, std::string_view bytes, std::string* out) {
  z_stream stream{};
  if (deflateInit(&stream, Z_BEST_SPEED) != Z_OK) return false;
  const uint64_t bound = deflateBound(&stream, head.size() + bytes.size()) + 64;
  bool fine = git.Charge(bound);
  if (fine) out->resize(bound);
  size_t made = 0;
  for (std::string_view part : {head, bytes}) {
    constexpr size_t kPiece = 65536;
    size_t at = 0;
    do {
      const std::string_view piece = part.substr(at, kPiece);
      at += piece.size();
      if (!fine || !git.Tick(piece.size() * 4 + 16)) {
        fine = false;
        break;
      }
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
      stream.avail_in = static_cast<uInt>(piece.size());
      const bool last = part.data() == bytes.data() && at == bytes.size();
      stream.next_out = reinterpret_cast<Bytef*>(out->data() + made);
      const size_t room = std::min<size_t>(bound - made, UINT32_MAX);
      stream.avail_out = static_cast<uInt>(room);
      deflate(&stream, last ? Z_FINISH : Z_NO_FLUSH);
      made += room - stream.avail_out;
    } while (at < part.size());
  }
  deflateEnd(&stream);
  if (fine) out->resize(made);
  return fine;
}

}  // namespace

ObjectId HashObject(Git& git, ObjectType type, std::string_view bytes) {
  sha1_ctx context;
  sha1_init(&context);
  Digest(git, &context, HeadOf(type, bytes.size()));
  Digest(git, &context, bytes);
  ObjectId id;
  sha1_digest(&context, id.bytes.size(), id.bytes.data());
  return id;
}

ObjectId HashBytes(Git& git, std::string_view bytes) {
  sha1_ctx context;
  sha1_init(&context);
  Digest(git, &context, bytes);
  ObjectId id;
  sha1_digest(&context, id.bytes.size(), id.bytes.data());
  return id;
}

// ---- where they are

bool Objects::LoadDirectories() {
  if (!directories_.empty()) return true;
  const std::optional<std::string> other = git_.Env("GIT_OBJECT_DIRECTORY");
  directories_.push_back(other ? *other : git_.GitPath("objects"));
  // Each may name others, which are few; a circle ends at those that are known.
  for (size_t i = 0; i < directories_.size(); ++i) {
    std::string text;
    Git::Scratch scratch(git_);
    if (!git_.ReadWhole(directories_[i] + "/info/alternates", &text)) {
      if (git_.over()) return false;
      continue;
    }
    std::string_view rest = text;
    while (!rest.empty() && directories_.size() < kMostDirectories) {
      if (!git_.Tick(16)) return false;
      const std::string_view line = TakeLine(&rest);
      if (line.empty() || line[0] == '#' || line.size() > files::kMaxPathBytes) continue;
      std::string path(line);
      if (path[0] != '/') path = JoinPath(directories_[i], path);
      if (std::find(directories_.begin(), directories_.end(), path) == directories_.end())
        directories_.push_back(path);
    }
  }
  return true;
}

std::string Objects::LoosePath(const std::string& directory, const ObjectId& id) const {
  const std::string hex = id.Hex();
  return directory + "/" + hex.substr(0, 2) + "/" + hex.substr(2);
}

bool Objects::FindLoose(const ObjectId& id, std::string* path) {
  if (!LoadDirectories()) return false;
  for (const std::string& directory : directories_) {
    std::string candidate = LoosePath(directory, id);
    const files::Result<files::Stat> stat = git_.fs().StatPath(git_.caller(), candidate);
    if (!git_.Tick(32)) return false;
    if (!stat.ok() || !stat->IsFile()) continue;
    *path = std::move(candidate);
    return true;
  }
  return false;
}

bool Objects::ReadLoose(const std::string& path, const ObjectId& id, Object* object, bool head_only,
                        uint64_t* size) {
  const auto corrupt = [&] {
    if (git_.over()) return false;
    git_.Err("error: object file " + path + " is corrupt\n");
    return git_.Fatal("loose object " + id.Hex() + " (stored in " + path + ") is corrupt");
  };
  Inflation inflation(git_, path, 0);
  std::string head;
  // Type and size take less than 32 bytes. What comes behind them is the beginning of the object.
  if (!inflation.Take(32, &head)) return corrupt();
  const size_t end = head.find('\0'), space = head.find(' ');
  if (end == std::string::npos || space == std::string::npos || space > end) return corrupt();
  object->type = TypeOfName(std::string_view(head).substr(0, space));
  const auto number = ParseNumber(std::string_view(head).substr(space + 1, end - space - 1));
  if (object->type == ObjectType::kNone || !number || *number < 0) return corrupt();
  *size = static_cast<uint64_t>(*number);
  const auto stat = git_.fs().Lstat(git_.caller(), path);
  if (!stat.ok() || !MayInflate(stat->size, *size)) return corrupt();
  if (head_only) return true;
  if (!git_.Charge(*size + 64)) return false;
  // The size is only what the file says, but it is paid for, and room that nothing is written to
  // takes no memory.
  object->bytes.reserve(*size + 64);
  object->bytes.assign(head, end + 1, std::string::npos);
  if (object->bytes.size() > *size) return corrupt();
  if (!inflation.Take(*size - object->bytes.size(), &object->bytes)) return corrupt();
  if (object->bytes.size() != *size || !inflation.AtEnd()) return corrupt();
  if (HashObject(git_, object->type, object->bytes) == id || git_.over()) return !git_.over();
  git_.Err("error: hash mismatch " + id.Hex() + "\n");
  return corrupt();
}

// ---- reading

bool Objects::TryRead(const ObjectId& id, Object* object) {
  found_ = false;
  if (!git_.Tick(32)) return false;
  const auto cached = cache_.find(id);
  if (cached != cache_.end()) {
    found_ = true;
    if (!git_.Charge(cached->second->bytes.size())) return false;
    *object = *cached->second;
    return true;
  }
  // The empty tree is everywhere.
  if (id.Hex() == "4b825dc642cb6eb9a060e54bf8d69288fbee4904") {
    found_ = true;
    *object = {ObjectType::kTree, ""};
    return true;
  }
  size_t pack = 0;
  uint64_t offset = 0, size = 0;
  std::string path;
  if (FindPacked(id, &pack, &offset)) {
    found_ = true;
    if (!ReadPacked(pack, offset, object)) return false;
  } else if (!git_.over() && FindLoose(id, &path)) {
    found_ = true;
    if (!ReadLoose(path, id, object, false, &size)) return false;
  } else {
    return false;
  }
  Remember(id, *object);
  return !git_.over();
}

bool Objects::Read(const ObjectId& id, Object* object) {
  if (TryRead(id, object)) return true;
  if (!found_ && !git_.over()) git_.Fatal("unable to read " + id.Hex());
  return false;
}

bool Objects::ReadTyped(const ObjectId& id, ObjectType type, std::string* bytes) {
  Object object;
  if (!Read(id, &object)) return false;
  if (object.type != type) {
    git_.Err("error: object " + id.Hex() + " is a " + std::string(TypeName(object.type)) +
             ", not a " + std::string(TypeName(type)) + "\n");
    return git_.Fatal("unable to read " + std::string(TypeName(type)) + " (" + id.Hex() + ")");
  }
  *bytes = std::move(object.bytes);
  return true;
}

// Commits and trees are asked for again and again; all is forgotten when it is much.
void Objects::Remember(const ObjectId& id, const Object& object) {
  if (object.type == ObjectType::kBlob || object.bytes.size() > kMostCachedObject) return;
  const size_t size = object.bytes.size() + 256;
  if (cache_bytes_ + size > kMostCached) {
    cache_.clear();
    if (!git_.ChargeCache(-static_cast<int64_t>(std::exchange(cache_bytes_, 0)))) return;
  }
  if (!git_.ChargeCache(static_cast<int64_t>(size))) return;
  cache_bytes_ += size;
  cache_[id] = std::make_shared<const Object>(object);
}

bool Objects::Has(const ObjectId& id) {
  size_t pack = 0;
  uint64_t offset = 0;
  std::string path;
  if (cache_.count(id) != 0 || FindPacked(id, &pack, &offset)) return true;
  return !git_.over() && FindLoose(id, &path);
}

bool Objects::Info(const ObjectId& id, ObjectType* type, uint64_t* size, bool quiet) {
  const auto cached = cache_.find(id);
  if (cached != cache_.end()) {
    *type = cached->second->type;
    *size = cached->second->bytes.size();
    return true;
  }
  size_t pack = 0;
  uint64_t offset = 0;
  if (FindPacked(id, &pack, &offset)) return PackedInfo(pack, offset, type, size);
  std::string path;
  if (git_.over()) return false;
  if (FindLoose(id, &path)) {
    Object object;
    if (!ReadLoose(path, id, &object, true, size)) return false;
    *type = object.type;
    return true;
  }
  if (id.Hex() == "4b825dc642cb6eb9a060e54bf8d69288fbee4904") {
    *type = ObjectType::kTree;
    *size = 0;
    return true;
  }
  if (!quiet && !git_.over()) git_.Fatal("unable to read " + id.Hex());
  return false;
}

ObjectType Objects::TypeOf(const ObjectId& id) {
  ObjectType type = ObjectType::kNone;
  uint64_t size = 0;
  return Info(id, &type, &size, true) ? type : ObjectType::kNone;
}

// ---- writing

bool Objects::Write(ObjectType type, std::string_view bytes, ObjectId* id) {
  *id = HashObject(git_, type, bytes);
  if (git_.over()) return false;
  // Equal bytes are stored once, and a file that was not changed costs no writing.
  if (Has(*id)) return true;
  if (git_.over()) return false;
  Git::Scratch scratch(git_);
  std::string deflated;
  if (!Deflate(git_, HeadOf(type, bytes.size()), bytes, &deflated)) return false;
  // Never into an alternate: that is another repository's.
  const std::string path = LoosePath(directories_[0], *id);
  const std::string folder(DirectoryOf(path)), temporary = folder + "/tmp_obj_" + id->Hex(6);
  if (!git_.MakeDirectories(folder)) return false;
  const files::Result<uint64_t> written =
      git_.fs().WriteFile(git_.caller(), temporary, deflated, {.mode = 0444});
  files::Status status = written.ok() ? files::Status() : written.status();
  // Under its own name only when it is complete: a reader finds all of it or nothing.
  if (status.ok()) status = git_.fs().Rename(git_.caller(), temporary, path);
  if (status.ok()) return true;
  (void)git_.fs().Unlink(git_.caller(), temporary);
  if (status.error() == EACCES || status.error() == EROFS) {
    return git_.Error(
        "insufficient permission for adding an object to repository database " + directories_[0],
        128);
  }
  return git_.Error("unable to write file " + path + ": " + std::string(ErrnoText(status.error())),
                    128);
}

// ---- names

bool Objects::FindPrefix(std::string_view hex, size_t most, std::vector<ObjectId>* ids) {
  if (!LoadPacks()) return false;
  std::string raw;
  for (size_t i = 0; i < hex.size(); i += 2)
    // Half a byte at the end counts as if a 0 followed, which is where the search begins.
    raw +=
        static_cast<char>(HexDigit(hex[i]) << 4 | (i + 1 < hex.size() ? HexDigit(hex[i + 1]) : 0));
  const auto add = [&](const ObjectId& id) {
    if (id.Hex(hex.size()) == hex && std::find(ids->begin(), ids->end(), id) == ids->end())
      ids->push_back(id);
  };
  for (const Pack& pack : packs_) {
    for (uint32_t at = LowerBound(pack, raw); at < pack.count && ids->size() < most; ++at) {
      if (!git_.Tick(8)) return false;
      const ObjectId id = ObjectId::FromRaw(NameAt(pack, at));
      if (id.Hex(hex.size()) != hex) break;
      add(id);
    }
  }
  const std::string folder(hex.substr(0, 2));
  for (const std::string& directory : directories_) {
    // (Behind a name that is smaller than all wanted ones; of a few at a time.)
    std::string after(hex.substr(2));
    if (!after.empty()) after.back() = static_cast<char>(after.back() - 1);
    if (!after.empty()) after += '\x7f';
    for (bool more = true; more && ids->size() < most;) {
      if (!git_.Tick(64)) return false;
      const auto list = git_.fs().ListSome(git_.caller(), directory + "/" + folder, after, 32);
      if (!list.ok() || list->empty()) break;
      for (const files::DirectoryEntry& entry : *list) {
        after = entry.name;
        if (std::string_view(entry.name).substr(0, hex.size() - 2) > hex.substr(2)) more = false;
        const std::optional<ObjectId> id = ObjectId::FromHex(folder + entry.name);
        if (id && ids->size() < most) add(*id);
      }
    }
  }
  std::sort(ids->begin(), ids->end());
  return true;
}

std::string Objects::Abbreviate(const ObjectId& id, size_t least) {
  least = std::clamp<size_t>(least, 4, ObjectId::kHexSize);
  const std::string hex = id.Hex();
  for (size_t size = least; size < hex.size(); ++size) {
    Git::Scratch scratch(git_);
    std::vector<ObjectId> ids;
    if (!FindPrefix(std::string_view(hex).substr(0, size), 2, &ids)) return hex;
    // Two are enough to know that it is not unique.
    if (ids.size() < 2 && (ids.empty() || ids[0] == id)) return hex.substr(0, size);
  }
  return hex;
}

std::string Objects::Abbreviate(const ObjectId& id) {
  const std::optional<std::string> set = git_.config().Get("core.abbrev");
  if (set && Lower(*set) != "auto") {
    const std::optional<bool> is_bool = ParseBool(*set);
    if (is_bool == false && ParseConfigInt(*set) == std::nullopt) return id.Hex();
    if (std::optional<int64_t> digits = ParseConfigInt(*set))
      return Abbreviate(id, static_cast<size_t>(std::clamp<int64_t>(*digits, 4, 40)));
  }
  // As many digits as make a clash of two names unlikely.
  uint64_t packed = 0;
  if (!LoadPacks()) return id.Hex(7);
  for (const Pack& pack : packs_) packed += pack.count;
  size_t bits = 0;
  while (packed >> bits != 0) ++bits;
  return Abbreviate(id, std::max<size_t>(7, (bits + 1) / 2));
}

bool Objects::ListAll(std::vector<ObjectId>* ids) {
  if (!LoadPacks()) return false;
  for (const Pack& pack : packs_) {
    if (!git_.Charge(uint64_t{pack.count} * 40)) return false;
    for (uint32_t at = 0; at < pack.count; ++at) {
      if (!git_.Tick(8)) return false;
      ids->push_back(ObjectId::FromRaw(NameAt(pack, at)));
    }
  }
  for (const std::string& directory : directories_) {
    for (int byte = 0; byte < 256; ++byte) {
      ObjectId first;
      first.bytes[0] = static_cast<uint8_t>(byte);
      const std::string folder = first.Hex(2);
      const auto list = git_.fs().List(git_.caller(), directory + "/" + folder);
      if (!list.ok()) continue;
      if (!git_.Charge(list->size() * 40) || !git_.Tick(list->size() * 16)) return false;
      for (const files::DirectoryEntry& entry : *list)
        if (std::optional<ObjectId> id = ObjectId::FromHex(folder + entry.name))
          ids->push_back(*id);
    }
  }
  std::sort(ids->begin(), ids->end());
  ids->erase(std::unique(ids->begin(), ids->end()), ids->end());
  return true;
}

bool Objects::Count(Counts* counts) {
  if (!LoadPacks()) return false;
  for (const Pack& pack : packs_) {
    ++counts->packs;
    counts->packed += pack.count;
    counts->pack_bytes += pack.size + pack.index.size();
  }
  for (int byte = 0; byte < 256; ++byte) {
    ObjectId first;
    first.bytes[0] = static_cast<uint8_t>(byte);
    const std::string folder = directories_[0] + "/" + first.Hex(2);
    const auto list = git_.fs().List(git_.caller(), folder);
    if (!list.ok()) continue;
    for (const files::DirectoryEntry& entry : *list) {
      if (!git_.Tick(64)) return false;
      const auto stat = git_.fs().StatPath(git_.caller(), folder + "/" + entry.name);
      if (entry.name.size() != 38 || !stat.ok()) continue;
      ++counts->loose;
      counts->loose_bytes += stat->blocks * 512;
    }
  }
  return true;
}

}  // namespace pysub::shell::git
