#ifndef PYSUB_OSBRIDGE_FILES_PATH_RESOLVER_H_
#define PYSUB_OSBRIDGE_FILES_PATH_RESOLVER_H_

#include <forward_list>
#include <string>
#include <string_view>

#include "osbridge/files/state.h"

namespace pysub::files {

// What a path leads to.
struct ResolvedPath {
  enum class Last : uint8_t { kName, kDot, kDotDot, kRoot };
  NodeLocation parent;    // the directory of the last name; of kEntry and kTarget just where that
                          // name is missing
  std::string_view name;  // lives as long as the path and the resolver
  Last last = Last::kRoot;
  bool slash = false;     // slashes come after it
  NodeLocation location;  // what it names
};

// The path, beneath the mount's directory, of a last name whose directory is on the host.
std::string HostPath(const ResolvedPath& found);

// Goes along a path the way Linux does (path_resolution(7)): asks each directory for search
// permission, follows links (40 at most).
//
//   "/mnt/a/link/x"            at_        frames_ (what is still to be read)
//      /                       root       "mnt/a/link/x"
//      mnt    a mount          its root   "a/link/x"
//      a                       a          "link/x"
//      link   -> "../b"        a          "../b"  over  "x"      confined to the mount
//      ..                      its root   "b"     over  "x"
//      b, x                    x
//
// Names that are ahead in one directory of the host, without `..`, are looked up in one leap: the
// kernel goes along them, and refuses where one is a link. Then they are looked up one by one. In
// an overlay the directories among them must be known to be searchable (RememberSearchable()).
//
// A link is a new frame and no recursion. A link of the host's directory may name anything there
// is, so its text is confined: `..` at the mount's root stays in it, and an absolute target must
// lie beneath the directory that was mounted (T-032).
class PathResolver {
 public:
  PathResolver(const State& state, const Caller& caller) : state_(state), caller_(caller) {}

  enum class Until : uint8_t {
    kParent,      // the directory of the last name; the name is not looked at
    kEntry,       // the last name; a link there is followed only when slashes come after it
    kTarget,      // what the last name leads to
    kCreate,      // as kTarget for open(O_CREAT): slashes after the last name are EISDIR
    kCreateEntry  // as kCreate, but a link in the last place is not followed
  };
  // ENOENT with found().parent.exists(): only the last name is missing.
  Status Resolve(std::string_view path, Until until);
  const ResolvedPath& found() const { return found_; }
  // What `name` is in the directory `directory`; kNowhere: no such name.
  Status Lookup(const NodeLocation& directory, std::string_view name, NodeLocation* location) const;
  // The virtual path of what was found, or of the last name when only that is missing; to be asked
  // for before Resolve().
  void TrackPath() { tracks_ = true; }
  std::string FullPath() const;

 private:
  // What is left of a path, while a link in it is followed. They are bounded in number, like links
  // (ELOOP).
  struct Frame {
    std::string_view rest;
    bool trusted;       // the directories of the current one are not asked for permission
    uint32_t confined;  // the text stands in the host's directory of this mount (index plus 1) and
                        // must not leave it
  };

  Status Begin(std::string_view path);
  bool LeapFrom(std::string_view name, NodeId* anchor, size_t* tail, uint32_t* mount,
                std::string* path) const;
  Status Leap(Until until);
  Status Enter(std::string_view name, bool is_last, Until until);
  Status FollowLink(const NodeLocation& link, bool is_last);
  Status CheckSearch(const Frame& frame, std::string_view name) const;
  Status GoUp();
  Status LeaveMount(uint32_t mount);
  Status GoToRoot();

  const State& state_;
  const Caller& caller_;
  NodeLocation at_;
  ResolvedPath found_;
  bool must_be_directory_ = false;
  bool tracks_ = false;
  bool searchable_ = true;  // all directories so far, also those of the current directory
  bool leaps_ = true;       // false: the names ahead were looked at, and
                            // neither a link nor `..` came since
  int links_ = 0;
  size_t depth_ = 0;
  Frame frames_[kMaxLinksFollowed + 2];
  std::string path_;
  std::forward_list<std::string> targets_;  // of links on the host
  std::string own_name_;                    // found_.name when it stood in a link
};

}  // namespace pysub::files

#endif  // PYSUB_OSBRIDGE_FILES_PATH_RESOLVER_H_
