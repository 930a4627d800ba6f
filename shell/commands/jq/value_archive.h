#ifndef PYSUB_SHELL_COMMANDS_JQ_VALUE_ARCHIVE_H_
#define PYSUB_SHELL_COMMANDS_JQ_VALUE_ARCHIVE_H_

#include <vector>

#include "pysub/shell/archive.h"
#include "shell/commands/jq/heap.h"

namespace pysub::shell::jq {

// Saves and loads values. What several of them share is saved once: boxes are numbered, and each is
// written in front of the first value that has it, behind those that are in it. So a loaded one can
// only have what was loaded before.
class ValueArchive {
 public:
  ValueArchive(Heap& heap, Archive& archive) : heap_(heap), archive_(archive) {}
  ValueArchive(const ValueArchive&) = delete;
  ValueArchive& operator=(const ValueArchive&) = delete;
  ~ValueArchive();

  // For members that are no values.
  Archive& plain() { return archive_; }
  void One(Value* value);
  void List(std::vector<Value>* values);

 private:
  void SaveBoxes(const Value& value);
  void SaveBox(Box* box);
  void SaveFlat(const Value& value);
  Value LoadFlat();
  Value LoadKind(Kind kind);
  bool LoadBox();
  Value LoadContainer(Kind kind);

  Heap& heap_;
  Archive& archive_;
  std::vector<Box*> saved_;
  std::vector<Value> loaded_;
};

}  // namespace pysub::shell::jq

#endif  // PYSUB_SHELL_COMMANDS_JQ_VALUE_ARCHIVE_H_
