#ifndef PYSUB_OSBRIDGE_BINDINGS_C_CALL_H_
#define PYSUB_OSBRIDGE_BINDINGS_C_CALL_H_

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "osbridge/bindings/c/handles.h"

namespace pysub::c {

// More than half of the address space is no text, and no list has so many items: what was given is
// a number that went wrong, and is not looked at.
inline constexpr size_t kMostBytes = PTRDIFF_MAX;
inline constexpr size_t kMostItems = INT32_MAX;
// What a struct of options can be large, in any release: a larger size was never set.
inline constexpr size_t kMostStructBytes = 4096;

// One call of a function of pysub.h, from its arguments to its status. What was given is checked
// piece by piece; the first mistake is the one that is told, and after it the pieces are empty.
//
//   Call call(error);
//   call.Result(result);
//   const std::string_view text = call.Text(name, size, "name");
//   if (!call.Use(sandbox)) return call.status();
//   return call.Give(sandbox->sandbox->Get(text), result);
class Call {
 public:
  explicit Call(pysub_error** error) : error_(error) {
    if (error_ != nullptr) *error_ = nullptr;
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call() {
    if (busy_ != nullptr) busy_->store(false, std::memory_order_release);
  }

  bool ok() const { return status_ == PYSUB_OK; }
  pysub_status status() const { return status_; }

  // ---- what was given
  // A place for a result, which has to be there; it is empty until Give().
  template <typename T>
  void Result(T** result) {
    if (Given(result, "result")) *result = nullptr;
  }
  bool Given(const void* pointer, std::string_view what);
  std::string_view Text(const char* data, size_t size, std::string_view what);
  std::string_view Text(const pysub_text& text, std::string_view what) {
    return Text(text.data, text.size, what);
  }
  // Whether a list of so many items can be there.
  bool List(const void* items, size_t count, std::string_view what);
  std::vector<HostValue> Values(const pysub_value* const* items, size_t count,
                                std::string_view what);
  std::vector<std::string> Texts(const pysub_text* items, size_t count, std::string_view what);
  std::vector<std::pair<std::string, std::string>> Variables(const pysub_variable* items,
                                                             size_t count);
  // A struct as this library knows it: what an older caller has not is 0, and so has to be what a
  // newer one has more.
  template <typename T>
  T Options(const T* given, std::string_view what) {
    T options{};
    if (given != nullptr) Copy(given, given->struct_size, &options, sizeof(T), what);
    options.struct_size = sizeof(T);
    return options;
  }
  // One of the numbers from 0 to `last`.
  bool Among(int32_t number, int32_t last, std::string_view what);
  // A field without a meaning yet, of a struct that begins with its _INIT (others may have been
  // filled field by field): what it will mean one day must not be what was left in it.
  bool Reserved(int64_t reserved, std::string_view what);
  // A limit of memory that is possible here (lexer/base/most_memory.h).
  bool Memory(uint64_t limit, std::string_view what);

  // The handle is there, nothing was wrong so far, and nobody else uses it: until the call is over.
  template <typename Handle>
  bool Use(Handle* handle) {
    return Given(handle, "the handle") && ok() && Take(BusyOf(handle));
  }

  // ---- how it went
  pysub_status Fail(pysub_status status, std::string message, int number = 0);
  pysub_status End(const absl::Status& status);
  // Of files: 0, or the number of an error.
  pysub_status End(files::Status status);
  template <typename T, typename R>
  pysub_status Give(absl::StatusOr<T> answer, R** result) {
    if (!answer.ok()) return End(answer.status());
    return Give(*std::move(answer), result);
  }
  template <typename T, typename R>
  pysub_status Give(files::Result<T> answer, R** result) {
    if (!answer.ok()) return End(answer.status());
    return Give(*std::move(answer), result);
  }
  pysub_status Give(std::string bytes, pysub_buffer** result) {
    if (ok()) *result = new pysub_buffer{std::move(bytes)};
    return status_;
  }
  pysub_status Give(HostValue value, pysub_value** result) {
    if (ok()) *result = Owned(std::move(value));
    return status_;
  }
  // Whether there is a struct for a result; asked before something is done that cannot be undone.
  template <typename T>
  bool Room(const T* result) {
    return Given(result, "result") && Sized(result->struct_size, "result");
  }
  // As much of a struct as the caller has room for.
  template <typename T>
  pysub_status Fill(T answer, T* result) {
    if (!Room(result)) return status_;
    answer.struct_size = result->struct_size;
    std::memcpy(result, &answer, std::min(sizeof(T), answer.struct_size));
    return status_;
  }

 private:
  static std::atomic<bool>* BusyOf(pysub_files* handle) { return handle->busy; }
  static std::atomic<bool>* BusyOf(pysub_replay* handle) { return &handle->view.busy; }
  template <typename Handle>
  static std::atomic<bool>* BusyOf(Handle* handle) {
    return &handle->busy;
  }
  bool Take(std::atomic<bool>* busy);
  bool Sized(size_t struct_size, std::string_view what);
  void Copy(const void* given, size_t given_size, void* options, size_t size,
            std::string_view what);

  pysub_error** error_;
  pysub_status status_ = PYSUB_OK;
  std::atomic<bool>* busy_ = nullptr;
};

// ---- options, for the shell too

SandboxLimits LimitsOf(Call& call, const pysub_limits* given);
files::Limits FileLimitsOf(Call& call, const pysub_files_options* given);
files::MountOptions MountOptionsOf(Call& call, const pysub_mount_options* given);
// All but the host, which `*host` gets.
SandboxOptions SandboxOptionsOf(Call& call, const pysub_sandbox_options* given,
                                std::shared_ptr<Host>* host);
ProgramOptions ProgramOptionsOf(Call& call, const pysub_program_options* given);
HostException ExceptionOf(Call& call, const pysub_value* exception);
HostException ExceptionOf(Call& call, const char* type, size_t type_size, const char* message,
                          size_t message_size);

// What Linux says of an error number, in English whatever the host's locale is.
std::string ErrorText(int number);

// 0: `preset`; PYSUB_UNLIMITED: nothing.
inline std::optional<uint64_t> LimitOf(uint64_t given, std::optional<uint64_t> preset) {
  if (given == 0) return preset;
  if (given == PYSUB_UNLIMITED) return std::nullopt;
  return given;
}
// The same of nanoseconds, which end at 292 years: what is more is as good as none.
inline std::optional<std::chrono::nanoseconds> DurationOf(
    uint64_t given, std::optional<std::chrono::nanoseconds> preset) {
  if (given == 0) return preset;
  if (given > INT64_MAX) return std::nullopt;
  return std::chrono::nanoseconds(static_cast<int64_t>(given));
}
// 0: `preset`; of 32 bits, where more is as good as the most.
inline uint32_t NumberOf(uint64_t given, uint32_t preset) {
  if (given == 0) return preset;
  return static_cast<uint32_t>(std::min<uint64_t>(given, UINT32_MAX));
}

}  // namespace pysub::c

#endif  // PYSUB_OSBRIDGE_BINDINGS_C_CALL_H_
