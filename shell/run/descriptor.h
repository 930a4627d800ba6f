#ifndef PYSUB_SHELL_RUN_DESCRIPTOR_H_
#define PYSUB_SHELL_RUN_DESCRIPTOR_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/run/budget.h"
#include "shell/run/file_locks.h"
#include "shell/run/ref.h"

namespace pysub::shell {

class Serialiser;

// Bytes between processes. A writer waits when it is full, a reader when it is empty. `readers` and
// `writers` count descriptions and not processes: at 0 readers a writer gets SIGPIPE, at 0 writers
// a reader the end. The capacity is Linux's (pipe(7)), which programs can see.
struct Pipe : RefCounted {
  static constexpr size_t kCapacity = 65536;
  std::string bytes;
  size_t taken = 0;  // of bytes, by readers
  int readers = 0;
  int writers = 0;
  // Of a FIFO: how often each side was opened.
  uint64_t reader_opens = 0;
  uint64_t writer_opens = 0;

  size_t size() const { return bytes.size() - taken; }
  size_t room() const { return kCapacity - size(); }
  void Fields(Serialiser& serialiser);
};

// Where the host's bytes come from and where it wants them.
struct HostInput {
  std::string bytes;
  size_t taken = 0;
  std::function<bool(std::string*)> more;  // blocks; false: the end. Null: there is none
  // Whether `more` would answer at once; waits for that at most so long. Null: nobody knows.
  std::function<bool(std::chrono::nanoseconds)> wait;
  bool is_all = false;  // there is nothing behind `bytes`, whoever is connected

  // Would a read do something other than wait?
  bool IsReady() const {
    return taken < bytes.size() || !more || !wait || wait(std::chrono::nanoseconds(0));
  }
};

using OutputSink = std::function<void(std::string_view)>;

// What a descriptor stands for; shared by descriptors that were duplicated from each other, and by
// those of a forked process: they have one position in the file, as in POSIX ("open file
// description").
//
//    process 1000   0 1 2          process 1001   0 1 2
//                   | | |                         | | |
//                   v v v                         | | |
//              Description  <---------------------+ | |     one for each open(), pipe end,
//              Description  <-----------------------+-+     or stream of the host
struct Description : RefCounted {
  enum class Kind : uint8_t {
    kFile,
    kPipeRead,
    kPipeWrite,
    kHostInput,
    kHostOutput,
    kCapture,
    kText,
    kPipeBoth
  };

  explicit Description(Kind what) : kind(what) {}
  Description(const Description&) = delete;
  ~Description();
  void Fields(Serialiser& serialiser);

  Kind kind;
  files::FileSystem* files = nullptr;  // kFile
  files::OpenFile file;
  std::unique_ptr<FileLock> lock;  // kFile; null: it has none
  Ref<Pipe> pipe;
  // A FIFO's end: opening does not wait for the other side, but reading and writing do until there
  // was one, which is when its count of opens is not this any more.
  bool is_fifo = false;
  uint64_t opens_seen = 0;
  HostInput* input = nullptr;        // kHostInput
  const OutputSink* sink = nullptr;  // kHostOutput
  Budget* budget = nullptr;          // kHostOutput, kCapture
  std::string text;                  // kCapture: what was written; kText: what can be read
  MemoryCharge held;                 // of text
  size_t taken = 0;                  // kText
};

enum class IoStatus : uint8_t { kDone, kWait, kEnd, kError, kBrokenPipe };

// At most `limit` bytes into *bytes (replaced).
IoStatus ReadFrom(Description* from, size_t limit, std::string* bytes, int* error);
// The same without taking them: what Skip() leaves, readers find. Nothing of devices,
// which give nothing back.
IoStatus PeekAt(Description* from, size_t limit, std::string* bytes, int* error);
void Skip(Description* from, size_t bytes);
// Writes what can be written now and says how much; kWait: the rest waits for room.
IoStatus WriteTo(Description* to, std::string_view bytes, size_t* written, int* error);
// Would a read (write) do something other than wait?
bool CanRead(const Description& from);
bool CanWrite(const Description& to);
// Gives bytes back that were read and not used: files only.
void Unread(Description* from, size_t bytes);
bool IsSeekable(const Description& description);

Ref<Description> MakePipeEnd(const Ref<Pipe>& pipe, Description::Kind kind);
Ref<Description> OpenFifo(const Ref<Pipe>& pipe, Description::Kind kind);

// The descriptors of a process, few and sorted by number. A fork copies the rows and shares what
// they refer to.
class DescriptorTable {
 public:
  Ref<Description> Get(int fd) const;
  void Set(int fd, Ref<Description> description);  // null closes
  int LowestFree(int from) const;
  int HighestFree(int from) const;  // above those of the standard streams; none: any above `from`
  struct Row {
    int fd;
    Ref<Description> description;
  };
  const std::vector<Row>& rows() const { return rows_; }
  void Fields(Serialiser& serialiser);

 private:
  std::vector<Row> rows_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_DESCRIPTOR_H_
