// Stops of pysub.h, and the calls in them.

#include "osbridge/bindings/c/call.h"

namespace pysub::c {
namespace {

template <typename T>
const T* As(const pysub_stop* stop) {
  return stop == nullptr ? nullptr : std::get_if<T>(&stop->stop);
}

constexpr pysub_call_id kNoId = {0, 0};

pysub_call_id IdOf(const CallId& id) { return {id.session, id.sequence}; }

}  // namespace
}  // namespace pysub::c

using namespace pysub::c;  // all that follows is outside of it

pysub_call_id pysub_call_get_id(const pysub_call* call) {
  return call == nullptr ? kNoId : IdOf(Inside(call).id);
}
const char* pysub_call_name(const pysub_call* call, size_t* size) {
  return Lent(call == nullptr ? std::string_view() : Inside(call).name, size);
}
size_t pysub_call_count(const pysub_call* call) {
  return call == nullptr ? 0 : Inside(call).args.size();
}
const pysub_value* pysub_call_arg(const pysub_call* call, size_t index) {
  return index < pysub_call_count(call) ? Lent(&Inside(call).args[index]) : nullptr;
}
size_t pysub_call_keyword_count(const pysub_call* call) {
  return call == nullptr ? 0 : Inside(call).kwargs.size();
}
const pysub_value* pysub_call_keyword(const pysub_call* call, size_t index, const char** name,
                                      size_t* size) {
  const bool there = index < pysub_call_keyword_count(call);
  const char* text = Lent(there ? Inside(call).kwargs[index].first : std::string_view(), size);
  if (name != nullptr) *name = text;
  return there ? Lent(&Inside(call).kwargs[index].second) : nullptr;
}

const pysub_value* pysub_call_parameter(const pysub_call* call, const char* name, size_t size) {
  Call checked(nullptr);
  const std::string_view wanted = checked.Text(name, size, "the name");
  if (call == nullptr || !checked.ok()) return nullptr;
  const pysub::FunctionCall& made = Inside(call);
  for (const auto& [key, value] : made.kwargs) {
    if (key == wanted) return Lent(&value);
  }
  for (size_t i = 0; i < made.parameters.size() && i < made.args.size(); ++i) {
    if (made.parameters[i] == wanted) return Lent(&made.args[i]);
  }
  return nullptr;
}

pysub_stop* pysub_stop_copy(const pysub_stop* stop) {
  return stop == nullptr ? nullptr : new pysub_stop(*stop);
}
void pysub_stop_free(pysub_stop* stop) { delete stop; }

pysub_stop_kind pysub_stop_get_kind(const pysub_stop* stop) {
  if (stop == nullptr) return PYSUB_ERROR;
  static_assert(
      std::is_same_v<std::variant_alternative_t<PYSUB_FINISHED - 1, pysub::Stop>, pysub::Finished>);
  static_assert(
      std::is_same_v<std::variant_alternative_t<PYSUB_RAISED - 1, pysub::Stop>, pysub::Raised>);
  static_assert(std::is_same_v<std::variant_alternative_t<PYSUB_FUNCTION_CALL - 1, pysub::Stop>,
                               pysub::FunctionCall>);
  static_assert(std::is_same_v<std::variant_alternative_t<PYSUB_NAME_LOOKUP - 1, pysub::Stop>,
                               pysub::NameLookup>);
  static_assert(
      std::is_same_v<std::variant_alternative_t<PYSUB_OS_CALL - 1, pysub::Stop>, pysub::OsRequest>);
  static_assert(
      std::is_same_v<std::variant_alternative_t<PYSUB_WAITING - 1, pysub::Stop>, pysub::Waiting>);
  static_assert(std::is_same_v<std::variant_alternative_t<PYSUB_OUT_OF_FUEL - 1, pysub::Stop>,
                               pysub::OutOfFuel>);
  static_assert(std::is_same_v<std::variant_alternative_t<PYSUB_LIMIT_REACHED - 1, pysub::Stop>,
                               pysub::LimitReached>);
  return static_cast<pysub_stop_kind>(stop->stop.index()) + PYSUB_FINISHED;
}

const pysub_value* pysub_stop_value(const pysub_stop* stop) {
  if (const auto* finished = As<pysub::Finished>(stop)) return Lent(&finished->value);
  const auto* raised = As<pysub::Raised>(stop);
  return raised == nullptr ? nullptr : Lent(&raised->exception);
}

const char* pysub_stop_message(const pysub_stop* stop, size_t* size) {
  if (const auto* finished = As<pysub::Finished>(stop)) return Lent(finished->error, size);
  if (const auto* limit = As<pysub::LimitReached>(stop)) return Lent(limit->message, size);
  const auto* raised = As<pysub::Raised>(stop);
  return Lent(raised == nullptr ? std::string_view() : raised->message, size);
}

const char* pysub_stop_traceback(const pysub_stop* stop, size_t* size) {
  if (const auto* limit = As<pysub::LimitReached>(stop)) return Lent(limit->traceback, size);
  const auto* raised = As<pysub::Raised>(stop);
  return Lent(raised == nullptr ? std::string_view() : raised->traceback, size);
}

size_t pysub_stop_frame_count(const pysub_stop* stop) {
  const auto* raised = As<pysub::Raised>(stop);
  return raised == nullptr ? 0 : raised->frames.size();
}

pysub_status pysub_stop_frame(const pysub_stop* stop, size_t index, pysub_frame* result,
                              pysub_error** error) {
  Call call(error);
  if (!call.Given(stop, "the stop")) return call.status();
  if (index >= pysub_stop_frame_count(stop)) {
    return call.Fail(PYSUB_OUT_OF_RANGE, "the traceback has no more lines");
  }
  const pysub::TracebackFrame& line = As<pysub::Raised>(stop)->frames[index];
  pysub_frame frame = PYSUB_FRAME_INIT;
  frame.file_name = TextOf(line.file_name);
  frame.function = TextOf(line.function);
  frame.source_line = TextOf(line.source_line);
  frame.line = line.line;
  frame.column = line.column;
  frame.end_line = line.end_line;
  frame.end_column = line.end_column;
  return call.Fill(frame, result);
}

int pysub_stop_exit_status(const pysub_stop* stop, int* result) {
  const auto* raised = As<pysub::Raised>(stop);
  if (raised == nullptr || !raised->exit_status || result == nullptr) return 0;
  *result = *raised->exit_status;
  return 1;
}
const char* pysub_stop_exit_message(const pysub_stop* stop, size_t* size) {
  const auto* raised = As<pysub::Raised>(stop);
  const bool there = raised != nullptr && raised->exit_message;
  return Lent(there ? std::string_view(*raised->exit_message) : std::string_view(), size);
}

pysub_call_id pysub_stop_id(const pysub_stop* stop) {
  if (const auto* call = As<pysub::FunctionCall>(stop)) return IdOf(call->id);
  if (const auto* lookup = As<pysub::NameLookup>(stop)) return IdOf(lookup->id);
  const auto* request = As<pysub::OsRequest>(stop);
  return request == nullptr ? kNoId : IdOf(request->id);
}
const pysub_call* pysub_stop_call(const pysub_stop* stop) {
  return Lent(As<pysub::FunctionCall>(stop));
}

const char* pysub_stop_name(const pysub_stop* stop, size_t* size) {
  if (const auto* call = As<pysub::FunctionCall>(stop)) return Lent(call->name, size);
  if (const auto* lookup = As<pysub::NameLookup>(stop)) return Lent(lookup->name, size);
  const auto* request = As<pysub::OsRequest>(stop);
  return Lent(request == nullptr ? std::string_view() : pysub::kOsCallNames[request->call.index()],
              size);
}

size_t pysub_stop_field_count(const pysub_stop* stop) {
  return stop == nullptr ? 0 : stop->fields.size();
}
const pysub_value* pysub_stop_field(const pysub_stop* stop, size_t index, const char** name,
                                    size_t* size) {
  const bool there = index < pysub_stop_field_count(stop);
  const char* text = Lent(there ? stop->fields[index].first : std::string_view(), size);
  if (name != nullptr) *name = text;
  return there ? Lent(&stop->fields[index].second) : nullptr;
}
const pysub_value* pysub_stop_field_named(const pysub_stop* stop, const char* name, size_t size) {
  Call call(nullptr);
  const std::string_view wanted = call.Text(name, size, "the name");
  if (stop == nullptr || !call.ok()) return nullptr;
  for (const auto& [field, value] : stop->fields) {
    if (field == wanted) return Lent(&value);
  }
  return nullptr;
}

size_t pysub_stop_pending_count(const pysub_stop* stop) {
  const auto* waiting = As<pysub::Waiting>(stop);
  return waiting == nullptr ? 0 : waiting->pending.size();
}
pysub_call_id pysub_stop_pending(const pysub_stop* stop, size_t index) {
  if (index >= pysub_stop_pending_count(stop)) return kNoId;
  return IdOf(As<pysub::Waiting>(stop)->pending[index]);
}
int pysub_stop_sleep(const pysub_stop* stop, int64_t* nanoseconds) {
  const auto* waiting = As<pysub::Waiting>(stop);
  if (waiting == nullptr || !waiting->sleep_ns || nanoseconds == nullptr) return 0;
  *nanoseconds = *waiting->sleep_ns;
  return 1;
}

pysub_limit pysub_stop_limit(const pysub_stop* stop) {
  const auto* reached = As<pysub::LimitReached>(stop);
  if (reached == nullptr) return PYSUB_LIMIT_NONE;
  switch (reached->limit) {
    case pysub::LimitKind::kMemory: return PYSUB_LIMIT_MEMORY;
    case pysub::LimitKind::kDuration: return PYSUB_LIMIT_DURATION;
    case pysub::LimitKind::kAllocations: return PYSUB_LIMIT_ALLOCATIONS;
    case pysub::LimitKind::kSteps: return PYSUB_LIMIT_STEPS;
    case pysub::LimitKind::kOutput: return PYSUB_LIMIT_OUTPUT;
    case pysub::LimitKind::kCancelled: return PYSUB_LIMIT_CANCELLED;
  }
  return PYSUB_LIMIT_NONE;
}
int pysub_stop_session_goes_on(const pysub_stop* stop) {
  const auto* reached = As<pysub::LimitReached>(stop);
  return reached != nullptr && reached->session_goes_on;
}

pysub_buffer* pysub_stop_describe(const pysub_stop* stop) {
  return stop == nullptr ? nullptr : new pysub_buffer{pysub::Describe(stop->stop)};
}
