#include "osbridge/host_value_bytes.h"

#include <absl/container/flat_hash_map.h>

#include <bit>
#include <memory>

#include "osbridge/host_node.h"
#include "osbridge/typed_values.h"

namespace pysub {
namespace {

using internal::HostNode;
using Kind = HostValue::Kind;

constexpr uint64_t kKinds = static_cast<uint64_t>(Kind::kTyped) + 1;

// Nodes are numbered so that each comes behind its parts. Then a reader can build them one after
// the other, and what is shared is written once.
class Writer {
 public:
  explicit Writer(ByteWriter& to) : to_(to) {}

  void Write(const HostValue& value) {
    Number(value);
    to_.Varint(order_.size());
    for (const HostValue* node : order_) Node(*node);
    Part(value);
  }

 private:
  struct Open {
    const HostValue* value;
    size_t next;  // part to look at
  };

  // Numbers what `root` refers to, parts before wholes.
  void Number(const HostValue& root) {
    std::vector<Open> open;
    const auto enter = [&](const HostValue& value) {
      const HostNode* node = HostValueAccess::Node(value);
      if (node != nullptr && index_.emplace(node, kUnfinished).second) open.push_back({&value, 0});
    };
    enter(root);
    while (!open.empty()) {
      Open& top = open.back();
      const std::span<const HostValue> items = top.value->items();
      if (top.next < items.size()) {
        enter(items[top.next++]);
        continue;
      }
      index_[HostValueAccess::Node(*top.value)] = order_.size();
      order_.push_back(top.value);
      open.pop_back();
    }
  }

  void Node(const HostValue& value) {
    to_.Byte(static_cast<uint8_t>(value.kind()));
    to_.Varint(value.handle());
    to_.Varint(value.handle_owner());
    if (value.kind() == Kind::kComplex) {
      to_.Fixed64(std::bit_cast<uint64_t>(value.real()));
      to_.Fixed64(std::bit_cast<uint64_t>(value.imaginary()));
    }
    to_.Text(value.text());
    to_.Text(value.name());
    to_.Varint(value.fields().size());
    for (const std::string& field : value.fields()) to_.Text(field);
    to_.Varint(value.items().size());
    for (const HostValue& item : value.items()) Part(item);
  }

  void Part(const HostValue& value) {
    to_.Byte(static_cast<uint8_t>(value.kind()));
    if (const HostNode* node = HostValueAccess::Node(value)) {
      to_.Varint(index_[node]);
    } else if (value.kind() == Kind::kFloat) {
      to_.Fixed64(std::bit_cast<uint64_t>(*value.as_double()));
    } else if (value.as_int()) {
      to_.Varint(Zigzag(*value.as_int()));
    }
  }

  static constexpr size_t kUnfinished = SIZE_MAX;
  ByteWriter& to_;
  absl::flat_hash_map<const HostNode*, size_t> index_;
  std::vector<const HostValue*> order_;
};

// The bytes may come from anybody. A node can only refer to earlier ones, so there are no cycles,
// and counts are checked against the bytes that are left.
class Reader {
 public:
  explicit Reader(ByteReader& from) : from_(from) {}

  HostValue Read() {
    // Each takes some bytes at least, so nobody gets memory for nothing.
    const uint64_t count = from_.Below(from_.left() / kLeastNodeBytes + 1);
    for (uint64_t i = 0; i < count && from_.ok(); ++i) {
      HostValue node = Node();
      if (from_.ok()) nodes_.push_back(std::move(node));
    }
    HostValue root = Part();
    return from_.ok() ? root : HostValue();
  }

 private:
  static constexpr uint64_t kLeastNodeBytes = 7;

  HostValue Node() {
    const Kind kind = ReadKind();
    if (kind < Kind::kBigInt) return from_.Fail(), HostValue();
    auto node = std::make_unique<HostNode>();
    node->handle = from_.Varint();
    node->handle_owner = from_.Varint();
    if (kind == Kind::kComplex) {
      node->real = std::bit_cast<double>(from_.Fixed64());
      node->imaginary = std::bit_cast<double>(from_.Fixed64());
    }
    node->text = from_.Text();
    node->name = from_.Text();
    const uint64_t fields = from_.Below(from_.left() + 1);
    for (uint64_t i = 0; i < fields && from_.ok(); ++i) node->fields.emplace_back(from_.Text());
    const uint64_t items = from_.Below(from_.left() + 1);
    for (uint64_t i = 0; i < items && from_.ok(); ++i) node->items.push_back(Part());
    if (!from_.ok() || !IsSound(kind, *node)) return from_.Fail(), HostValue();
    return HostValueAccess::Make(kind, node.release());
  }

  // What a kind promises to those that look at it.
  static bool IsSound(Kind kind, const HostNode& node) {
    switch (kind) {
      case Kind::kBigInt:
        return HostValue::BigInt(node.text).kind() == Kind::kBigInt &&
               HostValue::BigInt(node.text).text() == node.text;
      case Kind::kDict: return node.items.size() % 2 == 0;
      case Kind::kRange:
      case Kind::kSlice: return node.items.size() == 3;
      case Kind::kDeque: return !node.items.empty();
      case Kind::kNamedTuple: return node.fields.size() == node.items.size();
      case Kind::kTyped:
        return internal::IsSoundTyped(node) && internal::TypedText(node) == node.text;
      default: return true;
    }
  }

  HostValue Part() {
    const Kind kind = ReadKind();
    switch (kind) {
      case Kind::kNone: return HostValue();
      case Kind::kBool: return HostValue(from_.Below(3) != 0);  // zigzag
      case Kind::kInt: return HostValue(Unzigzag(from_.Varint()));
      case Kind::kFloat: return HostValue(std::bit_cast<double>(from_.Fixed64()));
      case Kind::kEllipsis: return HostValue::Ellipsis();
      case Kind::kNotImplemented: return HostValue::NotImplemented();
      case Kind::kCycle: return HostValue::Cycle();
      default: break;
    }
    const uint64_t index = from_.Below(nodes_.size());
    if (!from_.ok() || nodes_[index].kind() != kind) return from_.Fail(), HostValue();
    return nodes_[index];
  }

  Kind ReadKind() {
    const uint64_t kind = from_.Byte();
    if (kind < kKinds) return static_cast<Kind>(kind);
    from_.Fail();
    return Kind::kNone;
  }

  ByteReader& from_;
  std::vector<HostValue> nodes_;
};

}  // namespace

void WriteHostValue(const HostValue& value, ByteWriter& to) { Writer(to).Write(value); }
HostValue ReadHostValue(ByteReader& from) { return Reader(from).Read(); }

}  // namespace pysub
