#ifndef PYSUB_PYSUB_SANDBOX_OPTIONS_H_
#define PYSUB_PYSUB_SANDBOX_OPTIONS_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/export.h"
#include "pysub/host_value.h"

namespace pysub PYSUB_API {

namespace files {
class FileSystem;
}

// What a sandbox may use, from its creation on: resuming, feeding more code and calling back never
// renew it; Renew() does. A limit is switched off by setting it to std::nullopt; 0 is refused.
// Going over one ends the run with LimitReached, and no code of the program runs after it;
// recursion is the exception: it raises RecursionError.
struct SandboxLimits {
  // all that the sandbox holds for its program: docs/memory-account.md
  std::optional<uint64_t> memory_bytes = uint64_t{64} << 20;
  // Time spent running; what the host takes to answer does not count.
  std::optional<std::chrono::nanoseconds> duration = std::chrono::seconds(30);
  std::optional<uint64_t> allocations = 1'000'000;  // objects made, in all
  // Fuel: calls, backward jumps and the work of native loops. The same in every run of a program.
  std::optional<uint64_t> steps;
  std::optional<uint64_t> output_bytes = uint64_t{16} << 20;  // both streams together
  uint32_t recursion_depth = 200;                             // at most 1,000,000
};

// What one Feed(), or Call() between feeds, may use, beside SandboxLimits, which hold for the
// session as a whole. Counted from its begin; std::nullopt: only those of the session.
struct FeedLimits {
  std::optional<std::chrono::nanoseconds> duration;  // time of running
  std::optional<uint64_t> allocations;               // objects made
  std::optional<uint64_t> steps;                     // fuel
  std::optional<uint64_t> output_bytes;              // of both streams
  // Time of running after which KeyboardInterrupt is raised, once, as Interrupt() does: less than
  // `duration`. A program that does not catch it ends there, and the session has what it had there,
  // whatever after_limit says.
  std::optional<std::chrono::nanoseconds> interrupt_after;
};

// What a limit (and Cancel()) leaves of a session.
enum class AfterLimit : uint8_t {
  kNothing,     // nothing: Feed, Get, Snapshot refuse
  kBeforeFeed,  // the session as it was before the feed (or call) that reached it; what was written
                // and what the host answered stays done. For that, each feed begins with a Fork(),
                // which costs a collection and holds a copy beside it: up to twice
                // limits.memory_bytes. The program of Create() is no feed: a limit ends it for
                // good.
};

// How large a value may be that crosses between sandbox and host.
struct ConversionLimits {
  uint64_t max_values = 1'000'000;          // values, parts included
  uint64_t max_bytes = uint64_t{64} << 20;  // of text
  uint32_t max_depth = 10'000;              // of values in each other
  uint64_t max_handles = 100'000;           // functions and objects that the host holds, in all
};

// sys.stdout and sys.stderr.
enum class OutputStream : uint8_t { kOut = 1, kError = 2 };

// Who answers what a program asks of the outside.
enum class Permission : uint8_t {
  kVirtual,  // the sandbox itself: no input, a clock of its own, seeded bytes, no variables
  kDenied,   // nobody: PermissionError
  kHost,     // the run stops with an OsRequest
};

// Who answers, for each kind of thing. The default reaches nothing of the host.
struct Permissions {
  Permission standard_input = Permission::kVirtual;  // input(), sys.stdin; virtual: at its end
  // time.time() and its kin; virtual: from virtual_time on.
  Permission clock = Permission::kVirtual;
  Permission sleep = Permission::kVirtual;  // time.sleep(), timers of asyncio; virtual: the virtual
                                            // clock moves, nobody waits
  // os.urandom(), random.seed(); virtual: from entropy_seed.
  Permission entropy = Permission::kVirtual;
  Permission environment = Permission::kVirtual;  // os.environ, os.getenv(); virtual: empty, or
                                                  // SandboxOptions::environment
  // Files: kVirtual means SandboxOptions::file_system; without one nothing exists
  // (FileNotFoundError).
  Permission files_read = Permission::kVirtual;  // looking at files and directories
  // Opening (also for reading: it may create), and all changes.
  Permission files_write = Permission::kVirtual;
  Permission run_command = Permission::kDenied;  // run_command() of a host that offers it
};

// All that a sandbox is given when it is made. The default: no files, no input, no environment, a
// clock of its own, and limits.
struct SandboxOptions {
  // What the program may use in all.
  SandboxLimits limits;
  // What each feed of a session may use.
  FeedLimits feed_limits;
  // What a limit leaves of a session.
  AfterLimit after_limit = AfterLimit::kNothing;
  // How large values may be that cross.
  ConversionLimits conversion;
  // Who answers what the program asks of the outside.
  Permissions permissions;
  // Globals of the program, by name. Host functions are values, too:
  // HostValue::HostFunction("fetch").
  std::vector<std::pair<std::string, HostValue>> inputs;
  // A global name that is bound nowhere stops the run with NameLookup.
  bool resolve_names = false;
  // Gets the output in order, in pieces of some kilobytes, at the latest when the run stops. Called
  // inside Run(). Without it the output waits in TakeOutput().
  std::function<void(OutputStream, std::string_view)> on_output;
  // The files that the program sees, answered at once where permissions.files_read and files_write
  // are kVirtual. May be shared with other sandboxes of the same thread and with the shell. It is
  // the host's: no part of Snapshot() (it has one of its own) and not forked by Fork().
  std::shared_ptr<files::FileSystem> file_system;
  // Where relative paths begin: absolute. os.chdir() changes it for the program, and snapshots keep
  // that.
  std::string working_directory = "/";
  // The permission to import modules that are files, and where sys.path begins: directories as
  // the program names them, "" for the one that it is in. Empty: only the library's modules
  // exist, and import asks nobody. Looking and reading are FileStat and ReadFile under
  // permissions.files_read. Snapshot() keeps it.
  std::vector<std::string> module_path;
  // os.environ, instead of permissions.environment. The program's changes are its own.
  std::optional<std::map<std::string, std::string>> environment;
  // What `~` means if `environment` has no HOME.
  std::string home = "/";
  // Gets a JSON line for each OsCall that was answered, refused or failed, with its arguments
  // and how it ended ("ok", an errno, "denied", or the type of the host's exception). Called
  // inside Run() and Answer().
  std::function<void(std::string_view)> on_audit;
  // Asked inside Run() wherever the clock is looked at, about each millisecond of work: true ends
  // the run as Cancel() does. For hosts whose own limits hold for the program, too. It must be
  // cheap and call nothing of the sandbox.
  std::function<bool()> is_cancelled;
  // What input() and sys.stdin read, instead of permissions.standard_input.
  std::optional<std::string> standard_input;
  std::vector<std::string> arguments;  // sys.argv, from [0]
  // Part of each CallId: give different sandboxes different ones if they are told apart by it.
  uint64_t session_id = 0;
  // Where the virtual clock starts (the year 2026) and what the virtual entropy grows from. The
  // latter also keys the hashes inside dicts and sets: where a program reads data of strangers,
  // give a number that they cannot guess.
  std::chrono::nanoseconds virtual_time{int64_t{1767225600} * 1'000'000'000};
  uint64_t entropy_seed = 0;  // see above
  // For Restore(): `limits` count instead of those in the bytes, and may be higher. What was
  // used of them stays used.
  bool replace_snapshot_limits = false;
  // For Restore(). Not empty: only bytes that were sealed with it are taken (SnapshotOptions::key).
  std::string snapshot_key;
};

}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_SANDBOX_OPTIONS_H_
