#include "bridge.h"

#include <utility>

namespace pysub_node {
namespace {

constinit thread_local OutputHere* output_here = nullptr;
constinit thread_local Caller* caller_here = nullptr;

const std::vector<Operation>& All() {
  static const std::vector<Operation>* const all = [] {
    auto* operations = new std::vector<Operation>;
    for (const auto list : {SandboxOperations(), FilesOperations(), ShellOperations()}) {
      operations->insert(operations->end(), list.begin(), list.end());
    }
    return operations;
  }();
  return *all;
}

}  // namespace

Object::~Object() {
  if (owner_ != nullptr) return;
  switch (kind_) {
    case Kind::kProgram: pysub_program_free(static_cast<pysub_program*>(handle_)); return;
    case Kind::kSandbox: pysub_sandbox_free(static_cast<pysub_sandbox*>(handle_)); return;
    case Kind::kFiles: pysub_files_free(static_cast<pysub_files*>(handle_)); return;
    case Kind::kShell: pysub_shell_free(static_cast<pysub_shell*>(handle_)); return;
    case Kind::kReplay: pysub_replay_free(static_cast<pysub_replay*>(handle_)); return;
    case Kind::kValue: pysub_value_free(static_cast<pysub_value*>(handle_)); return;
  }
}

std::string Bridge::Call(std::string_view bytes, Caller* caller) {
  Caller* const before = std::exchange(caller_here, caller);
  std::string reply;
  {
    Request request(*this, bytes);
    const uint32_t number = request.in.U32();
    if (number < All().size()) {
      All()[number].function(request);
    } else {
      request.Refuse(PYSUB_UNIMPLEMENTED, "there is no such operation");
    }
    reply = request.Reply();
  }
  caller_here = before;
  return reply;
}

std::vector<std::string_view> Bridge::Operations() {
  std::vector<std::string_view> names;
  for (const Operation& operation : All()) names.push_back(operation.name);
  return names;
}

bool Bridge::Stop(uint32_t number, bool interrupt) {
  const std::shared_ptr<Object> object = Find(number);
  if (object == nullptr) return false;
  if (object->kind() == Kind::kShell && !interrupt) {
    return pysub_shell_cancel(static_cast<pysub_shell*>(object->handle())) == PYSUB_OK;
  }
  if (object->kind() != Kind::kSandbox) return false;
  auto* sandbox = static_cast<pysub_sandbox*>(object->handle());
  return (interrupt ? pysub_sandbox_interrupt(sandbox) : pysub_sandbox_cancel(sandbox)) == PYSUB_OK;
}

uint32_t Bridge::Add(std::shared_ptr<Object> object) {
  const std::lock_guard lock(mutex_);
  do {
    ++last_;  // after 2^32 handles numbers come again, never one that is in use
  } while (last_ == 0 || objects_.contains(last_));
  objects_.emplace(last_, std::move(object));
  return last_;
}

std::shared_ptr<Object> Bridge::Find(uint32_t number) {
  const std::lock_guard lock(mutex_);
  const auto found = objects_.find(number);
  return found == objects_.end() ? nullptr : found->second;
}

void Bridge::Remove(uint32_t number) {
  std::shared_ptr<Object> last;  // ends behind the lock
  const std::lock_guard lock(mutex_);
  const auto found = objects_.find(number);
  if (found == objects_.end()) return;
  last = std::move(found->second);
  objects_.erase(found);
}

// ---- requests

void* Request::Handle(uint32_t number, Kind kind) {
  std::shared_ptr<Object> object = bridge_.Find(number);
  if (object == nullptr || object->kind() != kind) return nullptr;
  used_.push_back(std::move(object));
  return used_.back()->handle();
}

bool Request::Check(pysub_status status) {
  if (status == PYSUB_OK) return true;
  size_t size = 0;
  const char* message = pysub_error_message(error_, &size);
  number_ = pysub_error_number(error_);
  Refuse(status, View(message, size));
  pysub_error_free(std::exchange(error_, nullptr));
  return false;
}

bool Request::Refuse(pysub_status status, std::string_view message) {
  if (status_ != PYSUB_OK) return false;
  status_ = status;
  message_ = message;
  return false;
}

ValueHandle Request::Value() {
  ValueHandle value = in.Value();
  if (value == nullptr) Refuse(PYSUB_INVALID_ARGUMENT, in.mistake());
  return value;
}

void Request::Write(const pysub_value* value) {
  if (!out.Value(value)) Refuse(PYSUB_INVALID_ARGUMENT, out.why());
}

void Request::Write(pysub_buffer* buffer) {
  size_t size = 0;
  const char* data = pysub_buffer_data(buffer, &size);
  if (size > UINT32_MAX) {
    Refuse(PYSUB_RESOURCE_EXHAUSTED, "more than 4 GiB");
  } else {
    out.Text(View(data, size));
  }
  pysub_buffer_free(buffer);
}

std::string Request::Reply() {
  if (!in.ok()) Refuse(PYSUB_INTERNAL, "the request is cut short");
  if (status_ != PYSUB_OK) {
    out.Resize(0);
    out.U8(0);
    out.U32(static_cast<uint32_t>(status_));
    out.U32(static_cast<uint32_t>(number_));
    out.Text(message_);
    return out.Take();
  }
  return "\1" + out.Take();
}

// ---- output

OutputHere::OutputHere() : before_(std::exchange(output_here, this)) {}
OutputHere::~OutputHere() { output_here = before_; }

void OutputHere::Append(void*, pysub_stream stream, const char* text, size_t size) {
  if (output_here == nullptr) return;
  auto& pieces = output_here->pieces_;
  if (pieces.empty() || pieces.back().first != stream) pieces.emplace_back(stream, "");
  pieces.back().second.append(text, size);
}

void OutputHere::WriteTo(Writer& out) const {
  out.U32(static_cast<uint32_t>(pieces_.size()));
  for (const auto& [stream, text] : pieces_) {
    out.U8(static_cast<uint8_t>(stream));
    out.Text(text);
  }
}

Caller* CallerHere() { return caller_here; }

}  // namespace pysub_node
