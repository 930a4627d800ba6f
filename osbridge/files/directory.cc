#include "osbridge/files/directory.h"

#include <algorithm>

namespace pysub::files {
namespace {

constexpr size_t kLeafEntries = 64;

size_t LowerBound(const std::vector<Directory::Entry>& entries, std::string_view name) {
  auto at = std::lower_bound(
      entries.begin(), entries.end(), name,
      [](const Directory::Entry& entry, std::string_view wanted) { return entry.name < wanted; });
  return static_cast<size_t>(at - entries.begin());
}

}  // namespace

// The leaf in which `name` is or would be.
size_t Directory::LeafFor(std::string_view name) const {
  auto behind = std::upper_bound(leaves_.begin(), leaves_.end(), name,
                                 [](std::string_view wanted, const Ref<Leaf>& leaf) {
                                   return wanted < leaf->entries.front().name;
                                 });
  return behind == leaves_.begin() ? 0 : static_cast<size_t>(behind - leaves_.begin()) - 1;
}

const Directory::Entry* Directory::Find(std::string_view name) const {
  if (leaves_.empty()) return nullptr;
  const std::vector<Entry>& entries = leaves_[LeafFor(name)]->entries;
  const size_t at = LowerBound(entries, name);
  return at < entries.size() && entries[at].name == name ? &entries[at] : nullptr;
}

Directory::Position Directory::After(std::string_view name) const {
  if (leaves_.empty()) return {0, 0};
  const size_t leaf = LeafFor(name);
  const std::vector<Entry>& entries = leaves_[leaf]->entries;
  size_t at = LowerBound(entries, name);
  if (at < entries.size() && entries[at].name == name) ++at;
  return {leaf, at};
}

std::vector<Directory::Entry>& Directory::Writable(size_t leaf) {
  Ref<Leaf>& slot = leaves_[leaf];
  if (!slot.alone()) {
    Leaf* copy = new Leaf;
    copy->entries = slot->entries;
    slot = Ref<Leaf>(copy);
  }
  return slot->entries;
}

// Entries from `at` on get a leaf of their own, which is empty until an entry follows when there
// are none.
void Directory::SplitLeaf(size_t leaf, size_t at) {
  std::vector<Entry>& entries = Writable(leaf);
  Leaf* next = new Leaf;
  next->entries.reserve(kLeafEntries);
  std::move(entries.begin() + static_cast<ptrdiff_t>(at), entries.end(),
            std::back_inserter(next->entries));
  entries.resize(at);
  leaves_.insert(leaves_.begin() + static_cast<ptrdiff_t>(leaf) + 1, Ref<Leaf>(next));
}

void Directory::Set(std::string_view name, NodeId node) {
  if (leaves_.empty()) leaves_.push_back(Ref<Leaf>(new Leaf));
  size_t leaf = entries_ == 0 ? 0 : LeafFor(name);
  size_t at = LowerBound(leaves_[leaf]->entries, name);
  if (at < leaves_[leaf]->entries.size() && leaves_[leaf]->entries[at].name == name) {
    Entry& entry = Writable(leaf)[at];
    live_ += (node != kNoNode) - (entry.node != kNoNode);
    entry.node = node;
    return;
  }
  if (leaves_[leaf]->entries.size() == kLeafEntries) {
    // Names that come in order fill their leaves.
    const size_t split = at == kLeafEntries ? at : kLeafEntries / 2;
    SplitLeaf(leaf, split);
    if (at >= split) {
      ++leaf;
      at -= split;
    }
  }
  std::vector<Entry>& entries = Writable(leaf);
  entries.insert(entries.begin() + static_cast<ptrdiff_t>(at), Entry{std::string(name), node});
  ++entries_;
  live_ += node != kNoNode;
}

void Directory::Erase(std::string_view name) {
  if (leaves_.empty()) return;
  const size_t leaf = LeafFor(name);
  const size_t at = LowerBound(leaves_[leaf]->entries, name);
  if (at == leaves_[leaf]->entries.size() || leaves_[leaf]->entries[at].name != name) return;
  std::vector<Entry>& entries = Writable(leaf);
  live_ -= entries[at].node != kNoNode;
  --entries_;
  entries.erase(entries.begin() + static_cast<ptrdiff_t>(at));
  auto drop = [this](size_t index) {
    leaves_.erase(leaves_.begin() + static_cast<ptrdiff_t>(index));
  };
  if (entries.empty()) {
    drop(leaf);
  } else if (leaf + 1 < leaves_.size() &&
             entries.size() + leaves_[leaf + 1]->entries.size() <= kLeafEntries / 2) {
    const std::vector<Entry>& next = leaves_[leaf + 1]->entries;
    entries.insert(entries.end(), next.begin(), next.end());
    drop(leaf + 1);
  }
}

}  // namespace pysub::files
