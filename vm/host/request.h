#ifndef PYSUB_VM_HOST_REQUEST_H_
#define PYSUB_VM_HOST_REQUEST_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vm/object.h"
#include "vm/value.h"

// What a program asks of its host. A request is data of the Vm: a kind, a number that stays
// the same wherever the program is resumed, and values in the heap. Nothing else waits
// anywhere: the frame on top expects a result, and the host's answer is written back to it
// like the result of any call.
namespace pysub {

class Vm;

// Requests to the outside which Python's own functions make, as vm/host/os_calls.def
// lists them. osbridge/include/pysub/os_call.h has a struct for each and says what its
// arguments and its answer are.
enum class OsCallId : uint8_t {
#define PYSUB_OS_CALL(Name, permission, Reply, Alone) k##Name,
#include "vm/host/os_calls.def"
  kCount,
};

// Who answers an OsCall. The host sets one for each permission; a program cannot change or ask it.
enum class OsPolicy : uint8_t {
  kVirtual,  // the sandbox: no input, a clock of its own, seeded bytes, no variables
  kDenied,   // nobody: PermissionError
  kHost,     // the host: by a hook at once, or the run stops
};

enum class HostRequestKind : uint8_t {
  kNone,      // nothing is asked
  kFunction,  // target: the HostFunction; arguments: a tuple; keywords: a dict or Undefined
  kName,      // target: a str, a global name that is not bound; arguments: the namespace dict
  kOs,        // os_call; arguments: a tuple
  kWaiting,   // all tasks wait. arguments: nanoseconds until the next timer (an int), or None
};

// More than any session makes: what counts them fits an inline int.
inline constexpr uint64_t kMostRequests = uint64_t{1} << 46;

// The one thing that a program asks and waits for. It is part of a snapshot. `sequence` with the
// session's id names it for ever, so a host that answers late, or twice, is told so.
struct HostRequest {
  HostRequestKind kind = HostRequestKind::kNone;
  OsCallId os_call = OsCallId::kReadLine;
  uint64_t sequence = 0;  // counts the requests of a session from 1; below kMostRequests
  Value target;
  Value arguments;
  Value keywords;
};

// The outside in its direct form: what a hook answers at once needs no stop. All may be null.
struct HostHooks {
  void* context = nullptr;
  // Standard output (1) and standard error (2), in order. 0, or the errno of the OSError
  // that the program gets.
  int (*write)(void* context, int stream, std::string_view bytes) = nullptr;
  // Appends at most one line (with its newline) to *line; false at the end of input.
  bool (*read_line)(void* context, std::string* line) = nullptr;
  // Nanoseconds since the epoch, and sleeping; null: a virtual clock that sleeping moves.
  int64_t (*now_ns)(void* context) = nullptr;
  void (*sleep_ns)(void* context, int64_t duration) = nullptr;
  // Fills `bytes`; false: there are none to be had.
  bool (*entropy)(void* context, char* bytes, size_t count) = nullptr;
  // False: there is no such variable.
  bool (*environment)(void* context, std::string_view name, std::string* value) = nullptr;
  // Calls for which there is no hook of their own: 0 and *answer (which may be Failed for lack of
  // memory or time), an errno, or kNotHooked.
  int (*os_call)(void* context, Vm& vm, OsCallId call, std::span<const Value> args,
                 Value* answer) = nullptr;
  static constexpr int kNotHooked = -1;
  // Where a program's own modules are looked for first (sys.path): asked when it is first needed.
  // Null: the program has no modules of its own, unless SetModulePath() said where they are.
  std::vector<std::string> (*module_path)(void* context, const Vm& vm) = nullptr;
  // Asked wherever the clock is looked at; true: the run ends as by Budget::Cancel().
  bool (*is_cancelled)(void* context) = nullptr;
  // Hears of each OsCall that is not asked of the host, after it: "ok", "denied", the name of an
  // errno.
  void (*audit)(void* context, OsCallId call, std::span<const Value> args,
                std::string_view outcome) = nullptr;
};

// A function that the host offers: what runs is the host's, so all there is here is how it is
// called.
struct HostFunction : Object {
  Value name;       // str
  Value doc;        // str or None
  Value signature;  // str, see HostSignature; Undefined: it takes whatever it is called with
};

}  // namespace pysub

#endif  // PYSUB_VM_HOST_REQUEST_H_
