#include "osbridge/files/path_resolver.h"

#include <algorithm>
#include <cstring>

// Along a path. The text that is still ahead is a stack of frames: the path itself and the targets
// of the links in it; a frame is dropped with its last name, so "the last name" is one with no
// frame below its own.
namespace pysub::files {
namespace {

// Takes the next name off `rest`; slashes before and after it go with it. Empty: there is none.
std::string_view TakeName(std::string_view& rest, bool* slash) {
  size_t begin = 0;
  while (begin < rest.size() && rest[begin] == '/') ++begin;
  size_t end = begin;
  while (end < rest.size() && rest[end] != '/') ++end;
  const std::string_view name = rest.substr(begin, end - begin);
  *slash = end < rest.size();
  while (end < rest.size() && rest[end] == '/') ++end;
  rest.remove_prefix(end);
  return name;
}

std::string_view FirstName(std::string_view rest) {
  bool slash;
  return TakeName(rest, &slash);
}

bool IsDescriptorNumber(std::string_view name, uint32_t* number) {
  if (name.empty() || name.size() > 7 || (name[0] == '0' && name.size() > 1)) return false;
  *number = 0;
  for (char digit : name) {
    if (digit < '0' || digit > '9') return false;
    *number = *number * 10 + static_cast<uint32_t>(digit - '0');
  }
  return true;
}

Status CheckText(std::string_view path) {
  if (path.empty()) return ENOENT;
  if (path.size() > kMaxPathBytes) return ENAMETOOLONG;
  return std::memchr(path.data(), '\0', path.size()) == nullptr ? 0 : EINVAL;
}

std::string Join(const std::string& directory, std::string_view name) {
  std::string path;
  path.reserve(directory.size() + 1 + name.size());
  path = directory;
  if (!path.empty()) path += '/';
  return path += name;
}

}  // namespace

Status PathResolver::Lookup(const NodeLocation& directory, std::string_view name,
                            NodeLocation* location) const {
  *location = NodeLocation();
  if (directory.on_host()) {  // the kernel judges its length
    const HostLocation& host = *directory.host;
    const std::string path = Join(host.path, name);
    if (host.anchor == kNoNode) {
      for (uint32_t i = 0; i < state_.mounts.size(); ++i) {
        const MountRecord& mount = state_.mounts[i];
        if (mount.outer == host.mount + 1 && mount.outer_path == path)
          return state_.MountRoot(i, location);
      }
    }
    return state_.LookupHost(host.mount, path, host.anchor, host.tail, location);
  }
  if (name.size() > kMaxNameBytes) return ENAMETOOLONG;
  const Node& node = state_.At(directory.node);
  if (node.descriptors) {
    uint32_t number;
    if (IsDescriptorNumber(name, &number)) {
      *location = {.where = NodeLocation::Where::kDescriptor,
                   .kind = FileKind::kDevice,
                   .node = directory.node,
                   .number = number};
    }
    return 0;
  }
  const Directory::Entry* entry = node.directory().Find(name);
  if (entry != nullptr) {
    if (entry->node == kNoNode) return 0;
    *location = state_.LocationOf(entry->node);
    return state_.Uncover(location);
  }
  if (node.origin == nullptr) return 0;
  const std::string& path = node.origin->path;
  return state_.LookupHost(node.origin->mount, Join(path, name), directory.node,
                           path.empty() ? 0 : path.size() + 1, location);
}

Status PathResolver::Begin(std::string_view path) {
  if (Status status = CheckText(path); !status.ok()) return status;
  if (Status status = GoToRoot(); !status.ok()) return status;
  frames_[depth_++] = {.rest = path, .trusted = false, .confined = 0};
  if (path[0] == '/') return 0;
  if (Status status = CheckText(caller_.cwd); !status.ok()) return status;
  if (caller_.cwd.size() > 1)
    frames_[depth_++] = {.rest = caller_.cwd, .trusted = true, .confined = 0};
  return 0;
}

Status PathResolver::GoToRoot() {
  at_ = state_.LocationOf(kRoot);
  found_.last = ResolvedPath::Last::kRoot;
  if (tracks_) path_ = "/";
  return state_.Uncover(&at_);
}

// Out of the topmost directory of a mount. Only text of the program may do so (T-032).
Status PathResolver::LeaveMount(uint32_t mount) {
  if (frames_[depth_ - 1].confined == mount + 1) return EACCES;
  return state_.AboveMount(mount, &at_);
}

Status PathResolver::GoUp() {
  if (tracks_) path_.resize(std::max<size_t>(path_.rfind('/'), 1));
  if (!at_.on_host()) {
    const Node& node = state_.At(at_.node);
    if (node.parent == kNoNode) return LeaveMount(node.origin->mount);
    at_ = state_.LocationOf(node.parent);
    return 0;
  }
  const std::shared_ptr<const HostLocation> host = at_.host;
  if (host->path.empty()) return LeaveMount(host->mount);
  const size_t slash = host->path.rfind('/');
  const size_t end = slash == std::string::npos ? 0 : slash;
  if (host->anchor != kNoNode && end <= host->tail) {  // the name was the only one below the anchor
    at_ = state_.LocationOf(host->anchor);
    return 0;
  }
  const Status status =
      state_.LookupHost(host->mount, host->path.substr(0, end), host->anchor, host->tail, &at_);
  return status.ok() && !at_.exists() ? ENOENT : status;
}

Status PathResolver::FollowLink(const NodeLocation& link, bool is_last) {
  if (++links_ > kMaxLinksFollowed) return ELOOP;
  leaps_ = true;
  const bool trusted = frames_[depth_ - 1].trusted;
  if (is_last) --depth_;
  std::string_view target;
  uint32_t confined = 0;
  if (link.on_host()) {
    if (!state_.IsPseudo(link)) confined = link.host->mount + 1;
    const MountedDirectory* directory;
    if (Status status = state_.Host(link.host->mount, &directory); !status.ok()) return status;
    targets_.emplace_front();
    if (Status status = directory->Readlink(link.host->path, &targets_.front()); !status.ok())
      return status;
    target = targets_.front();
  } else {
    const Node& node = state_.At(link.node);
    target = node.target();
    if (node.origin != nullptr && !state_.mounts[node.origin->mount].pseudo)
      confined = node.origin->mount + 1;
  }
  if (target.empty()) return ENOENT;
  if (target[0] == '/' && confined == 0) {
    if (Status status = GoToRoot(); !status.ok()) return status;
  } else if (target[0] == '/') {
    const MountedDirectory* directory;
    if (Status status = state_.Host(confined - 1, &directory); !status.ok()) return status;
    if (!directory->MapAbsolute(target, &target)) return EACCES;
    if (Status status = state_.MountRoot(confined - 1, &at_); !status.ok()) return status;
    found_.last = ResolvedPath::Last::kRoot;
    if (tracks_) path_ = state_.VirtualPathOfMount(confined - 1);
  }
  frames_[depth_++] = {.rest = target, .trusted = trusted, .confined = confined};
  return 0;
}

Status PathResolver::CheckSearch(const Frame& frame, std::string_view name) const {
  if (frame.trusted) return 0;
  if (at_.on_host() && !state_.InOverlay(at_)) {
    // The kernel asks its directories itself, unless no name is looked up.
    if (name != "." && name != "..") return 0;
    const MountedDirectory* directory;
    if (Status status = state_.Host(at_.host->mount, &directory); !status.ok()) return status;
    return directory->Access(at_.host->path, kMayExecute);
  }
  return state_.Permission(caller_, at_, kMayExecute);
}

// Whether the names from at_ on, of which `name` is the first, mean to the kernel what they mean
// here: no node of an overlay, no other mount and no pseudo file can come between. Then where the
// host has at_.
bool PathResolver::LeapFrom(std::string_view name, NodeId* anchor, size_t* tail, uint32_t* mount,
                            std::string* path) const {
  if (name.empty() || name == "." || name == ".." || !at_.directory() ||
      at_.where == NodeLocation::Where::kDescriptor)
    return false;
  if (at_.on_host()) {
    *mount = at_.host->mount;
    *anchor = at_.host->anchor;
    *tail = at_.host->tail;
    *path = at_.host->path;
  } else {
    const Node& node = state_.At(at_.node);
    if (node.origin == nullptr || state_.mounts[node.origin->mount].pseudo || node.descriptors ||
        node.directory().Find(name) != nullptr ||
        !state_.Permission(caller_, at_, kMayExecute).ok())
      return false;
    *mount = node.origin->mount;
    *anchor = at_.node;
    *path = node.origin->path;
    *tail = path->empty() ? 0 : path->size() + 1;
  }
  if (state_.mounts[*mount].pseudo) return false;
  return std::none_of(state_.mounts.begin(), state_.mounts.end(),
                      [&](const MountRecord& other) { return other.outer == *mount + 1; });
}

// Takes two names or more at once, as far as they may all be directories, or to the end where
// nobody asks for the directory of the last one. Nothing has happened where that is refused: which
// error it is, and whether there is a link, is found name by name.
Status PathResolver::Leap(Until until) {
  // (asked first: paths within memory are not read twice)
  NodeId anchor = kNoNode;
  size_t tail = 0;
  uint32_t mount = 0;
  std::string path;
  if (!LeapFrom(FirstName(frames_[depth_ - 1].rest), &anchor, &tail, &mount, &path)) return 0;
  std::string names;
  size_t count = 0, directories = 0;
  size_t depth = depth_;
  bool to_the_end = false;
  std::string_view rest = frames_[depth - 1].rest;
  while (true) {
    std::string_view ahead = rest;
    bool slash;
    const std::string_view name = TakeName(ahead, &slash);
    const bool is_last = ahead.empty() && depth == 1;
    // (a "." on the way asks for no more than the name behind it does)
    if (name == ".." || (name == "." && is_last)) break;
    if (is_last && (name.empty() || slash || (until != Until::kEntry && until != Until::kTarget)))
      break;
    if (!name.empty() && name != ".") {
      ++count;
      names += '/';
      names += name;
      if (!is_last) directories = names.size();
    }
    rest = ahead;
    if (is_last) {
      to_the_end = true;
      break;
    }
    if (rest.empty()) rest = frames_[--depth - 1].rest;
  }
  leaps_ = false;  // (whatever comes of it, the same names are not read again)
  if (count < 2) return 0;
  const size_t skip = path.empty() ? 1 : 0;
  const size_t before = path.size();
  path.append(names, skip, std::string::npos);
  if (anchor != kNoNode &&
      !state_.IsSearchable(mount, anchor,
                           std::string_view(path).substr(0, before + directories - skip), caller_))
    return 0;
  NodeLocation next;
  if (!state_.FindHost(mount, std::move(path), anchor, tail, &next).ok() || !next.exists())
    return 0;
  if (to_the_end ? next.kind == FileKind::kSymlink : !next.directory()) return 0;
  leaps_ = true;
  at_ = std::move(next);
  if (tracks_) path_.append(names, path_.size() > 1 ? 0 : 1, std::string::npos);
  depth_ = to_the_end ? 0 : depth;
  frames_[depth - 1].rest = rest;
  if (to_the_end) found_.last = ResolvedPath::Last::kName;
  return state_.Spend(count * 16);
}

Status PathResolver::Resolve(std::string_view path, Until until) {
  if (Status status = Begin(path); !status.ok()) return status;
  if (Status status = state_.Spend(1 + path.size() / 16); !status.ok()) return status;
  while (depth_ > 0) {
    if (leaps_) {
      if (Status status = Leap(until); !status.ok()) return status;
      if (depth_ == 0) break;
    }
    Frame& frame = frames_[depth_ - 1];
    bool slash;
    const std::string_view name = TakeName(frame.rest, &slash);
    const bool frame_ends = frame.rest.empty();
    const bool is_last = frame_ends && depth_ == 1;
    if (name.empty()) {  // only slashes
      --depth_;
      continue;
    }
    if (!at_.directory()) return ENOTDIR;
    if (Status status = CheckSearch(frame, name); !status.ok()) return status;
    if (at_.on_host() && at_.host->anchor != kNoNode) {
      searchable_ =
          searchable_ && (!frame.trusted || state_.Permission(caller_, at_, kMayExecute).ok());
      if (is_last && searchable_) state_.RememberSearchable(*at_.host, caller_);
    }
    if (is_last) {
      found_.parent = at_;
      if (links_ > 0) own_name_ = name;
      found_.name = links_ > 0 ? own_name_ : name;
      found_.slash = slash;
      found_.last = name == "."    ? ResolvedPath::Last::kDot
                    : name == ".." ? ResolvedPath::Last::kDotDot
                                   : ResolvedPath::Last::kName;
      if (until == Until::kParent) return CheckSearch(frame, ".");
      must_be_directory_ |= slash;
      if (slash && found_.last == ResolvedPath::Last::kName &&
          (until == Until::kCreate || until == Until::kCreateEntry)) {
        const Status status = CheckSearch(frame, ".");
        return status.ok() ? EISDIR : status;
      }
    }
    if (Status status = Enter(name, is_last, until); !status.ok()) return status;
    // Entering a link replaced the frame by its target.
    if (frame_ends && &frame == &frames_[depth_ - 1] && frame.rest.empty()) --depth_;
  }
  found_.location = at_;
  return must_be_directory_ && !at_.directory() ? ENOTDIR : 0;
}

std::string PathResolver::FullPath() const {
  if (found_.location.exists()) return path_;
  return (path_.size() > 1 ? path_ + '/' : path_) + std::string(found_.name);
}

// Goes from at_ to what `name` is there.
Status PathResolver::Enter(std::string_view name, bool is_last, Until until) {
  if (name == ".") return 0;
  if (name == "..") {
    leaps_ = true;
    return GoUp();
  }
  NodeLocation next;
  if (Status status = Lookup(at_, name, &next); !status.ok()) return status;
  if (!next.exists()) {
    if (!is_last) found_.parent = NodeLocation();
    return ENOENT;
  }
  const bool follow =
      !is_last || must_be_directory_ || until == Until::kTarget || until == Until::kCreate;
  if (next.kind == FileKind::kSymlink && follow)
    return FollowLink(next, frames_[depth_ - 1].rest.empty());
  at_ = std::move(next);
  if (tracks_) {
    if (path_.size() > 1) path_ += '/';
    path_ += name;
  }
  return 0;
}

}  // namespace pysub::files
