#include "osbridge/bindings/c/call.h"

#include <absl/strings/str_cat.h>

#include <cerrno>

#include "lexer/base/most_memory.h"
#include "pysub/version.h"

namespace pysub::c {
namespace {

absl::string_view Absl(std::string_view text) { return {text.data(), text.size()}; }

pysub_status StatusOf(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kOk:
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kAlreadyExists:
    case absl::StatusCode::kPermissionDenied:
    case absl::StatusCode::kResourceExhausted:
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kAborted:
    case absl::StatusCode::kOutOfRange:
    case absl::StatusCode::kUnimplemented:
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kDataLoss: return static_cast<pysub_status>(code);
    default: return PYSUB_INTERNAL;
  }
}

}  // namespace

std::string ErrorText(int number) {
  const char* text = strerrordesc_np(number);
  return text == nullptr ? absl::StrCat("Unknown error ", number) : text;
}

pysub_status Call::Fail(pysub_status status, std::string message, int number) {
  if (!ok()) return status_;
  status_ = status;
  if (error_ != nullptr) *error_ = new pysub_error{status, number, std::move(message)};
  return status_;
}

pysub_status Call::End(const absl::Status& status) {
  if (status.ok()) return status_;
  return Fail(StatusOf(status.code()), std::string(status.message()));
}

pysub_status Call::End(files::Status status) {
  if (status.ok()) return status_;
  return Fail(PYSUB_FILE_ERROR, ErrorText(status.error()), status.error());
}

bool Call::Given(const void* pointer, std::string_view what) {
  if (pointer == nullptr) Fail(PYSUB_INVALID_ARGUMENT, absl::StrCat(Absl(what), " is NULL"));
  return pointer != nullptr;
}

std::string_view Call::Text(const char* data, size_t size, std::string_view what) {
  if (data == nullptr) {
    if (size != 0) Given(data, what);
    return {};
  }
  if (size == PYSUB_TERMINATED) return data;
  if (size <= kMostBytes) return {data, size};
  Fail(PYSUB_INVALID_ARGUMENT, absl::StrCat(Absl(what), " cannot have ", size, " bytes"));
  return {};
}

bool Call::List(const void* items, size_t count, std::string_view what) {
  if (count > kMostItems) {
    Fail(PYSUB_INVALID_ARGUMENT, absl::StrCat(Absl(what), " cannot be so many: ", count));
    return false;
  }
  return count == 0 || Given(items, what);
}

std::vector<HostValue> Call::Values(const pysub_value* const* items, size_t count,
                                    std::string_view what) {
  std::vector<HostValue> values;
  if (!List(items, count, what)) return values;
  for (size_t i = 0; i < count && Given(items[i], "one of the values"); ++i) {
    values.push_back(Inside(items[i]));
  }
  return values;
}

std::vector<std::string> Call::Texts(const pysub_text* items, size_t count, std::string_view what) {
  std::vector<std::string> texts;
  if (!List(items, count, what)) return texts;
  for (size_t i = 0; i < count && ok(); ++i) texts.emplace_back(Text(items[i], what));
  return texts;
}

std::vector<std::pair<std::string, std::string>> Call::Variables(const pysub_variable* items,
                                                                 size_t count) {
  std::vector<std::pair<std::string, std::string>> variables;
  if (!List(items, count, "environment")) return variables;
  for (size_t i = 0; i < count && ok(); ++i) {
    variables.emplace_back(Text(items[i].name, "the name of a variable"),
                           Text(items[i].value, "the value of a variable"));
  }
  return variables;
}

bool Call::Among(int32_t number, int32_t last, std::string_view what) {
  if (number >= 0 && number <= last) return true;
  Fail(PYSUB_INVALID_ARGUMENT, absl::StrCat(Absl(what), " is none of 0 to ", last, ": ", number));
  return false;
}

bool Call::Reserved(int64_t reserved, std::string_view what) {
  if (reserved == 0) return true;
  Fail(PYSUB_UNIMPLEMENTED, absl::StrCat(Absl(what), ": reserved has to be 0, not ", reserved));
  return false;
}

bool Call::Memory(uint64_t limit, std::string_view what) {
  if (IsPossibleMemory(limit)) return true;
  Fail(PYSUB_INVALID_ARGUMENT, absl::StrCat(Absl(what), " is more than ", kMostMemory,
                                            ", the most where addresses have 32 bits: ", limit));
  return false;
}

bool Call::Take(std::atomic<bool>* busy) {
  if (busy->exchange(true, std::memory_order_acquire)) {
    Fail(PYSUB_IN_USE, "another call of this handle is under way, here or in another thread");
    return false;
  }
  busy_ = busy;
  return true;
}

bool Call::Sized(size_t struct_size, std::string_view what) {
  if (struct_size >= sizeof(size_t) && struct_size <= kMostStructBytes) return true;
  Fail(PYSUB_INVALID_ARGUMENT,
       absl::StrCat(Absl(what), ": the struct_size is ", struct_size, "; begin it with its _INIT"));
  return false;
}

void Call::Copy(const void* given, size_t given_size, void* options, size_t size,
                std::string_view what) {
  if (!Sized(given_size, what)) return;
  std::memcpy(options, given, std::min(given_size, size));
  const char* bytes = static_cast<const char*>(given);
  for (size_t i = size; i < given_size; ++i) {
    if (bytes[i] == 0) continue;
    Fail(PYSUB_UNIMPLEMENTED, absl::StrCat(Absl(what), " has a field that this pysub ",
                                           PYSUB_VERSION_STRING, " does not know"));
    return;
  }
}

}  // namespace pysub::c

using pysub::c::Lent;

int pysub_abi_version(void) { return PYSUB_ABI_VERSION; }

const char* pysub_version(void) { return pysub::LibraryVersion(); }

pysub_status pysub_error_status(const pysub_error* error) {
  return error == nullptr ? PYSUB_OK : error->status;
}

const char* pysub_error_message(const pysub_error* error, size_t* size) {
  return Lent(error == nullptr ? std::string_view() : error->message, size);
}

int pysub_error_number(const pysub_error* error) { return error == nullptr ? 0 : error->number; }

void pysub_error_free(pysub_error* error) { delete error; }

const char* pysub_status_name(pysub_status status) {
  switch (status) {
    case PYSUB_OK: return "OK";
    case PYSUB_INVALID_ARGUMENT: return "INVALID_ARGUMENT";
    case PYSUB_NOT_FOUND: return "NOT_FOUND";
    case PYSUB_ALREADY_EXISTS: return "ALREADY_EXISTS";
    case PYSUB_PERMISSION_DENIED: return "PERMISSION_DENIED";
    case PYSUB_RESOURCE_EXHAUSTED: return "RESOURCE_EXHAUSTED";
    case PYSUB_FAILED_PRECONDITION: return "FAILED_PRECONDITION";
    case PYSUB_ABORTED: return "ABORTED";
    case PYSUB_OUT_OF_RANGE: return "OUT_OF_RANGE";
    case PYSUB_UNIMPLEMENTED: return "UNIMPLEMENTED";
    case PYSUB_INTERNAL: return "INTERNAL";
    case PYSUB_UNAVAILABLE: return "UNAVAILABLE";
    case PYSUB_DATA_LOSS: return "DATA_LOSS";
    case PYSUB_FILE_ERROR: return "FILE_ERROR";
    case PYSUB_IN_USE: return "IN_USE";
    default: return "UNKNOWN";
  }
}

const char* pysub_buffer_data(const pysub_buffer* buffer, size_t* size) {
  if (buffer != nullptr) return Lent(buffer->bytes, size);
  if (size != nullptr) *size = 0;
  return nullptr;
}

void pysub_buffer_free(pysub_buffer* buffer) { delete buffer; }
