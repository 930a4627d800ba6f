#ifndef PYSUB_OSBRIDGE_BINDINGS_NODE_BRIDGE_H_
#define PYSUB_OSBRIDGE_BINDINGS_NODE_BRIDGE_H_

// pysub.h by messages. A request is the number of an operation and its arguments; a reply is a
// status and what came of it. Handles are numbers in a table: one that is wrong or was freed is an
// error.

#include <pysub.h>

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "wire.h"

namespace pysub_node {

// (libc++ has no std::mutex where there is one thread: there a lock is nothing.)
#if defined(__wasm__)
struct Mutex {
  void lock() {}
  void unlock() {}
};
#else
using Mutex = std::mutex;
#endif

enum class Kind : uint8_t { kProgram, kSandbox, kFiles, kShell, kReplay, kValue };

// A handle of pysub.h, freed when nobody uses it any more.
class Object {
 public:
  Object(Kind kind, void* handle) : kind_(kind), handle_(handle) {}
  // (A part of something: the files of a shell, the sandbox of a replay.)
  Object(Kind kind, void* handle, std::shared_ptr<Object> owner)
      : kind_(kind), handle_(handle), owner_(std::move(owner)) {}
  ~Object();
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  Kind kind() const { return kind_; }
  void* handle() const { return handle_; }

  // Of a shell: what it has asked, and what it was told (shells.cc).
  std::shared_ptr<void> talk;

 private:
  Kind kind_;
  void* handle_;
  std::shared_ptr<Object> owner_;
};

// Who made a call: functions of JavaScript that a script calls are asked of it, wherever it runs.
class Caller {
 public:
  virtual ~Caller() = default;
  // What JavaScript answers to these bytes; false: it threw, or is gone.
  virtual bool Ask(std::string_view question, std::string* answer) = 0;
};

// All handles of one JavaScript world. Used by many threads.
class Bridge {
 public:
  // Any request gives a reply. `caller` is used inside only.
  std::string Call(std::string_view request, Caller* caller);
  // Ends or interrupts what runs, from any thread. False: there is no such sandbox or shell.
  bool Stop(uint32_t number, bool interrupt);
  // The numbers of operations follow this list.
  static std::vector<std::string_view> Operations();

  uint32_t Add(std::shared_ptr<Object> object);
  std::shared_ptr<Object> Find(uint32_t number);
  void Remove(uint32_t number);

 private:
  Mutex mutex_;
  std::unordered_map<uint32_t, std::shared_ptr<Object>> objects_;
  uint32_t last_ = 0;
};

// One request while it is served.
class Request : public Keeper {
 public:
  Request(Bridge& bridge, std::string_view bytes) : in(bytes, this), out(this), bridge_(bridge) {}
  ~Request() override { pysub_error_free(error_); }

  uint32_t Keep(const pysub_value* value) override {
    return bridge_.Add(std::make_shared<Object>(Kind::kValue, pysub_value_copy(value)));
  }
  const pysub_value* Kept(uint32_t number) override {
    return static_cast<const pysub_value*>(Handle(number, Kind::kValue));
  }

  // The handle of the number that is read next; null: it is none of this kind, which pysub.h
  // refuses. It lives as long as the request.
  pysub_program* Program() { return static_cast<pysub_program*>(Next(Kind::kProgram)); }
  pysub_sandbox* Sandbox() { return static_cast<pysub_sandbox*>(Next(Kind::kSandbox)); }
  pysub_files* Files() { return static_cast<pysub_files*>(Next(Kind::kFiles)); }
  pysub_shell* Shell() { return static_cast<pysub_shell*>(Next(Kind::kShell)); }
  pysub_replay* Replay() { return static_cast<pysub_replay*>(Next(Kind::kReplay)); }
  void* Next(Kind kind) { return Handle(in.U32(), kind); }
  void* Handle(uint32_t number, Kind kind);
  std::shared_ptr<Object> Owner() const { return used_.empty() ? nullptr : used_.back(); }
  // A new handle, whose number is the reply.
  void Made(Kind kind, void* handle, std::shared_ptr<Object> owner = nullptr) {
    out.U32(bridge_.Add(std::make_shared<Object>(kind, handle, std::move(owner))));
  }
  void Made(std::shared_ptr<Object> object) { out.U32(bridge_.Add(std::move(object))); }
  void Remove(uint32_t number) { bridge_.Remove(number); }

  // Where a function puts its error; and what it said: false, and the reply is that error.
  pysub_error** error() { return &error_; }
  bool Check(pysub_status status);
  bool Refuse(pysub_status status, std::string_view message);
  // A value that was read: null, and the reply is what is wrong with it.
  ValueHandle Value();
  void Write(const pysub_value* value);
  void Write(pysub_buffer* buffer);

  bool refused() const { return status_ != PYSUB_OK; }
  std::string Reply();

  Reader in;
  Writer out;

 private:
  Bridge& bridge_;
  std::vector<std::shared_ptr<Object>> used_;
  pysub_error* error_ = nullptr;
  pysub_status status_ = PYSUB_OK;
  int number_ = 0;
  std::string message_;
};

struct Operation {
  std::string_view name;
  void (*function)(Request& request);
};
std::span<const Operation> SandboxOperations();
std::span<const Operation> FilesOperations();
std::span<const Operation> ShellOperations();

// What programs and scripts of this thread write from here to the end of the block.
class OutputHere {
 public:
  OutputHere();
  ~OutputHere();
  OutputHere(const OutputHere&) = delete;
  OutputHere& operator=(const OutputHere&) = delete;
  // Stream and text of each piece.
  void WriteTo(Writer& out) const;
  // For on_output of pysub.h.
  static void Append(void* context, pysub_stream stream, const char* text, size_t size);

 private:
  std::vector<std::pair<pysub_stream, std::string>> pieces_;
  OutputHere* before_;
};

// Who made the call that this thread serves.
Caller* CallerHere();

// Options that several operations read.
struct FilesOptions {
  explicit FilesOptions(Reader& in);
  pysub_files_options options;
  bool given;
};
pysub_limits ReadLimits(Reader& in, bool* given);

}  // namespace pysub_node

#endif  // PYSUB_OSBRIDGE_BINDINGS_NODE_BRIDGE_H_
