#ifndef PYSUB_SHELL_COMMANDS_GIT_OBJECTS_H_
#define PYSUB_SHELL_COMMANDS_GIT_OBJECTS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/commands/git/git.h"
#include "shell/commands/git/object_id.h"

namespace pysub::shell::git {

// What a name stands for, inflated and without its head.
struct Object {
  ObjectType type = ObjectType::kNone;
  std::string bytes;
};

// The objects of a repository: files of their own ("loose") and packs, also those of other
// repositories that objects/info/alternates names. What is read is hostile: sizes are paid for
// before anything grows, chains of deltas have an end, and a loose object has the name of its hash.
//
// Two caches lie within one run of git and are forgotten when they grow large or the shell is
// loaded: cache_ has commits and trees by name, since walks ask for the same ones again; bases_ has
// what chains of deltas pass through, by place, since objects beside each other in a pack mostly
// share a base.
class Objects {
 public:
  explicit Objects(Git& git) : git_(git) {}

  // The object, paid for. False and nothing said: there is none (found() is false then), or what is
  // wrong was said.
  // Packs are asked before loose files: there are few of them, and a miss costs no call to the
  // file system.
  bool TryRead(const ObjectId& id, Object* object);
  // The same; what is missing is said, too.
  bool Read(const ObjectId& id, Object* object);
  // Only of this type.
  bool ReadTyped(const ObjectId& id, ObjectType type, std::string* bytes);
  bool found() const { return found_; }
  // Whether its bytes are sound is not looked at.
  bool Has(const ObjectId& id);
  // Its type and size without its bytes; deltas are followed to their base.
  bool Info(const ObjectId& id, ObjectType* type, uint64_t* size, bool quiet = false);
  ObjectType TypeOf(const ObjectId& id);  // kNone: there is none
  // One that is there already, loose or packed, is not written again.
  bool Write(ObjectType type, std::string_view bytes, ObjectId* id);
  // Those whose name begins so (hexadecimal digits), `most` at most.
  bool FindPrefix(std::string_view hex, size_t most, std::vector<ObjectId>* ids);
  // The shortest beginning of its name, of `least` digits at least, that no other object has.
  std::string Abbreviate(const ObjectId& id, size_t least);
  std::string Abbreviate(const ObjectId& id);  // as core.abbrev has it
  // All of them (cat-file --batch-all-objects, count-objects).
  bool ListAll(std::vector<ObjectId>* ids);
  struct Counts {
    uint64_t loose = 0, loose_bytes = 0, packed = 0, packs = 0, pack_bytes = 0;
  };
  bool Count(Counts* counts);

 private:
  // A pack whose index was found sound. The index stays in memory and its tables are read in place;
  // the pack itself is read by pieces.
  struct Pack {
    std::string path;   // of the .pack
    std::string index;  // the whole .idx
    uint32_t count = 0;
    uint64_t size = 0;
    bool bad = false;
  };
  // The head of an object in a pack.
  struct Head {
    uint8_t type = 0;  // 1 ... 4, 6: a delta to a place, 7: a delta to a name
    uint64_t size = 0;
    uint64_t data = 0;  // where its deflated bytes begin
    uint64_t base = 0;  // of a delta: the place
  };

  bool LoadPacks();
  bool LoadDirectories();
  bool LoadPackIndex(Pack* pack);
  uint32_t Fan(const Pack& pack, uint32_t byte) const;
  std::string_view NameAt(const Pack& pack, uint32_t at) const;
  uint32_t LowerBound(const Pack& pack, std::string_view raw) const;
  bool OffsetAt(const Pack& pack, uint32_t at, uint64_t* offset) const;
  bool FindPacked(const ObjectId& id, size_t* pack, uint64_t* offset);
  bool ReadHead(const Pack& pack, uint64_t offset, Head* head);
  bool ReadPacked(size_t pack, uint64_t offset, Object* object);
  bool Unpack(size_t pack, uint64_t offset, Object* object);
  bool ApplyDelta(std::string_view base, std::string_view delta, std::string* result);
  bool PackedInfo(size_t pack, uint64_t offset, ObjectType* type, uint64_t* size);
  bool ReadLoose(const std::string& path, const ObjectId& id, Object* object, bool head_only,
                 uint64_t* size);
  std::string LoosePath(const std::string& directory, const ObjectId& id) const;
  bool FindLoose(const ObjectId& id, std::string* path);
  // Says that the pack is damaged, unless it is only that the script ends. False.
  bool Corrupt(const Pack& pack, uint64_t offset);
  void Remember(const ObjectId& id, const Object& object);
  void RememberBase(size_t pack, uint64_t offset, const Object& object);

  Git& git_;
  bool found_ = false;
  bool loaded_ = false;
  std::vector<std::string> directories_;  // "…/objects"
  std::vector<Pack> packs_;               // charged by ChargeCache(), as the next two are
  std::map<ObjectId, std::shared_ptr<const Object>> cache_;
  std::map<std::pair<size_t, uint64_t>, std::shared_ptr<const Object>> bases_;
  uint64_t cache_bytes_ = 0, bases_bytes_ = 0;
};

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_OBJECTS_H_
