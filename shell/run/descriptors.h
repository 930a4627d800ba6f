#ifndef PYSUB_SHELL_RUN_DESCRIPTORS_H_
#define PYSUB_SHELL_RUN_DESCRIPTORS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shell/run/descriptor.h"

namespace pysub::shell {

// A redirection that ends with its command: what the descriptor was before.
struct Undo {
  int fd = 0;
  Ref<Description> old;  // null: it was closed
  void Fields(Serialiser& serialiser);
};

// Bytes that wait for room in a pipe.
struct Staged {
  int fd = 0;
  Ref<Description> to;
  std::string bytes;
  size_t sent = 0;
  MemoryCharge held;  // of bytes
  void Fields(Serialiser& serialiser);
};

// The descriptors of a process, redirections that are taken back later, and what was written and
// has no room yet. Nothing here prints or opens: redirect.h does.
//
// Frames remember how many redirections there were when they began (Frame::undo_mark).
class Descriptors {
 public:
  Descriptors() = default;
  // A fork has its parent's descriptors; there is nothing that it would take back or send.
  Descriptors(const Descriptors& parent) : table_(parent.table_) {}
  Descriptors& operator=(const Descriptors&) = delete;

  // ---- as DescriptorTable says
  Ref<Description> Get(int fd) const { return table_.Get(fd); }
  void Set(int fd, Ref<Description> description) { table_.Set(fd, std::move(description)); }
  int LowestFree(int from) const { return table_.LowestFree(from); }
  int HighestFree(int from) const { return table_.HighestFree(from); }
  size_t size() const { return table_.rows().size(); }
  const std::vector<DescriptorTable::Row>& rows() const { return table_.rows(); }

  // ---- redirections
  // `permanent`: it stays when the command ends, as with exec.
  void Redirect(Budget* budget, int fd, Ref<Description> description, bool permanent);
  void UndoTo(Budget* budget, size_t mark);
  const std::vector<Undo>& undo() const { return undo_; }
  void KeepRedirections() { undo_.clear(); }
  // Whether one behind `mark` is of standard input.
  bool HasInputBehind(size_t mark) const;

  // ---- writing
  // kDone, also when bytes wait for room; kError: write_error() says why; kBrokenPipe: nobody
  // reads.
  IoStatus Write(Budget* budget, int fd, std::string_view bytes);
  // What waits goes where it belongs. kWait: there is still some, and *full has no room;
  // kBrokenPipe: nobody reads, and nothing waits any more.
  IoStatus Flush(Budget* budget, Ref<Description>* full);
  bool HasStaged() const { return !staged_.empty(); }
  size_t StagedBytes() const;
  void DropStaged() { staged_.clear(); }

  // Something could not be written, until somebody says so.
  bool write_failed() const { return write_failed_; }
  int write_error() const { return write_error_; }
  void FailWrite(int error) {
    write_failed_ = true;
    write_error_ = error;
  }
  void ForgetWriteError() { write_failed_ = false; }

  void Fields(Serialiser& serialiser);

 private:
  // `last`: the piece before these bytes.
  void Stage(Budget* budget, int fd, const Ref<Description>& to, std::string_view bytes,
             Staged* last);

  DescriptorTable table_;
  std::vector<Undo> undo_;
  MemoryCharge undo_held_;  // when there are many
  std::vector<Staged> staged_;
  bool write_failed_ = false;
  int write_error_ = 0;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_DESCRIPTORS_H_
