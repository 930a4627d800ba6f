// The names of refs that are shown beside their commits.

#include <algorithm>

#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/identity.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/pretty.h"
#include "shell/commands/git/refs.h"

namespace pysub::shell::git {

bool Decorations::Load(Git& git) {
  if (loaded_) return true;
  loaded_ = true;
  std::vector<Ref> refs;
  if (!git.refs().List("refs/", &refs)) return false;
  head_ = git.refs().HeadBranch();
  for (size_t i = refs.size(); i-- > 0;) {
    const Ref& ref = refs[i];
    char kind = 'O';
    if (ref.name.starts_with("refs/heads/")) kind = 'B';
    if (ref.name.starts_with("refs/remotes/")) kind = 'R';
    if (ref.name.starts_with("refs/tags/")) kind = 'T';
    if (ref.name == "refs/stash") kind = 'S';
    if (kind == 'O') continue;
    ObjectId id = ref.id;
    if (kind == 'T' && !Peel(git, ref.id, ObjectType::kNone, &id)) continue;
    if (!git.Tick(32) || !git.ChargeCache(static_cast<int64_t>(160 + ref.name.size())))
      return false;
    names_[id].push_back({ref.name, kind});
  }
  if (const std::optional<ObjectId> head = git.refs().Resolve("HEAD")) {
    std::vector<Name>& names = names_[*head];
    names.insert(names.begin(), {"HEAD", 'H'});
  }
  return !git.over();
}

std::vector<ObjectId> Decorations::Ids() const {
  std::vector<ObjectId> ids;
  ids.reserve(names_.size());
  for (const auto& [id, names] : names_) ids.push_back(id);
  return ids;
}

std::string Decorations::Of(const ObjectId& id, bool full) const {
  const auto at = names_.find(id);
  if (at == names_.end()) return "";
  std::string text;
  const bool with_head = !at->second.empty() && at->second[0].kind == 'H';
  for (const Name& name : at->second) {
    if (with_head && name.ref == head_) continue;
    if (!text.empty()) text += ", ";
    if (name.kind == 'T') text += "tag: ";
    text += full || name.kind == 'S' ? name.ref : ShortRef(name.ref);
    if (name.kind == 'H' && std::any_of(at->second.begin(), at->second.end(),
                                        [&](const Name& each) { return each.ref == head_; }))
      text += " -> " + (full ? head_ : ShortRef(head_));
  }
  return text;
}

std::string Decorations::Coloured(const Git& git, const ObjectId& id, bool full) const {
  if (!git.colour) {
    const std::string names = Of(id, full);
    return names.empty() ? "" : " (" + names + ")";
  }
  const auto at = names_.find(id);
  if (at == names_.end()) return "";
  std::string text = std::string(kYellow) + " (" + std::string(kReset);
  const bool with_head = !at->second.empty() && at->second[0].kind == 'H';
  const auto colour_of = [](char kind) {
    switch (kind) {
      case 'T': return "\x1b[1;33m";
      case 'R': return "\x1b[1;31m";
      case 'H': return "\x1b[1;36m";
      case 'S': return "\x1b[1;35m";
      default: return "\x1b[1;32m";
    }
  };
  bool first = true;
  for (const Name& name : at->second) {
    if (with_head && name.ref == head_) continue;
    if (!first) text += std::string(kYellow) + ", " + std::string(kReset);
    first = false;
    const std::string colour = colour_of(name.kind);
    const std::string shown = full || name.kind == 'S' ? name.ref : ShortRef(name.ref);
    text += colour + (name.kind == 'T' ? "tag: " : "") + shown;
    if (name.kind == 'H' && std::any_of(at->second.begin(), at->second.end(),
                                        [&](const Name& each) { return each.ref == head_; }))
      text += " -> " + std::string(kReset) + colour_of('B') + (full ? head_ : ShortRef(head_));
    text += kReset;
  }
  return text + std::string(kYellow) + ")" + std::string(kReset);
}

std::string RevisionMark(const LogOptions& options, const WalkItem& item) {
  if (item.boundary) return "-";
  if (item.same) return "=";
  if (options.left_right) return item.left ? "<" : ">";
  if (options.graph) return "*";
  return options.walk.cherry_mark ? "+" : "";
}

std::string SideMark(const WalkItem* item) {
  LogOptions options;
  options.left_right = true;
  return item == nullptr ? ">" : RevisionMark(options, *item);
}

}  // namespace pysub::shell::git
