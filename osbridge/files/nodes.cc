#include "osbridge/files/nodes.h"

#include <algorithm>
#include <bit>

namespace pysub::files {

Node::Node(const Node& other)
    : kind(other.kind),
      device(other.device),
      descriptors(other.descriptors),
      pulled(other.pulled),
      untouched(other.untouched),
      mode(other.mode),
      links(other.links),
      uid(other.uid),
      gid(other.gid),
      parent(other.parent),
      in_mount(other.in_mount),
      covered_by(other.covered_by),
      atime_ns(other.atime_ns),
      mtime_ns(other.mtime_ns),
      ctime_ns(other.ctime_ns),
      body(other.body),
      origin(other.origin == nullptr ? nullptr : std::make_unique<Origin>(*other.origin)) {}

Ref<Node>& NodeTable::Slot(NodeId id) {
  Ref<Page>& page = pages_[id / kPageNodes];
  if (!page.alone()) {
    Page* copy = new Page;
    for (uint32_t i = 0; i < kPageNodes; ++i) copy->nodes[i] = page->nodes[i];
    page = Ref<Page>(copy);
  }
  return page->nodes[id % kPageNodes];
}

Node& NodeTable::Change(NodeId id) {
  Ref<Node>& slot = Slot(id);
  if (!slot.alone()) slot = Ref<Node>(new Node(*slot));
  return *slot;
}

NodeId NodeTable::Add(std::unique_ptr<Node> node) {
  while (lowest_ < free_.size() && free_[lowest_] == 0) ++lowest_;
  const NodeId id =
      lowest_ == free_.size()
          ? static_cast<NodeId>(lowest_ * kPageNodes + (lowest_ == 0))  // 0 is kNoNode
          : static_cast<NodeId>(lowest_ * kPageNodes + std::countr_zero(free_[lowest_]));
  AddAt(id, std::move(node));
  return id;
}

void NodeTable::AddAt(NodeId id, std::unique_ptr<Node> node) {
  while (id / kPageNodes >= pages_.size()) {
    free_.push_back(pages_.empty() ? ~uint64_t{1} : ~uint64_t{0});
    pages_.push_back(Ref<Page>(new Page));
  }
  Slot(id) = Ref<Node>(node.release());
  free_[id / kPageNodes] &= ~(uint64_t{1} << id % kPageNodes);
}

void NodeTable::Remove(NodeId id) {
  Slot(id) = Ref<Node>();
  free_[id / kPageNodes] |= uint64_t{1} << id % kPageNodes;
  lowest_ = std::min<size_t>(lowest_, id / kPageNodes);
}

bool NodeTable::Has(NodeId id) const {
  return id != kNoNode && id / kPageNodes < free_.size() &&
         (free_[id / kPageNodes] >> id % kPageNodes & 1) == 0;
}

NodeId NodeTable::Next(NodeId id) const {
  for (size_t page = (id + 1) / kPageNodes, from = (id + 1) % kPageNodes; page < free_.size();
       ++page, from = 0) {
    uint64_t used = ~free_[page];
    if (page == 0) used &= ~uint64_t{1};
    used &= ~uint64_t{0} << from;
    if (used != 0)
      return static_cast<NodeId>(page * kPageNodes + static_cast<size_t>(std::countr_zero(used)));
  }
  return kNoNode;
}

}  // namespace pysub::files
