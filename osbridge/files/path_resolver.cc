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

Status PathResolver::Resolve(std::string_view path, Until until) {
  if (Status status = Begin(path); !status.ok()) return status;
  if (Status status = state_.Spend(1 + path.size() / 16); !status.ok()) return status;
  while (depth_ > 0) {
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
  if (name == "..") return GoUp();
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
