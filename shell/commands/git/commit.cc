// Commits and tags: lines of a head, an empty line, the message.
//
//   tree 4b825d...
//   parent 1a2b3c...                                one for each parent
//   author Ann <ann@example.org> 1700000000 +0100
//   committer Bob <bob@example.org> 1700000100 +0100
//
//   Subject
//
//   Body

#include "shell/commands/git/commit.h"

#include <algorithm>

#include "shell/commands/git/identity.h"
#include "shell/commands/git/objects.h"

namespace pysub::shell::git {
namespace {

constexpr size_t kMostTags = 64;  // that name each other
constexpr size_t kMostParents = 4096;

// The next line of a head and its name; false: the head is over.
bool TakeHeader(std::string_view* rest, std::string_view* name, std::string_view* value) {
  const std::string_view line = TakeLine(rest);
  if (line.empty()) return false;
  const size_t space = std::min(line.find(' '), line.size());
  *name = line.substr(0, space);
  *value = line.substr(std::min(space + 1, line.size()));
  return true;
}

}  // namespace

std::string_view Commit::Subject() const {
  std::string_view text = message;
  while (text.starts_with('\n')) text.remove_prefix(1);
  return text.substr(0, text.find('\n'));
}

bool ReadCommit(Git& git, const ObjectId& id, Commit* commit) {
  std::string bytes;
  if (!git.objects().ReadTyped(id, ObjectType::kCommit, &bytes)) return false;
  if (!git.Charge(2 * bytes.size())) return false;
  *commit = Commit();
  commit->id = id;
  std::string_view rest = bytes, name, value;
  bool has_tree = false;
  while (TakeHeader(&rest, &name, &value)) {
    if (!git.Tick(16)) return false;
    const std::optional<ObjectId> object = ObjectId::FromHex(value);
    // The first tree holds. Only it is needed: a commit without it means nothing, but one with a
    // broken author can be shown.
    if (name == "tree" && object && !has_tree) {
      has_tree = true;
      commit->tree = *object;
    } else if (name == "parent" && object && commit->parents.size() < kMostParents) {
      commit->parents.push_back(*object);
    } else if (name == "author") {
      commit->author = value;
    } else if (name == "committer") {
      commit->committer = value;
    } else if (name == "encoding") {
      commit->encoding = value;
    }
  }
  if (!has_tree) {
    git.Err("error: bogus commit object " + id.Hex() + "\n");
    return git.Fatal("unable to parse commit " + id.Hex());
  }
  commit->message = rest;
  commit->time = ParseIdentity(commit->committer).time;
  return true;
}

std::string SubjectOf(std::string_view message) {
  while (message.starts_with('\n')) message.remove_prefix(1);
  std::string subject;
  while (!message.empty()) {
    std::string_view line = TakeLine(&message);
    while (!line.empty() && IsSpace(line.back())) line.remove_suffix(1);
    if (line.empty()) break;
    if (!subject.empty()) subject += ' ';
    subject += line;
  }
  return subject;
}

std::string_view BodyOf(std::string_view message) {
  while (message.starts_with('\n')) message.remove_prefix(1);
  while (!message.empty() && !Trimmed(TakeLine(&message)).empty()) {
  }
  while (!message.empty()) {
    std::string_view rest = message;
    if (!Trimmed(TakeLine(&rest)).empty()) break;
    message = rest;
  }
  return message;
}

std::string CommitBytes(const ObjectId& tree, const std::vector<ObjectId>& parents,
                        std::string_view author, std::string_view committer,
                        std::string_view message) {
  std::string bytes = "tree " + tree.Hex() + "\n";
  for (const ObjectId& parent : parents) bytes += "parent " + parent.Hex() + "\n";
  bytes.append("author ").append(author).append("\ncommitter ").append(committer);
  bytes.append("\n\n").append(message);
  return bytes;
}

std::string CleanMessage(Git& git, std::string_view text, bool comments) {
  std::string clean;
  if (!git.Charge(text.size() + 1)) return clean;
  size_t blank = 0;
  while (!text.empty()) {
    if (!git.Tick(16)) return clean;
    std::string_view line = TakeLine(&text);
    while (!line.empty() && IsSpace(line.back())) line.remove_suffix(1);
    if (comments && line.starts_with('#')) continue;
    if (line.empty()) {
      ++blank;
      continue;
    }
    if (blank > 0 && !clean.empty()) clean += '\n';
    blank = 0;
    clean.append(line).append("\n");
  }
  return clean;
}

bool ReadTag(Git& git, const ObjectId& id, Tag* tag) {
  std::string bytes;
  if (!git.objects().ReadTyped(id, ObjectType::kTag, &bytes)) return false;
  if (!git.Charge(bytes.size())) return false;
  std::string_view rest = bytes, name, value;
  std::optional<ObjectId> object;
  while (TakeHeader(&rest, &name, &value)) {
    if (!git.Tick(16)) return false;
    if (name == "object") object = ObjectId::FromHex(value);
    if (name == "type") tag->type = TypeOfName(value);
    if (name == "tag") tag->name = value;
    if (name == "tagger") tag->tagger = value;
  }
  if (!object || tag->type == ObjectType::kNone) {
    return git.Fatal("bad tag object " + id.Hex());
  }
  tag->object = *object;
  tag->message = rest;
  return true;
}

bool Peel(Git& git, const ObjectId& id, ObjectType wanted, ObjectId* result) {
  *result = id;
  for (size_t i = 0; i < kMostTags; ++i) {
    const ObjectType type = git.objects().TypeOf(*result);
    if (type == ObjectType::kNone || git.over()) return false;
    if (type == wanted || (wanted == ObjectType::kNone && type != ObjectType::kTag)) return true;
    if (type == ObjectType::kTag) {
      Tag tag;
      if (!ReadTag(git, *result, &tag)) return false;
      *result = tag.object;
    } else if (type == ObjectType::kCommit && wanted == ObjectType::kTree) {
      Commit commit;
      if (!ReadCommit(git, *result, &commit)) return false;
      *result = commit.tree;
    } else {
      return false;
    }
  }
  return false;
}

}  // namespace pysub::shell::git
