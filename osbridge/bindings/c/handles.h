#ifndef PYSUB_OSBRIDGE_BINDINGS_C_HANDLES_H_
#define PYSUB_OSBRIDGE_BINDINGS_C_HANDLES_H_

#include <atomic>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "pysub.h"
#include "pysub/files/file_system.h"
#include "pysub/host.h"
#include "pysub/host_value.h"
#include "pysub/program.h"
#include "pysub/replay.h"
#include "pysub/sandbox.h"
#include "pysub/stop.h"

// What the handles of pysub.h point to. A pysub_value and a pysub_call are a HostValue and a
// FunctionCall themselves, so that what is inside of another value or a stop can be lent as it is.

struct pysub_error {
  pysub_status status;
  int number;  // of a PYSUB_FILE_ERROR
  std::string message;
};

struct pysub_buffer {
  std::string bytes;
};

struct pysub_program {
  pysub::Program program;
};

struct pysub_stop {
  pysub::Stop stop;
  std::vector<std::pair<std::string, pysub::HostValue>> fields;  // of an OsRequest
};

struct pysub_host {
  std::shared_ptr<pysub::Host> host = std::make_shared<pysub::Host>();
  std::set<std::string, std::less<>> names;
  // Sandboxes read it in their threads: nothing is added any more.
  mutable std::atomic<bool> settled{false};
  std::atomic<bool> busy{false};
};

struct pysub_reply {
  pysub::Reply reply;
};

struct pysub_promise {
  pysub::Host::Answer answer;
  std::atomic<bool> kept{false};
};

struct pysub_sandbox {
  std::optional<pysub::Sandbox> own;  // nothing: it is a replay's
  pysub::Sandbox* sandbox = nullptr;
  std::shared_ptr<pysub::Host> host;  // null: there is none
  pysub_stop last;
  std::atomic<bool> busy{false};
};

struct pysub_replay {
  pysub::Replay replay;
  pysub_sandbox view;  // its `busy` is the replay's, too
};

namespace pysub::c {

// The clock of a file system, if its host gave one. It is asked in the middle of operations, those
// of a sandbox too: what it does with the file system itself then is refused.
struct Clock final : files::Owner {
  int64_t NowNs() override {
    if (now_ns == nullptr) return 0;
    const bool was_busy = busy.exchange(true);
    const int64_t now = now_ns(context);
    busy.store(was_busy);
    return now;
  }

  int64_t (*now_ns)(void* context) = nullptr;
  void* context = nullptr;
  std::atomic<bool> busy{false};  // the handle's
};

}  // namespace pysub::c

struct pysub_files {
  std::shared_ptr<pysub::files::FileSystem> own;  // null: it is a shell's
  pysub::files::FileSystem* files = nullptr;
  pysub::c::Clock* clock = nullptr;  // that of `own`
  std::string directory = "/";
  pysub::files::Caller caller;        // its cwd is `directory`
  std::atomic<bool>* busy = nullptr;  // of the clock; a shell's: that of the shell
};

namespace pysub::c {

inline const HostValue& Inside(const pysub_value* value) {
  return *reinterpret_cast<const HostValue*>(value);
}
inline const pysub_value* Lent(const HostValue* value) {
  return reinterpret_cast<const pysub_value*>(value);
}
inline pysub_value* Owned(HostValue value) {
  return reinterpret_cast<pysub_value*>(new HostValue(std::move(value)));
}
inline const FunctionCall& Inside(const pysub_call* call) {
  return *reinterpret_cast<const FunctionCall*>(call);
}
inline const pysub_call* Lent(const FunctionCall* call) {
  return reinterpret_cast<const pysub_call*>(call);
}

inline pysub_text TextOf(std::string_view text) { return {text.data(), text.size()}; }
// With the size where it is wanted; "" where there is no text.
inline const char* Lent(std::string_view text, size_t* size) {
  if (size != nullptr) *size = text.size();
  return text.data() == nullptr ? "" : text.data();
}

}  // namespace pysub::c

#endif  // PYSUB_OSBRIDGE_BINDINGS_C_HANDLES_H_
