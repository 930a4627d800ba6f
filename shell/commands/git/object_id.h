#ifndef PYSUB_SHELL_COMMANDS_GIT_OBJECT_ID_H_
#define PYSUB_SHELL_COMMANDS_GIT_OBJECT_ID_H_

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pysub/shell/archive.h"

namespace pysub::shell::git {

class Git;

// The SHA-1 of an object.
// All zeros is the null name. It stands for "nothing": no commit before the first one in a reflog,
// no tree on one side of a diff.
struct ObjectId {
  static constexpr size_t kSize = 20, kHexSize = 40;

  std::array<uint8_t, kSize> bytes{};

  auto operator<=>(const ObjectId&) const = default;
  bool IsNull() const { return *this == ObjectId(); }
  std::string Hex(size_t digits = kHexSize) const {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (size_t i = 0; i < digits && i < kHexSize; ++i)
      text += kDigits[i % 2 == 0 ? bytes[i / 2] >> 4 : bytes[i / 2] & 15];
    return text;
  }
  // Its 20 bytes, as trees, packs and the index have them.
  std::string_view Raw() const {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  // Of 20 bytes at least.
  static ObjectId FromRaw(std::string_view raw) {
    ObjectId id;
    for (size_t i = 0; i < kSize && i < raw.size(); ++i) id.bytes[i] = static_cast<uint8_t>(raw[i]);
    return id;
  }
  // Of exactly 40 hexadecimal digits.
  static std::optional<ObjectId> FromHex(std::string_view hex);

  void Fields(Archive& archive) {
    for (uint8_t& byte : bytes) archive(byte);
  }
};

inline int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

inline std::optional<ObjectId> ObjectId::FromHex(std::string_view hex) {
  if (hex.size() != kHexSize) return std::nullopt;
  ObjectId id;
  for (size_t i = 0; i < kHexSize; ++i) {
    const int digit = HexDigit(hex[i]);
    if (digit < 0) return std::nullopt;
    id.bytes[i / 2] = static_cast<uint8_t>(id.bytes[i / 2] << 4 | digit);
  }
  return id;
}

// The numbers are those that packs use.
enum class ObjectType : uint8_t { kNone = 0, kCommit = 1, kTree = 2, kBlob = 3, kTag = 4 };

inline std::string_view TypeName(ObjectType type) {
  switch (type) {
    case ObjectType::kCommit: return "commit";
    case ObjectType::kTree: return "tree";
    case ObjectType::kBlob: return "blob";
    case ObjectType::kTag: return "tag";
    case ObjectType::kNone: break;
  }
  return "none";
}

// kNone for any other text: names come from files and from users.
inline ObjectType TypeOfName(std::string_view name) {
  for (ObjectType type :
       {ObjectType::kCommit, ObjectType::kTree, ObjectType::kBlob, ObjectType::kTag})
    if (name == TypeName(type)) return type;
  return ObjectType::kNone;
}

// Modes as trees and the index have them.
constexpr uint32_t kModeTree = 040000, kModeFile = 0100644, kModeProgram = 0100755,
                   kModeLink = 0120000, kModeSubmodule = 0160000, kModeKind = 0170000,
                   kModeRegular = 0100000;  // of the kind of kModeFile and kModeProgram

// The SHA-1 of "TYPE SIZE\0" and the bytes.
ObjectId HashObject(Git& git, ObjectType type, std::string_view bytes);
// Of the bytes alone.
ObjectId HashBytes(Git& git, std::string_view bytes);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_OBJECT_ID_H_
