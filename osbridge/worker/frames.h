#ifndef PYSUB_OSBRIDGE_WORKER_FRAMES_H_
#define PYSUB_OSBRIDGE_WORKER_FRAMES_H_

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "pysub/os_call.h"
#include "pysub/python/python_request.h"

// What host and worker say to each other, docs/worker-protocol.md: one JSON object on a line. A
// struct for each kind of frame; its Fields() is what is written, read and checked. Not installed.
//
//    descriptor 3 of the worker, a Unix stream socket
//   +--------------------------------------------------+----+
//   | {"type":"os_call","id":1,"kind":"function", ...} | \n |   at most 64 MiB
//   +--------------------------------------------------+----+
//
//    worker                  host
//    hello           ->                         the walls stand
//                    <-      init               what to run; read only now
//    output, working ->
//    os_call         ->                         and silence until
//                    <-      os_response        its answer
//                    <-      save               at any time
//    snapshot        ->
//    complete, error ->                         the last one
//
// JSON and not bytes of our own, because both sides distrust the other: a reader that exists and is
// fuzzed checks it, and a person can read along. All fields of a type must be there and none more,
// so two versions that differ notice it at once.
namespace pysub::frames {

inline constexpr uint64_t kProtocol = 4;
static_assert(std::variant_size_v<OsCall> == 26,
              "who has more calls speaks another protocol: kProtocol grows, with docs/versions.md");
inline constexpr size_t kMaxFrameBytes = size_t{64} << 20;
inline constexpr size_t kMaxResidentBytes = 4 * kMaxFrameBytes;  // that its values may take

// ---- worker to host

// The worker is locked down and waits for Init.
struct Hello {
  static constexpr std::string_view kType = "hello";
  uint64_t protocol = kProtocol;
  std::vector<std::string> protections;  // what the kernel keeps from it: LockDown()
  void Fields(auto& f) {
    f("protocol", protocol);
    f("protections", protections);
  }
};

// The program needs its host. Ids grow.
struct OsCall {
  static constexpr std::string_view kType = "os_call";
  uint64_t id = 0;
  // "function": of the host, "os": os_call_wire.h, "input": more of standard input.
  std::string kind;
  std::string function;
  std::vector<HostValue> args;
  std::vector<std::pair<std::string, HostValue>> kwargs;
  void Fields(auto& f) {
    f("id", id);
    f("kind", kind);
    f("function", function);
    f("args", args);
    f("kwargs", kwargs);
  }
};

// Text that the program has written.
struct Output {
  static constexpr std::string_view kType = "output";
  std::string stream;  // "stdout", "stderr"
  std::string data;
  void Fields(auto& f) {
    f("stream", stream);
    f("data", data);
  }
};

// The program has computed for a slice and goes on. Said after the first one, so that a host which
// saves it from now on does not save what it has started; and then every kWorkingPeriod, so that a
// worker which computes is told from one that hangs.
inline constexpr std::chrono::seconds kWorkingPeriod(1);
struct Working {
  static constexpr std::string_view kType = "working";
  void Fields(auto&) {}
};

// The program has ended. How is said here and nowhere else: an exit code of 139 is a program's own.
struct Complete {
  static constexpr std::string_view kType = "complete";
  std::string kind;  // "finished", "exit", "raised", "syntax_error", "limit"
  int64_t exit_code = 0;
  std::optional<std::string> limit;  // "memory" ...
  std::string exception;
  std::string message;
  std::string report;
  // Memory, peak memory, allocations, steps, output bytes, running nanoseconds.
  std::vector<uint64_t> usage;
  void Fields(auto& f) {
    f("kind", kind);
    f("exit_code", exit_code);
    f("limit", limit);
    f("exception", exception);
    f("message", message);
    f("report", report);
    f("usage", usage);
  }
};

// The worker cannot go on: Init was not valid, a frame was wrong. It ends after this.
struct Error {
  static constexpr std::string_view kType = "error";
  std::string message;
  void Fields(auto& f) { f("message", message); }
};

// What Save asked for.
struct Snapshot {
  static constexpr std::string_view kType = "snapshot";
  std::string data;
  void Fields(auto& f) { f("data", data); }
};

// ---- host to worker

// Limits of a run. What is not there is not limited.
struct WireLimits {
  std::optional<uint64_t> memory_bytes, duration_ns, allocations, steps, output_bytes;
  uint64_t recursion_depth = 0;
  void Fields(auto& f) {
    f("memory_bytes", memory_bytes);
    f("duration_ns", duration_ns);
    f("allocations", allocations);
    f("steps", steps);
    f("output_bytes", output_bytes);
    f("recursion_depth", recursion_depth);
  }
};

// What to run: code, or a saved run to go on with.
struct Init {
  static constexpr std::string_view kType = "init";
  uint64_t protocol = kProtocol;
  std::string code;
  std::string filename;
  bool from_file = false;
  std::vector<std::string> argv;
  std::vector<std::pair<std::string, std::string>> env;
  std::string cwd;
  bool safe_path = false;
  bool ignores_environment = false;
  bool echo = false;
  int64_t syntax_error_exit_code = 1;
  WireLimits limits;
  std::vector<std::pair<std::string, std::string>> functions;  // name, documentation
  std::string input_function;
  std::string clock;  // "real", "virtual"
  std::optional<uint64_t> entropy_seed;
  bool files = false;  // the host answers calls for files
  std::optional<std::string> snapshot;
  void Fields(auto& f) {
    f("protocol", protocol);
    f("code", code);
    f("filename", filename);
    f("from_file", from_file);
    f("argv", argv);
    f("env", env);
    f("cwd", cwd);
    f("safe_path", safe_path);
    f("ignores_environment", ignores_environment);
    f("echo", echo);
    f("syntax_error_exit_code", syntax_error_exit_code);
    f("limits", limits);
    f("functions", functions);
    f("input_function", input_function);
    f("clock", clock);
    f("entropy_seed", entropy_seed);
    f("files", files);
    f("snapshot", snapshot);
  }
};

// An exception that an answer raises in the program.
struct RaisedError {
  std::string type;
  std::vector<HostValue> args;
  void Fields(auto& f) {
    f("type", type);
    f("args", args);
  }
};

// The answer to OsCall `id`: exactly one of `error` and `no_such_name`, or else `result`.
struct OsResponse {
  static constexpr std::string_view kType = "os_response";
  uint64_t id = 0;
  HostValue result;
  std::optional<RaisedError> error;
  bool no_such_name = false;
  void Fields(auto& f) {
    f("id", id);
    f("result", result);
    f("error", error);
    f("no_such_name", no_such_name);
  }
};

// The run is to be saved where it is: Snapshot comes back, and the run goes on.
struct Save {
  static constexpr std::string_view kType = "save";
  void Fields(auto&) {}
};

using FromWorker = std::variant<Hello, OsCall, Output, Working, Complete, Error, Snapshot>;
using ToWorker = std::variant<Init, OsResponse, Save>;

// A line, with its newline. kResourceExhausted: it is larger than a frame may be, or a value in it
// is nested too deep.
template <typename Frame>
absl::StatusOr<std::string> Encode(const Frame& frame);

// The frame in `line` (without newline), which may be anything. kInvalidArgument,
// kResourceExhausted: what is wrong.
absl::StatusOr<FromWorker> DecodeFromWorker(std::string_view line);
absl::StatusOr<ToWorker> DecodeToWorker(std::string_view line);

// Cuts what comes from a socket into lines.
class LineReader {
 public:
  void Append(std::string_view bytes) { bytes_.append(bytes); }
  // kResourceExhausted: a line is too long. Nothing: there is no whole line yet. Valid until
  // Append().
  absl::StatusOr<std::optional<std::string_view>> Next();
  // Bytes of a line that has not ended.
  bool has_rest() const { return given_ < bytes_.size(); }

 private:
  std::string bytes_;
  size_t given_ = 0;
  size_t searched_ = 0;
};

// ---- the product's types and the wire's

Init InitOf(const PythonRequest& request);
absl::StatusOr<PythonRequest> RequestOf(Init init);

}  // namespace pysub::frames

#endif  // PYSUB_OSBRIDGE_WORKER_FRAMES_H_
