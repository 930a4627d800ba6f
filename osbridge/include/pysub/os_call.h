#ifndef PYSUB_PYSUB_OS_CALL_H_
#define PYSUB_PYSUB_OS_CALL_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "pysub/export.h"
#include "pysub/host_value.h"

namespace pysub PYSUB_API {

// What a program asks of the outside, where Permissions say that the host answers. Each struct says
// what Python function asks, what it asks for, and by ToValue() what Sandbox::Answer() takes.
// Fields(call, visit) calls visit(name, field) for each of its fields, in the order of their
// declaration, and visit.Bytes(name, field) for bytes that are no text.
namespace os {

// input() and the reading methods of sys.stdin: the next line with its newline; "" at the end of
// input.
struct ReadLine {
  static void Fields(auto&, auto&&) {}
  using Reply = std::string;  // UTF-8
  static HostValue ToValue(const Reply& line) { return HostValue(line); }
};

// time.time() and its kin: nanoseconds.
struct Now {
  // Of time.time(), time.monotonic(), time.process_time().
  enum class Clock : uint8_t { kWall, kMonotonic, kProcess };
  Clock clock = Clock::kWall;  // which one
  static void Fields(auto& call, auto&& visit) { visit("clock", call.clock); }
  using Reply = int64_t;  // nanoseconds: since 1970 of kWall, since anything of the others
  static HostValue ToValue(Reply nanoseconds) { return HostValue(nanoseconds); }
};

// time.sleep(), and the event loop of asyncio when there is nothing else to do. The answer is given
// when the time is over, or at once by a host that does not want to wait.
struct Sleep {
  int64_t nanoseconds = 0;  // how long
  static void Fields(auto& call, auto&& visit) { visit("nanoseconds", call.nanoseconds); }
  using Reply = std::monostate;  // done; nothing to say
  static HostValue ToValue(Reply) { return HostValue(); }
};

// os.urandom(), random.seed(): so many bytes.
struct Entropy {
  uint64_t bytes = 0;  // how many
  static void Fields(auto& call, auto&& visit) { visit("bytes", call.bytes); }
  using Reply = std::string;  // so many bytes
  static HostValue ToValue(const Reply& bytes) { return HostValue::Bytes(bytes); }
};

// os.getenv(), os.environ: the value of a variable, if there is one.
struct GetEnvironment {
  std::string name;  // of the variable
  static void Fields(auto& call, auto&& visit) { visit("name", call.name); }
  using Reply = std::optional<std::string>;  // its value, or nothing
  static HostValue ToValue(const Reply& value) { return value ? HostValue(*value) : HostValue(); }
};

// ---- Files. Paths are absolute virtual paths, UTF-8, not normalised: `..` and links are the
// host's to resolve. A call that fails is answered with os::Error(). What a program has not closed
// may still wait in its buffers: writes come when those are full, at flush(), close(), before any
// other call that looks at files, and when the program ends. Imports (SandboxOptions::module_path)
// look by FileStat and read by ReadFile; a failure of the former means that nothing is there.

// os.stat(), os.lstat() (`follow` false), Path.exists(), os.path.getsize() and their kin.
struct FileStat {
  std::string path;    // absolute
  bool follow = true;  // a link in the last place
  static void Fields(auto& call, auto&& visit) {
    visit("path", call.path), visit("follow", call.follow);
  }
  // What stat(2) says.
  struct Reply {
    int64_t mode = 0100644;  // st_mode: the kind's bits and the permissions
    int64_t inode = 0, device = 0, links = 1, uid = 1000, gid = 1000, size = 0;  // st_ino ...
    int64_t atime_ns = 0, mtime_ns = 0, ctime_ns = 0;                            // since 1970
  };
  static HostValue ToValue(const Reply& r) {
    return HostValue::Tuple({HostValue(r.mode), HostValue(r.inode), HostValue(r.device),
                             HostValue(r.links), HostValue(r.uid), HostValue(r.gid),
                             HostValue(r.size), HostValue(r.atime_ns), HostValue(r.mtime_ns),
                             HostValue(r.ctime_ns)});
  }
};

// os.listdir(), os.scandir(), Path.iterdir(): without `.` and `..`, in any order.
struct ListDirectory {
  std::string path;  // absolute
  static void Fields(auto& call, auto&& visit) { visit("path", call.path); }
  // One of its entries.
  struct Entry {
    std::string name;        // without the directory
    int64_t mode = 0100000;  // the kind's bits of st_mode
    int64_t inode = 0;       // st_ino
  };
  using Reply = std::vector<Entry>;  // all of them
  static HostValue ToValue(const Reply& entries) {
    std::vector<HostValue> items;
    for (const Entry& e : entries) {
      items.push_back(HostValue::Tuple({HostValue(e.name), HostValue(e.mode), HostValue(e.inode)}));
    }
    return HostValue::List(std::move(items));
  }
};

// The reading methods of files: at most `size` bytes from `offset` on (-1: all); fewer at the end
// only.
struct ReadFile {
  std::string path;    // absolute
  int64_t offset = 0;  // in bytes
  int64_t size = -1;   // in bytes; -1: all
  static void Fields(auto& call, auto&& visit) {
    visit("path", call.path), visit("offset", call.offset), visit("size", call.size);
  }
  using Reply = std::string;  // the bytes
  static HostValue ToValue(const Reply& bytes) { return HostValue::Bytes(bytes); }
};

// The writing methods of files: all of `bytes` at `offset` (-1: at the end). The file is there:
// os::OpenFile made it. The answer is the offset behind what was written.
struct WriteFile {
  std::string path;    // absolute
  int64_t offset = 0;  // in bytes; -1: at the end
  std::string bytes;   // what to write
  static void Fields(auto& call, auto&& visit) {
    visit("path", call.path), visit("offset", call.offset), visit.Bytes("bytes", call.bytes);
  }
  using Reply = int64_t;  // the offset behind the last byte
  static HostValue ToValue(Reply offset) { return HostValue(offset); }
};

// open(): does to the file what open(2) does with these flags, and answers its size. Nothing stays
// open.
struct OpenFile {
  // Or'ed; they mean what open(2) says.
  enum Flags : int64_t {
    kRead = 1,
    kWrite = 2,
    kCreate = 4,
    kExclusive = 8,
    kTruncate = 16,
    kAppend = 32
  };
  std::string path;       // absolute
  int64_t flags = kRead;  // of Flags
  int64_t mode = 0666;    // of a new file
  static void Fields(auto& call, auto&& visit) {
    visit("path", call.path), visit("flags", call.flags), visit("mode", call.mode);
  }
  using Reply = int64_t;  // the size of the file
  static HostValue ToValue(Reply size) { return HostValue(size); }
};

// file.truncate(), os.truncate().
struct TruncateFile {
  std::string path;  // absolute
  int64_t size = 0;  // the new one, in bytes
  static void Fields(auto& call, auto&& visit) {
    visit("path", call.path), visit("size", call.size);
  }
  using Reply = std::monostate;  // done; nothing to say
  static HostValue ToValue(Reply) { return HostValue(); }
};

// os.mkdir(), os.makedirs(), Path.mkdir(): one directory.
struct MakeDirectory {
  std::string path;     // absolute
  int64_t mode = 0777;  // permission bits, before any umask
  static void Fields(auto& call, auto&& visit) {
    visit("path", call.path), visit("mode", call.mode);
  }
  using Reply = std::monostate;  // done; nothing to say
  static HostValue ToValue(Reply) { return HostValue(); }
};

// os.rmdir(), Path.rmdir(), shutil.rmtree(): an empty directory.
struct RemoveDirectory {
  std::string path;  // absolute
  static void Fields(auto& call, auto&& visit) { visit("path", call.path); }
  using Reply = std::monostate;  // done; nothing to say
  static HostValue ToValue(Reply) { return HostValue(); }
};

// os.remove(), os.unlink(), Path.unlink().
struct Unlink {
  std::string path;  // absolute
  static void Fields(auto& call, auto&& visit) { visit("path", call.path); }
  using Reply = std::monostate;  // done; nothing to say
  static HostValue ToValue(Reply) { return HostValue(); }
};

// os.rename(), os.replace(), Path.rename(), shutil.move(): as rename(2).
struct Rename {
  std::string from, to;  // absolute paths, both
  static void Fields(auto& call, auto&& visit) { visit("from", call.from), visit("to", call.to); }
  using Reply = std::monostate;  // done; nothing to say
  static HostValue ToValue(Reply) { return HostValue(); }
};

// os.link(), Path.hardlink_to().
struct Link {
  std::string from, to;  // the file, and its second name
  bool follow = true;    // a link in the last place of `from`
  static void Fields(auto& call, auto&& visit) {
    visit("from", call.from), visit("to", call.to), visit("follow", call.follow);
  }
  using Reply = std::monostate;  // done; nothing to say
  static HostValue ToValue(Reply) { return HostValue(); }
};

// os.symlink(), Path.symlink_to(): `target` is any text.
struct Symlink {
  std::string target, path;  // what it says, and where it stands
  static void Fields(auto& call, auto&& visit) {
    visit("target", call.target), visit("path", call.path);
  }
  using Reply = std::monostate;  // done; nothing to say
  static HostValue ToValue(Reply) { return HostValue(); }
};

// os.readlink(), Path.readlink().
struct ReadLink {
  std::string path;  // absolute
  static void Fields(auto& call, auto&& visit) { visit("path", call.path); }
  using Reply = std::string;  // the target as it was written
  static HostValue ToValue(const Reply& target) { return HostValue(target); }
};

// os.chmod(), Path.chmod().
struct ChangeMode {
  std::string path;    // absolute
  int64_t mode = 0;    // permission bits
  bool follow = true;  // a link in the last place
  static void Fields(auto& call, auto&& visit) {
    visit("path", call.path), visit("mode", call.mode), visit("follow", call.follow);
  }
  using Reply = std::monostate;  // done; nothing to say
  static HostValue ToValue(Reply) { return HostValue(); }
};

// os.utime(), Path.touch(): nanoseconds since 1970; nothing: now.
struct SetTimes {
  std::string path;                           // absolute
  std::optional<int64_t> atime_ns, mtime_ns;  // nothing: now
  bool follow = true;                         // a link in the last place
  static void Fields(auto& call, auto&& visit) {
    visit("path", call.path), visit("atime_ns", call.atime_ns), visit("mtime_ns", call.mtime_ns);
    visit("follow", call.follow);
  }
  using Reply = std::monostate;  // done; nothing to say
  static HostValue ToValue(Reply) { return HostValue(); }
};

// os.path.realpath(), Path.resolve(): without links, `.` and `..`; if not `strict`, what is
// missing is taken as it is.
struct RealPath {
  std::string path;     // absolute
  bool strict = false;  // whether all of it has to be there
  static void Fields(auto& call, auto&& visit) {
    visit("path", call.path), visit("strict", call.strict);
  }
  using Reply = std::string;  // absolute
  static HostValue ToValue(const Reply& path) { return HostValue(path); }
};

// os.chdir(): the path of the directory without links, which becomes os.getcwd(). ENOTDIR, EACCES.
struct EnterDirectory {
  std::string path;  // absolute
  static void Fields(auto& call, auto&& visit) { visit("path", call.path); }
  using Reply = std::string;  // absolute
  static HostValue ToValue(const Reply& path) { return HostValue(path); }
};

// os.access().
struct Access {
  std::string path;  // absolute
  int64_t mode = 0;  // os.R_OK 4, W_OK 2, X_OK 1, F_OK 0
  static void Fields(auto& call, auto&& visit) {
    visit("path", call.path), visit("mode", call.mode);
  }
  using Reply = bool;  // whether all of it is granted
  static HostValue ToValue(Reply granted) { return HostValue(granted); }
};

// os.environ, once, when os is imported. What the program changes there stays in the program.
struct Environment {
  static void Fields(auto&, auto&&) {}
  using Reply = std::vector<std::pair<std::string, std::string>>;  // name and value
  static HostValue ToValue(const Reply& variables) {
    return HostValue::Dict({variables.begin(), variables.end()});
  }
};

// run_command() of a host that offers one: a command line of the shell that the program is in.
struct RunCommand {
  std::string command;  // a line of a script
  static void Fields(auto& call, auto&& visit) { visit("command", call.command); }
  // What came of it.
  struct Reply {
    int64_t status = 0;      // its exit status
    std::string out, error;  // bytes
  };
  static HostValue ToValue(const Reply& r) {
    return HostValue::Tuple(
        {HostValue(r.status), HostValue::Bytes(r.out), HostValue::Bytes(r.error)});
  }
};

// sys.stdin.buffer: at most `size` bytes (-1: all); fewer only at the end of input.
struct ReadInput {
  int64_t size = -1;  // in bytes; -1: all
  static void Fields(auto& call, auto&& visit) { visit("size", call.size); }
  using Reply = std::string;  // the bytes
  static HostValue ToValue(const Reply& bytes) { return HostValue::Bytes(bytes); }
};

}  // namespace os

// In the order of snapshots, as vm/host/os_calls.def has it: append only.
using OsCall =
    std::variant<os::ReadLine, os::Now, os::Sleep, os::Entropy, os::GetEnvironment, os::FileStat,
                 os::ListDirectory, os::ReadFile, os::WriteFile, os::OpenFile, os::TruncateFile,
                 os::MakeDirectory, os::RemoveDirectory, os::Unlink, os::Rename, os::Link,
                 os::Symlink, os::ReadLink, os::ChangeMode, os::SetTimes, os::RealPath,
                 os::EnterDirectory, os::Access, os::Environment, os::RunCommand, os::ReadInput>;

// What they are called in recordings and audit lines, by OsCall::index().
extern const std::string_view kOsCallNames[std::variant_size_v<OsCall>];

// std::visit(Overloaded{[](const os::ReadLine&) {...}, ...}, call): a call that is not
// handled does not compile.
template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
// So that Overloaded{...} needs no types.
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_OS_CALL_H_
