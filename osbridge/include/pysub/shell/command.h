#ifndef PYSUB_PYSUB_SHELL_COMMAND_H_
#define PYSUB_PYSUB_SHELL_COMMAND_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "pysub/export.h"
#include "pysub/shell/archive.h"

namespace pysub PYSUB_API {

namespace files {
class FileSystem;
}
namespace shell {

class ParseAccount;  // shell/syntax/arena.h

// A command of the sandbox (cat, grep, sort ...) is a state machine: Step() does a bounded amount
// of work and says how it went. Between two steps all its state lies in members that Fields()
// lists, so that a shell can be saved in the middle of `sort`. Rules:
//  - Step() never blocks. A read answers "wait" when there is nothing yet; return
//    Progress::Wait() then.
//  - Step() is bounded: charge the work to io.Tick() and return Progress::Yield() when it says so.
//    Output is staged, so a write never blocks; Tick() also says "yield" when much is staged.
//  - Nothing from io (views of input, references) is kept from one step to the next.
//  - Memory that grows with the input is charged with io.Reserve() before it grows.

// What a step tells the scheduler.
class Progress {
 public:
  // kDone: ended; kYield: more to do; kWait: nothing to do yet.
  enum class Kind : uint8_t { kDone, kYield, kWait };
  // The command has ended with this exit status.
  static Progress Done(int status) { return Progress(Kind::kDone, status); }
  // There is more to do: step again soon.
  static Progress Yield() { return Progress(Kind::kYield, 0); }
  // Step again when what was asked for in this step may have come: input of a read that said kWait,
  // the end of a child that WaitChild() did not know yet, the time given to WakeAt().
  static Progress Wait() { return Progress(Kind::kWait, 0); }

  // What the step said.
  Kind kind() const { return kind_; }
  // Of kDone: the exit status.
  int status() const { return status_; }

 private:
  Progress(Kind kind, int status) : kind_(kind), status_(status) {}
  Kind kind_;
  int status_;
};

// What a read came to.
enum class ReadStatus : uint8_t {
  kData,
  kEnd,
  kWait,   // nothing yet: return Progress::Wait()
  kError,  // io.error() is the errno
};

// What ReadLine() gave.
struct Line {
  std::string_view
      text;  // without the delimiter; valid until the next call that reads this descriptor
  bool terminated = false;  // false: the last line, which lacks its delimiter
};

// How CommandIo::Open() opens: kWrite empties or creates, kAppend creates, kCreateNew fails with
// EEXIST.
enum class OpenMode : uint8_t { kRead, kWrite, kAppend, kReadWrite, kCreateNew };

// What CommandIo::Lock() wants of a file: to have it with others, alone, or to let it go.
enum class LockKind : uint8_t { kShared, kExclusive, kUnlock };

// How a child is started.
struct ChildOptions {
  static constexpr int kClosed = -1;  // not open in the child
  static constexpr int kNull = -2;    // /dev/null
  // Descriptors of this command that become 0, 1 and 2 of the child.
  int in = 0;
  int out = 1;  // its 1
  int err = 2;  // its 2
  // "NAME=value"; replaces the environment when given.
  std::optional<std::vector<std::string>> environment;
  // Where the child starts; empty: here. A directory that is not there: the child ends with 125.
  std::string cwd;
};

// What a command may do. It belongs to the scheduler and is valid during Step() only.
class CommandIo {
 public:
  virtual ~CommandIo() = default;

  // ---- how it was called
  virtual std::string_view name() const = 0;              // argv[0] as it was typed
  virtual std::span<const std::string> args() const = 0;  // argv[1..]
  // An exported variable, if it is set.
  virtual std::optional<std::string_view> Env(std::string_view variable) const = 0;
  virtual std::vector<std::string> Environment() const = 0;  // "NAME=value"
  virtual const std::string& cwd() const = 0;                // absolute
  // The process's.
  virtual uint32_t umask() const = 0;

  // ---- descriptors: 0, 1, 2, what the script opened, and what Open() and Pipe() gave.
  // Reads are buffered per descriptor; the buffer dies with the command, as a C program's does.
  // Some bytes: whatever is there, at most `limit`.
  virtual ReadStatus ReadSome(int fd, std::string_view* bytes, size_t limit = 65536) = 0;
  // One line, of any length (it is charged to the memory account).
  virtual ReadStatus ReadLine(int fd, char delimiter, Line* line) = 0;
  // kData: at least one byte more will come. kEnd, kWait, kError as above. Takes nothing.
  virtual ReadStatus Peek(int fd) = 0;
  // Gives buffered input back when the descriptor is a file (head and sed q do so), so that
  // the next command that shares the descriptor reads on from here. Input of a pipe is
  // lost, as it really is.
  virtual void GiveBack(int fd) = 0;
  // Stages bytes. An output that fails or whose reader has gone ends the command between two steps:
  // "NAME: write error: No space left on device" and 1, or SIGPIPE (141). A descriptor that is not
  // open fails in the same way.
  virtual void Write(int fd, std::string_view bytes) = 0;
  // Something that this step wrote could not be written (a full disk, a closed descriptor). The
  // command is ended behind the step; what it was to remove because a copy is there stays.
  virtual bool write_failed() const = 0;
  // Write() to standard output.
  void Out(std::string_view bytes) { Write(1, bytes); }
  // "NAME: text\n" on standard error; NAME without its directory.
  virtual void Error(std::string_view text) = 0;
  // Like Error() for "cat: FILE: No such file or directory": what, then the text of `error_number`.
  virtual void Error(std::string_view what, int error_number) = 0;
  // The reason of the last kError, of Open() or of Spawn().
  virtual int error() const = 0;
  // Opens a path (relative to cwd; devices, FIFOs and /dev/stdin work) and gives a descriptor >=
  // 1000, closed at the end of the command at the latest; -1: error() says why. kWrite truncates
  // and creates. Directories open for reading; reading them fails with EISDIR.
  virtual int Open(std::string_view path, OpenMode mode) = 0;
  // Closes what Open() or Pipe() gave.
  virtual void Close(int fd) = 0;
  // Whether it is a descriptor.
  virtual bool IsOpen(int fd) const = 0;
  // Whether it is the host's terminal.
  virtual bool IsTerminal(int fd) const = 0;
  virtual std::optional<uint64_t> FileSize(int fd) const = 0;  // of a regular file
  // A bounded pipe between this command and its children.
  virtual void Pipe(int* read_end, int* write_end) = 0;
  // Bytes staged by Write() and not taken yet. It is empty at the start of each step.
  virtual size_t staged() const = 0;

  // The lock of the whole file (or directory) behind a descriptor, as flock(2) has it: it belongs
  // to the open file, also when a child has it, and goes with the last descriptor; who has one and
  // asks for the other kind loses what it has first. Only processes of this shell see it. False:
  // error() is EBADF, ENOLCK (no file), or EAGAIN: somebody else has it, and after
  // Progress::Wait() the command is stepped again when it is free.
  virtual bool Lock(int fd, LockKind kind) = 0;

  // Whether 0, 1 and 2 are the streams that the host gave the shell, of which nothing has been read
  // ahead.
  virtual bool HasStreamsOfShell() const = 0;

  // ---- files
  // The shell's files. Paths relative to cwd(): see Absolute().
  virtual files::FileSystem& files() = 0;
  // `path` made absolute with cwd; "." and ".." stay (they belong to the file system, after
  // symlinks).
  virtual std::string Absolute(std::string_view path) const = 0;

  // ---- time and chance: the host's clock, which a test may set
  // Nanoseconds since 1970.
  virtual int64_t RealTimeNs() const = 0;
  // Nanoseconds since anything.
  virtual int64_t MonotonicNs() const = 0;
  virtual void WakeAt(int64_t monotonic_ns) = 0;  // then return Progress::Wait()
  // What follows from Shell::Builder::Seed(), or from the machine's entropy.
  virtual uint64_t Random() = 0;
  // Between two of these (true, then false) somebody is waited for whose time is not the script's.
  virtual void StopTime(bool stop) = 0;

  // ---- budget
  // Counts `work` (about bytes looked at). True: return Progress::Yield() at the next good place.
  virtual bool Tick(uint64_t work) = 0;
  // The same account for what cannot yield where it stands: its Tick() is false when the script
  // ends.
  virtual ParseAccount& account() = 0;
  // Charges (or gives back) memory; all is given back when the command ends. False: there is no
  // more;
  // return Progress::Done(2), the scheduler ends the script with the message of the limit.
  [[nodiscard]] virtual bool Reserve(int64_t bytes) = 0;

  // ---- children (xargs, find -exec, timeout, env, awk's system()) Starts argv as execvp would:
  // commands, but no functions or aliases of the script; "sh" and "bash" are there. -1: not found
  // (error() is ENOENT) or not executable (EACCES); nothing was started.
  virtual int Spawn(std::span<const std::string> argv, const ChildOptions& options) = 0;
  // Its exit status once it has ended, 128+n by signal n; asking again is an error.
  virtual std::optional<int> WaitChild(int child) = 0;
  // Sends it a signal, by its number.
  virtual void KillChild(int child, int signal) = 0;

  // Whether another process of the shell could run now: reason enough to give up an operation that
  // takes long and cannot yield where it stands, and to begin it again in a later step.
  virtual bool OthersCanRun() { return false; }
  // Whether a limit was reached, or the host ends the script: reason to give up what takes long in
  // the middle. Looks at the clock.
  virtual bool IsOver() { return false; }
};

// Moves a list to a place with room for so many items, a megabyte at a time: where memory is fresh
// the system takes milliseconds for each. Between them it asks `goes_on`. False: the answer was no,
// and the list is where it was.
template <typename List, typename Ask>
[[nodiscard]] bool MoveList(List* list, size_t room, Ask goes_on) {
  constexpr size_t kUnit = sizeof(typename List::value_type);
  constexpr size_t kPiece = std::max<size_t>((size_t{1} << 20) / kUnit, 1);
  List larger;  // (a string that is asked for more room takes twice what it has)
  larger.reserve(room);
  for (size_t at = 0; at < list->size(); at += kPiece) {
    if (at > 0 && !goes_on()) {
      std::move(larger.begin(), larger.end(), list->begin());
      return false;
    }
    if constexpr (std::is_same_v<List, std::string>) {
      larger.append(*list, at, kPiece);  // (from iterators it would make a copy first)
    } else {
      const auto from = list->begin() + static_cast<ptrdiff_t>(at);
      const auto count = static_cast<ptrdiff_t>(std::min(kPiece, list->size() - at));
      larger.insert(larger.end(), std::make_move_iterator(from),
                    std::make_move_iterator(from + count));
    }
  }
  list->swap(larger);
  return true;
}

// Makes room for `more` in a text or a list that a command keeps. What it has room for is
// charged before it grows, and while it moves the old place beside the new one; *charged is
// what is charged for it, and for nothing else: a list that was loaded from a snapshot has less
// room than it was charged for. From a megabyte on it grows by a quarter, and not to twice its
// size. What moves counts as work: who adds much in one step asks account() or Tick() about it.
// False: see Reserve().
template <typename List>
[[nodiscard]] bool MakeRoom(CommandIo& io, List* list, size_t more, uint64_t* charged) {
  constexpr size_t kUnit = sizeof(typename List::value_type);
  const size_t need = list->size() + more;
  if (need <= list->capacity()) return true;
  const size_t room = need + need / (need * kUnit > (1 << 20) ? 4 : 1);
  if (!io.Reserve(static_cast<int64_t>(room * kUnit))) return false;
  // (A small one is no work: what a command makes of its words anew after each restore must not
  // fill a step.)
  if (list->size() * kUnit > 65536) static_cast<void>(io.Tick(list->size() * kUnit / 16));
  if (!MoveList(list, room, [&io] { return !io.IsOver(); }))
    return io.Reserve(-static_cast<int64_t>(room * kUnit)) && false;
  return io.Reserve(-static_cast<int64_t>(std::exchange(*charged, room * kUnit)));
}

// A command that runs: the rules are at the top of this file.
class Command {
 public:
  virtual ~Command() = default;
  // Does a bounded amount of work.
  virtual Progress Step(CommandIo& io) = 0;
  // Lists all members, for saving and loading.
  virtual void Fields(Archive& archive) = 0;
  // What it has begun outside of the shell (a worker process) has done nothing yet, and would be
  // begun again by the command that is loaded from these Fields(). RunFor() ends no piece
  // meanwhile: pieces that are shorter than such a beginning would never get past it.
  virtual bool JustBegun() const { return false; }
  // What a step wrote could not be written: it is ended, and takes back what is half done, such as
  // a file that is not whole.
  virtual void WriteFailed(CommandIo& /*io*/) {}
};

// One row of the table of commands (shell/commands/table.cc) or of a host's own commands.
struct CommandInfo {
  std::string_view name;               // as scripts type it
  std::unique_ptr<Command> (*make)();  // a fresh one
  std::string_view usage;              // what --help prints; empty: there is no --help
  std::string_view hint;  // a line for language models; empty: it is what everybody knows
  // Of a command that has to know something of its shell: makes it instead of `make`, from
  // `context`.
  std::unique_ptr<Command> (*make_from)(const void* context) = nullptr;
  const void* context = nullptr;  // for make_from

  // A fresh one, by whichever makes it.
  std::unique_ptr<Command> New() const {
    return make_from != nullptr ? make_from(context) : make();
  }
};

// For CommandInfo::make.
template <typename T>
std::unique_ptr<Command> Make() {
  return std::make_unique<T>();
}

// The commands that come with the shell, sorted by name.
PYSUB_API std::span<const CommandInfo> StandardCommands();

// "No such file or directory" for ENOENT, as strerror says it in the C locale.
PYSUB_API std::string_view ErrnoText(int error_number);

}  // namespace shell
}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_SHELL_COMMAND_H_
