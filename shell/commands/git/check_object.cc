#include "shell/commands/git/check_object.h"

#include <algorithm>
#include <string>

#include "shell/commands/git/object_id.h"

namespace pysub::shell::git {
namespace {

constexpr size_t kHex = 40, kBytes = 20;  // of an id

// "name <id>\n" at the front, with something behind it, is taken off.
bool TakeId(std::string_view* rest, std::string_view name) {
  if (!rest->starts_with(name)) return false;
  const std::string_view id = rest->substr(name.size(), kHex);
  const size_t end = name.size() + kHex;
  if (rest->size() <= end + 1 || (*rest)[end] != '\n' || !ObjectId::FromHex(id)) return false;
  rest->remove_prefix(end + 1);
  return true;
}

// What stands up to the end of the line, which is taken off; false: it has none.
bool TakeToNewline(std::string_view* rest, std::string_view* line) {
  const size_t end = rest->find('\n');
  if (end == std::string_view::npos) return false;
  *line = rest->substr(0, end);
  rest->remove_prefix(end + 1);
  return true;
}

bool CheckCommit(Git& git, std::string_view rest) {
  const auto fail = [&](std::string_view what) {
    git.Err("error: " + std::string(what) + " " + std::string(kHex, '0') + "\n");
    return git.Fatal("corrupt commit");
  };
  constexpr std::string_view kTree = "tree ", kParent = "parent ";
  const size_t end = kTree.size() + kHex;
  if (rest.size() <= end + 1 || !rest.starts_with(kTree) || rest[end] != '\n')
    return fail("bogus commit object");
  if (!TakeId(&rest, kTree)) return fail("bad tree pointer in commit");
  while (rest.starts_with(kParent) && rest.size() > kParent.size() + kHex) {
    if (!git.Tick(16)) return false;
    if (!TakeId(&rest, kParent)) return fail("bad parents in commit");
  }
  return true;
}

bool CheckTag(Git& git, std::string_view rest) {
  constexpr std::string_view kCorrupt = "corrupt tag";
  constexpr std::string_view kType = "type ", kTag = "tag ";
  constexpr size_t kMostType = 19;
  std::string_view type, name;
  if (!TakeId(&rest, "object ") || !rest.starts_with(kType)) return git.Fatal(kCorrupt);
  rest.remove_prefix(kType.size());
  if (!TakeToNewline(&rest, &type) || type.size() > kMostType) return git.Fatal(kCorrupt);
  if (TypeOfName(type) == ObjectType::kNone) {
    git.Err("error: unknown tag type '" + std::string(type) + "' in " + std::string(kHex, '0') +
            "\n");
    return git.Fatal(kCorrupt);
  }
  if (!rest.starts_with(kTag) || !TakeToNewline(&rest, &name)) return git.Fatal(kCorrupt);
  return true;
}

bool CheckTree(Git& git, std::string_view rest) {
  while (!rest.empty()) {
    if (rest.size() < kBytes + 3 || rest[rest.size() - kBytes - 1] != '\0')
      return git.Fatal("too-short tree object");
    const size_t space = std::min(rest.find(' '), rest.size());
    const std::string_view mode = rest.substr(0, space);
    if (!git.Tick(space + 16)) return false;
    const bool is_octal =
        std::all_of(mode.begin(), mode.end(), [](char c) { return c >= '0' && c <= '7'; });
    if (mode.empty() || space == rest.size() || !is_octal)
      return git.Fatal("malformed mode in tree entry");
    rest.remove_prefix(space + 1);
    const size_t end = rest.find('\0');
    if (end == 0) return git.Fatal("empty filename in tree entry");
    if (end == std::string_view::npos || rest.size() < end + 1 + kBytes)
      return git.Fatal("too-short tree file");
    rest.remove_prefix(end + 1 + kBytes);
  }
  return true;
}

}  // namespace

bool CheckObject(Git& git, ObjectType type, std::string_view bytes) {
  switch (type) {
    case ObjectType::kCommit: return CheckCommit(git, bytes);
    case ObjectType::kTag: return CheckTag(git, bytes);
    case ObjectType::kTree: return CheckTree(git, bytes);
    default: return true;
  }
}

}  // namespace pysub::shell::git
