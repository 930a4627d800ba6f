// Objects in packs. An index (version 2) says where an object begins; it is whole, or a delta to
// one that lies before it or has a name. Chains of deltas are followed with a list instead of
// recursion, and have an end.
//
//   pack-X.idx                               pack-X.pack
//   "\377tOc" version 2        8 bytes       "PACK" version count      12 bytes
//   fan: 256 numbers           how many      object, object, ...
//        names have a first byte <= this     SHA-1 of all before it
//   names, sorted              20 bytes each
//   CRC-32 of each             4 bytes each  object: type and size, then
//   places, 31 bits            4 bytes each    (a delta) where its base is, then
//   places that are larger     8 bytes each    a zlib stream
//   two SHA-1
//
// Type and size of an object are 3 and 4 bits of its first byte; as long as the highest bit is set,
// seven more bits of the size follow. Types 1 to 4 are whole objects; 6 is a delta whose base lies
// so many bytes before it; 7 one whose base is named.
//
//   0x95 0x0a     1 001 0101  0 0001010     a commit (1) of 5 + 10 * 16 = 165 bytes
//
// A delta says how long base and result are, then how the result is made:
//
//   0xxxxxxx             the next x bytes are new
//   1sssoooo o... s...   copy from the base: one byte of place or size for each bit that is set
//
//   base   "hello world"    delta  11 9 | 0x90 6 | 0x03 "you"    result "hello you"
//
// All of this is hostile. A place has to lie within the pack, a base before its delta or in the
// index, a copy within the base, and the result has exactly the size that was paid for.

#include <algorithm>

#include "shell/commands/git/inflation.h"
#include "shell/commands/git/objects.h"

namespace pysub::shell::git {
namespace {

// git makes chains of 50 (by hand: 4095). A base that is named may lead in a circle, which ends
// here.
constexpr size_t kMostPacks = 4096, kMostChain = 4096;
constexpr size_t kMostBases = 16 << 20, kMostBase = 4 << 20;
constexpr uint64_t kMostIndex = uint64_t{1} << 30;

uint32_t Number32(std::string_view bytes, uint64_t at) {
  uint32_t value = 0;
  for (uint64_t i = 0; i < 4 && at + i < bytes.size(); ++i)
    value = value << 8 | static_cast<uint8_t>(bytes[at + i]);
  return value;
}

// A number of a delta's head: seven bits a byte, the lowest first.
bool DeltaNumber(std::string_view* delta, uint64_t* value) {
  *value = 0;
  for (int shift = 0; shift < 63 && !delta->empty(); shift += 7) {
    const auto byte = static_cast<uint8_t>(delta->front());
    delta->remove_prefix(1);
    *value |= uint64_t{byte & 127u} << shift;
    if (byte < 128) return true;
  }
  return false;
}

}  // namespace

bool Objects::LoadPacks() {
  if (loaded_) return !git_.over();
  loaded_ = true;
  if (!LoadDirectories()) return false;
  for (const std::string& directory : directories_) {
    const auto list = git_.fs().List(git_.caller(), directory + "/pack");
    if (!list.ok()) continue;
    for (const files::DirectoryEntry& entry : *list) {
      if (!git_.Tick(16)) return false;
      if (!entry.name.ends_with(".idx") || packs_.size() >= kMostPacks) continue;
      Pack pack;
      pack.path = directory + "/pack/" + entry.name.substr(0, entry.name.size() - 4) + ".pack";
      if (!LoadPackIndex(&pack)) {
        if (git_.over()) return false;
        continue;
      }
      packs_.push_back(std::move(pack));
    }
  }
  return true;
}

// What does not hold together is no pack for us: its objects are missing then.
bool Objects::LoadPackIndex(Pack* pack) {
  const std::string path = pack->path.substr(0, pack->path.size() - 5) + ".idx";
  const auto bad = [&](std::string_view why) {
    if (!git_.over()) git_.Err("error: index file " + path + " " + std::string(why) + "\n");
    return false;
  };
  const auto stat = git_.fs().StatPath(git_.caller(), pack->path);
  const auto index = git_.fs().StatPath(git_.caller(), path);
  if (!stat.ok() || !index.ok()) return false;
  if (index->size > kMostIndex || index->size < 1032 + 40) return bad("is too small");
  pack->size = stat->size;
  if (!git_.ChargeCache(static_cast<int64_t>(index->size))) return false;
  {
    Git::Scratch scratch(git_);
    if (!git_.ReadWhole(path, &pack->index)) return false;
  }
  if (pack->index.size() < 1032 + 40) return bad("is too small");
  if (!pack->index.starts_with(std::string_view("\377tOc\0\0\0\2", 8)))
    return bad("has a version that is not supported");
  // A table that goes back would let LowerBound() look outside of the names.
  uint32_t last = 0;
  for (uint32_t byte = 0; byte < 256; ++byte) {
    const uint32_t next = Fan(*pack, byte);
    if (next < last) return bad("is non-monotonic");
    last = next;
  }
  pack->count = last;
  // From here on every name, and every place of 31 bits, lies within the index.
  if (1032 + uint64_t{last} * 28 + 40 > pack->index.size()) return bad("is wrong in its size");
  return true;
}

uint32_t Objects::Fan(const Pack& pack, uint32_t byte) const {
  return Number32(pack.index, 8 + uint64_t{byte} * 4);
}

std::string_view Objects::NameAt(const Pack& pack, uint32_t at) const {
  return std::string_view(pack.index).substr(1032 + uint64_t{at} * 20, 20);
}

// The first name that is not before `raw`, which may be a part of one.
uint32_t Objects::LowerBound(const Pack& pack, std::string_view raw) const {
  const auto byte = static_cast<uint8_t>(raw.empty() ? 0 : raw[0]);
  uint32_t low = byte == 0 ? 0 : Fan(pack, byte - 1u), high = Fan(pack, byte);
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (NameAt(pack, middle) < raw)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

bool Objects::OffsetAt(const Pack& pack, uint32_t at, uint64_t* offset) const {
  const uint64_t table = 1032 + uint64_t{pack.count} * 24;
  const uint32_t small = Number32(pack.index, table + uint64_t{at} * 4);
  if ((small & 0x80000000u) == 0) {
    *offset = small;
    return true;
  }
  const uint64_t large = table + uint64_t{pack.count} * 4 + uint64_t{small & 0x7fffffffu} * 8;
  if (large + 8 + 40 > pack.index.size()) return false;
  *offset = uint64_t{Number32(pack.index, large)} << 32 | Number32(pack.index, large + 4);
  return true;
}

bool Objects::FindPacked(const ObjectId& id, size_t* pack, uint64_t* offset) {
  if (!LoadPacks()) return false;
  for (size_t i = 0; i < packs_.size(); ++i) {
    if (!git_.Tick(8)) return false;
    const uint32_t at = LowerBound(packs_[i], id.Raw());
    if (at >= packs_[i].count || NameAt(packs_[i], at) != id.Raw()) continue;
    *pack = i;
    return OffsetAt(packs_[i], at, offset);
  }
  return false;
}

bool Objects::Corrupt(const Pack& pack, uint64_t offset) {
  if (git_.over()) return false;
  git_.Err("error: failed to unpack an object at offset " + std::to_string(offset) + " from " +
           pack.path + "\n");
  return git_.Fatal("packed object (stored in " + pack.path + ") is corrupt");
}

bool Objects::ReadHead(const Pack& pack, uint64_t offset, Head* head) {
  if (offset < 12 || offset + 20 >= pack.size || !git_.Tick(32)) return Corrupt(pack, offset);
  // 64 bytes hold any head: ten of the size and twenty of a name at most.
  const auto bytes = git_.fs().ReadFile(git_.caller(), pack.path, offset, 64);
  if (!bytes.ok() || bytes->empty()) return Corrupt(pack, offset);
  std::string_view rest = *bytes;
  auto byte = static_cast<uint8_t>(rest[0]);
  rest.remove_prefix(1);
  head->type = byte >> 4 & 7;
  head->size = byte & 15;
  for (int shift = 4; byte >= 128; shift += 7) {
    if (rest.empty() || shift > 56) return Corrupt(pack, offset);
    byte = static_cast<uint8_t>(rest[0]);
    rest.remove_prefix(1);
    head->size |= uint64_t{byte & 127u} << shift;
  }
  if (head->type == 6) {
    // How far back: the highest bits first, and one more for each byte that follows.
    uint64_t back = 0;
    for (int i = 0;; ++i) {
      if (rest.empty() || i > 8) return Corrupt(pack, offset);
      byte = static_cast<uint8_t>(rest[0]);
      rest.remove_prefix(1);
      back = back << 7 | (byte & 127u);
      if (byte < 128) break;
      ++back;
    }
    // A base lies before its delta, so a chain of these always ends.
    if (back == 0 || back >= offset) return Corrupt(pack, offset);
    head->base = offset - back;
  } else if (head->type == 7) {
    if (rest.size() < 20) return Corrupt(pack, offset);
    const ObjectId base = ObjectId::FromRaw(rest);
    rest.remove_prefix(20);
    const uint32_t at = LowerBound(pack, base.Raw());
    if (at >= pack.count || NameAt(pack, at) != base.Raw() || !OffsetAt(pack, at, &head->base))
      return Corrupt(pack, offset);
  } else if (head->type == 0 || head->type == 5) {
    return Corrupt(pack, offset);
  }
  head->data = offset + (bytes->size() - rest.size());
  if (!MayInflate(pack.size - head->data, head->size)) return Corrupt(pack, offset);
  return true;
}

bool Objects::ReadPacked(size_t pack, uint64_t offset, Object* object) {
  {
    Git::Scratch scratch(git_);
    if (!Unpack(pack, offset, object)) return false;
  }
  return git_.Charge(object->bytes.size());
}

// From the object to its base along the deltas, then back.
bool Objects::Unpack(size_t number, uint64_t offset, Object* object) {
  const Pack& pack = packs_[number];
  struct Link {
    uint64_t offset, data, size;
  };
  std::vector<Link> chain;
  for (uint64_t at = offset;;) {
    const auto known = bases_.find({number, at});
    if (known != bases_.end()) {
      if (!git_.Charge(known->second->bytes.size())) return false;
      *object = *known->second;
      break;
    }
    Head head;
    if (!ReadHead(pack, at, &head)) return false;
    if (head.type >= 6) {
      if (chain.size() >= kMostChain) return Corrupt(pack, offset);
      chain.push_back({at, head.data, head.size});
      at = head.base;
      continue;
    }
    if (!git_.Charge(head.size)) return false;
    object->type = static_cast<ObjectType>(head.type);
    Inflation inflation(git_, pack.path, head.data);
    if (!inflation.Take(head.size, &object->bytes) || object->bytes.size() != head.size ||
        !inflation.AtEnd())
      return Corrupt(pack, at);
    if (!chain.empty()) RememberBase(number, at, *object);
    break;
  }
  while (!chain.empty()) {
    const Link link = chain.back();
    chain.pop_back();
    Git::Scratch scratch(git_);
    if (!git_.Charge(link.size + object->bytes.size())) return false;
    std::string delta, result;
    Inflation inflation(git_, pack.path, link.data);
    if (!inflation.Take(link.size, &delta) || delta.size() != link.size || !inflation.AtEnd())
      return Corrupt(pack, link.offset);
    if (!ApplyDelta(object->bytes, delta, &result)) return Corrupt(pack, link.offset);
    object->bytes = std::move(result);
    // The one on top is asked for by its name, which Remember() serves.
    if (!chain.empty()) RememberBase(number, link.offset, *object);
  }
  return !git_.over();
}

namespace {

// A step of a delta: bytes that stand in it, or a part of the base.
struct DeltaStep {
  bool copies = false;
  uint64_t at = 0, size = 0;
};

// Takes one off the front. False: there is none such, or it leaves the base.
bool TakeStep(std::string_view* delta, uint64_t base, DeltaStep* step) {
  const auto op = static_cast<uint8_t>((*delta)[0]);
  delta->remove_prefix(1);
  *step = DeltaStep();
  if (op < 128) {
    step->size = op;
    return op != 0 && op <= delta->size();
  }
  step->copies = true;
  for (int i = 0; i < 7; ++i) {
    if ((op >> i & 1) == 0) continue;
    if (delta->empty()) return false;
    const uint64_t byte = static_cast<uint8_t>((*delta)[0]);
    delta->remove_prefix(1);
    if (i < 4)
      step->at |= byte << (8 * i);
    else
      step->size |= byte << (8 * (i - 4));
  }
  // A size of 0 would be of no use, so it stands for the one that three bytes would need.
  if (step->size == 0) step->size = 0x10000;
  return step->at <= base && step->size <= base - step->at;
}

}  // namespace

bool Objects::ApplyDelta(std::string_view base, std::string_view delta, std::string* result) {
  uint64_t from = 0, to = 0, sum = 0;
  if (!DeltaNumber(&delta, &from) || !DeltaNumber(&delta, &to) || from != base.size()) return false;
  // The steps are added up before anything is paid for: a size that is a lie would look like a
  // limit that was reached, and end the script where only an object is damaged.
  DeltaStep step;
  for (std::string_view rest = delta; !rest.empty();) {
    if (!git_.Tick(16) || !TakeStep(&rest, base.size(), &step) || step.size > to - sum)
      return false;
    if (!step.copies) rest.remove_prefix(step.size);
    sum += step.size;
  }
  if (sum != to || !git_.Charge(to)) return false;
  result->reserve(to);
  while (!delta.empty()) {
    if (!TakeStep(&delta, base.size(), &step) || !git_.Tick(16 + step.size / 8)) return false;
    if (step.copies) {
      result->append(base, step.at, step.size);
      continue;
    }
    result->append(delta.substr(0, step.size));
    delta.remove_prefix(step.size);
  }
  return result->size() == to;
}

void Objects::RememberBase(size_t pack, uint64_t offset, const Object& object) {
  if (object.bytes.size() > kMostBase) return;
  const size_t size = object.bytes.size() + 256;
  if (bases_bytes_ + size > kMostBases) {
    bases_.clear();
    if (!git_.ChargeCache(-static_cast<int64_t>(std::exchange(bases_bytes_, 0)))) return;
  }
  if (!git_.ChargeCache(static_cast<int64_t>(size))) return;
  bases_bytes_ += size;
  bases_[{pack, offset}] = std::make_shared<const Object>(object);
}

bool Objects::PackedInfo(size_t number, uint64_t offset, ObjectType* type, uint64_t* size) {
  const Pack& pack = packs_[number];
  Head head;
  if (!ReadHead(pack, offset, &head)) return false;
  *size = head.size;
  if (head.type >= 6) {
    // The size of what a delta makes stands at its beginning.
    Inflation inflation(git_, pack.path, head.data);
    std::string begin;
    if (!inflation.Take(std::min<uint64_t>(head.size, 24), &begin)) return Corrupt(pack, offset);
    std::string_view rest = begin;
    uint64_t from = 0;
    if (!DeltaNumber(&rest, &from) || !DeltaNumber(&rest, size)) return Corrupt(pack, offset);
  }
  // A delta has no type of its own: it is that of the object at the end of the chain.
  for (size_t links = 0; head.type >= 6; ++links) {
    const uint64_t base = head.base;
    if (links > kMostChain) return Corrupt(pack, offset);
    if (!ReadHead(pack, base, &head)) return false;
  }
  *type = static_cast<ObjectType>(head.type);
  return true;
}

}  // namespace pysub::shell::git
