#include <algorithm>
#include <cstring>

#include "osbridge/files/state.h"

// Along a path. The text that is still ahead is a stack of frames: the path itself and the targets of the links in
// it; a frame is dropped with its last name, so "the last name" is one with no frame below its own.
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

}  // namespace

Status Walker::Lookup(const Place& directory, std::string_view name, Place* place) const {
  *place = Place();
  if (name.size() > kMaxNameBytes) return ENAMETOOLONG;
  const Node& node = state_.At(directory.node);
  if (node.descriptors) {
    uint32_t number;
    if (IsDescriptorNumber(name, &number)) {
      *place = {.where = Place::Where::kDescriptor, .kind = FileKind::kDevice, .node = directory.node, .number = number};
    }
    return 0;
  }
  const Directory::Entry* entry = node.directory().Find(name);
  if (entry != nullptr) *place = state_.PlaceOf(entry->node);
  return 0;
}

Status Walker::Begin(std::string_view path) {
  if (Status status = CheckText(path); !status.ok()) return status;
  GoToRoot();
  if (tracks_) path_ = "/";
  frames_[depth_++] = {.rest = path, .trusted = false};
  if (path[0] == '/') return 0;
  if (Status status = CheckText(caller_.cwd); !status.ok()) return status;
  if (caller_.cwd.size() > 1) frames_[depth_++] = {.rest = caller_.cwd, .trusted = true};
  return 0;
}

void Walker::GoToRoot() {
  at_ = state_.PlaceOf(kRoot);
  found_.last = Walked::Last::kRoot;
  if (tracks_) path_ = "/";
}

void Walker::GoUp() {
  at_ = state_.PlaceOf(state_.At(at_.node).parent);
  if (tracks_) path_.resize(std::max<size_t>(path_.rfind('/'), 1));
}

Status Walker::FollowLink(const Place& link, bool is_last) {
  if (++links_ > kMaxLinksFollowed) return ELOOP;
  const std::string_view target = state_.At(link.node).target();
  const bool trusted = frames_[depth_ - 1].trusted;
  if (is_last) --depth_;
  if (target[0] == '/') GoToRoot();
  frames_[depth_++] = {.rest = target, .trusted = trusted};
  return 0;
}

Status Walker::Walk(std::string_view path, Until until) {
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
    if (!frame.trusted) {
      if (Status status = state_.Permission(caller_, at_, kMayExecute); !status.ok()) return status;
    }
    if (is_last) {
      found_.parent = at_;
      if (links_ > 0) own_name_ = name;
      found_.name = links_ > 0 ? own_name_ : name;
      found_.slash = slash;
      found_.last = name == "." ? Walked::Last::kDot : name == ".." ? Walked::Last::kDotDot : Walked::Last::kName;
      if (until == Until::kParent) return 0;
      must_be_directory_ |= slash;
      if (slash && found_.last == Walked::Last::kName && (until == Until::kCreate || until == Until::kCreateEntry)) {
        return EISDIR;
      }
    }
    if (Status status = Enter(name, is_last, until); !status.ok()) return status;
    // Entering a link replaced the frame by its target.
    if (frame_ends && &frame == &frames_[depth_ - 1] && frame.rest.empty()) --depth_;
  }
  found_.place = at_;
  return must_be_directory_ && !at_.directory() ? ENOTDIR : 0;
}

std::string Walker::FullPath() const {
  if (found_.place.exists()) return path_;
  return (path_.size() > 1 ? path_ + '/' : path_) + std::string(found_.name);
}

// Goes from at_ to what `name` is there.
Status Walker::Enter(std::string_view name, bool is_last, Until until) {
  if (name == ".") return 0;
  if (name == "..") {
    GoUp();
    return 0;
  }
  Place next;
  if (Status status = Lookup(at_, name, &next); !status.ok()) return status;
  if (!next.exists()) {
    if (!is_last) found_.parent = Place();
    return ENOENT;
  }
  const bool follow = !is_last || must_be_directory_ || until == Until::kTarget || until == Until::kCreate;
  if (next.kind == FileKind::kSymlink && follow) return FollowLink(next, frames_[depth_ - 1].rest.empty());
  at_ = next;
  if (tracks_) {
    if (path_.size() > 1) path_ += '/';
    path_ += name;
  }
  return 0;
}

}  // namespace pysub::files
