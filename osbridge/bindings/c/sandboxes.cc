// Sandboxes of pysub.h: making them, running, answers, sessions, bytes.

#include "osbridge/bindings/c/call.h"

namespace pysub::c {
namespace {

// What an OsCall asks for, by name, as values.
struct FieldsOf {
  std::vector<std::pair<std::string, HostValue>>* fields;

  void Add(std::string_view name, HostValue value) { fields->emplace_back(name, std::move(value)); }
  void operator()(std::string_view name, const std::string& text) { Add(name, HostValue(text)); }
  void operator()(std::string_view name, bool flag) { Add(name, HostValue(flag)); }
  void operator()(std::string_view name, int64_t number) { Add(name, HostValue(number)); }
  void operator()(std::string_view name, uint64_t number) { Add(name, HostValue(number)); }
  void operator()(std::string_view name, const std::optional<int64_t>& number) {
    Add(name, number ? HostValue(*number) : HostValue());
  }
  void operator()(std::string_view name, os::Now::Clock clock) {
    Add(name, HostValue(static_cast<int>(clock)));
  }
  void Bytes(std::string_view name, const std::string& bytes) {
    Add(name, HostValue::Bytes(bytes));
  }
};

void Take(Stop stop, pysub_stop* last) {
  last->stop = std::move(stop);
  last->fields.clear();
  const auto* request = std::get_if<OsRequest>(&last->stop);
  if (request == nullptr) return;
  std::visit(
      [last](const auto& call) {
        std::remove_cvref_t<decltype(call)>::Fields(call, FieldsOf{&last->fields});
      },
      request->call);
}

pysub_status Give(Call& call, absl::StatusOr<Sandbox> made, std::shared_ptr<Host> host,
                  pysub_sandbox** result) {
  if (!made.ok()) return call.End(made.status());
  auto* handle = new pysub_sandbox;
  handle->own.emplace(*std::move(made));
  handle->sandbox = &*handle->own;
  handle->host = std::move(host);
  *result = handle;
  return call.status();
}

pysub_status Answer(Call& call, pysub_sandbox* sandbox, pysub_call_id id, Reply reply) {
  if (!call.Use(sandbox)) return call.status();
  return call.End(sandbox->sandbox->Answer({id.session, id.sequence}, std::move(reply)));
}

std::vector<std::pair<std::string, HostValue>> KeywordsOf(Call& call, const pysub_input* items,
                                                          size_t count) {
  std::vector<std::pair<std::string, HostValue>> keywords;
  if (!call.List(items, count, "keywords")) return keywords;
  for (size_t i = 0; i < count && call.ok(); ++i) {
    const std::string_view name = call.Text(items[i].name, "the name of a keyword");
    if (!call.Given(items[i].value, "the value of a keyword")) break;
    keywords.emplace_back(name, Inside(items[i].value));
  }
  return keywords;
}

}  // namespace
}  // namespace pysub::c

using namespace pysub::c;  // all that follows is outside of it
using pysub::Sandbox;

pysub_status pysub_sandbox_create(const pysub_program* program,
                                  const pysub_sandbox_options* options, pysub_sandbox** result,
                                  pysub_error** error) {
  Call call(error);
  call.Result(result);
  call.Given(program, "the program");
  std::shared_ptr<pysub::Host> host;
  const pysub::SandboxOptions settings = SandboxOptionsOf(call, options, &host);
  if (!call.ok()) return call.status();
  return Give(call, Sandbox::Create(program->program, settings), std::move(host), result);
}

pysub_status pysub_sandbox_restore(const char* bytes, size_t size,
                                   const pysub_sandbox_options* options,
                                   const pysub_program* const* programs, size_t program_count,
                                   pysub_sandbox** result, pysub_error** error) {
  Call call(error);
  call.Result(result);
  const std::string_view text = call.Text(bytes, size, "the bytes");
  std::shared_ptr<pysub::Host> host;
  const pysub::SandboxOptions settings = SandboxOptionsOf(call, options, &host);
  std::vector<pysub::Program> known;
  if (call.List(programs, program_count, "programs")) {
    for (size_t i = 0; i < program_count && call.Given(programs[i], "a program"); ++i) {
      known.push_back(programs[i]->program);
    }
  }
  if (!call.ok()) return call.status();
  return Give(call, Sandbox::Restore(text, settings, known), std::move(host), result);
}

pysub_status pysub_sandbox_fork(pysub_sandbox* sandbox, pysub_sandbox** result,
                                pysub_error** error) {
  Call call(error);
  call.Result(result);
  if (!call.Use(sandbox)) return call.status();
  return Give(call, sandbox->sandbox->Fork(), sandbox->host, result);
}

pysub_status pysub_sandbox_free(pysub_sandbox* sandbox) {
  if (sandbox == nullptr) return PYSUB_OK;
  if (!sandbox->own) return PYSUB_FAILED_PRECONDITION;
  if (sandbox->busy.exchange(true)) return PYSUB_IN_USE;
  delete sandbox;
  return PYSUB_OK;
}

pysub_stop_kind pysub_sandbox_run(pysub_sandbox* sandbox, uint64_t fuel, const pysub_stop** stop,
                                  pysub_error** error) {
  Call call(error);
  call.Result(stop);
  if (!call.Use(sandbox)) return PYSUB_ERROR;
  Sandbox& running = *sandbox->sandbox;
  const pysub::Host* host = sandbox->host.get();
  if (fuel == PYSUB_UNLIMITED) {
    Take(host == nullptr ? running.Run() : host->Run(running), &sandbox->last);
  } else {
    Take(host == nullptr ? running.RunFor(fuel) : host->RunFor(running, fuel), &sandbox->last);
  }
  *stop = &sandbox->last;
  return pysub_stop_get_kind(*stop);
}

pysub_status pysub_sandbox_answer(pysub_sandbox* sandbox, pysub_call_id id,
                                  const pysub_value* value, pysub_error** error) {
  Call call(error);
  if (!call.Given(value, "the value")) return call.status();
  return Answer(call, sandbox, id, Inside(value));
}
pysub_status pysub_sandbox_raise(pysub_sandbox* sandbox, pysub_call_id id, const char* type,
                                 size_t type_size, const char* message, size_t message_size,
                                 pysub_error** error) {
  Call call(error);
  return Answer(call, sandbox, id, ExceptionOf(call, type, type_size, message, message_size));
}
pysub_status pysub_sandbox_raise_value(pysub_sandbox* sandbox, pysub_call_id id,
                                       const pysub_value* exception, pysub_error** error) {
  Call call(error);
  return Answer(call, sandbox, id, ExceptionOf(call, exception));
}
pysub_status pysub_sandbox_answer_later(pysub_sandbox* sandbox, pysub_call_id id,
                                        pysub_error** error) {
  Call call(error);
  return Answer(call, sandbox, id, pysub::Later());
}
pysub_status pysub_sandbox_answer_unknown(pysub_sandbox* sandbox, pysub_call_id id,
                                          pysub_error** error) {
  Call call(error);
  return Answer(call, sandbox, id, pysub::NoSuchName());
}

// (These two in signal handlers, too: nothing is allocated.)
pysub_status pysub_sandbox_cancel(pysub_sandbox* sandbox) {
  if (sandbox == nullptr) return PYSUB_INVALID_ARGUMENT;
  sandbox->sandbox->Cancel();
  return PYSUB_OK;
}
pysub_status pysub_sandbox_interrupt(pysub_sandbox* sandbox) {
  if (sandbox == nullptr) return PYSUB_INVALID_ARGUMENT;
  sandbox->sandbox->Interrupt();
  return PYSUB_OK;
}

pysub_status pysub_sandbox_feed(pysub_sandbox* sandbox, const char* source, size_t size,
                                const pysub_program_options* options, pysub_error** error) {
  Call call(error);
  const std::string_view text = call.Text(source, size, "source");
  const pysub::ProgramOptions settings = ProgramOptionsOf(call, options);
  if (!call.Use(sandbox)) return call.status();
  return call.End(sandbox->sandbox->Feed(text, settings));
}

pysub_status pysub_sandbox_call(pysub_sandbox* sandbox, const pysub_value* function,
                                const pysub_value* const* args, size_t arg_count,
                                const pysub_input* keywords, size_t keyword_count,
                                pysub_error** error) {
  Call call(error);
  call.Given(function, "the function");
  const auto values = call.Values(args, arg_count, "args");
  const auto named = KeywordsOf(call, keywords, keyword_count);
  if (!call.Use(sandbox)) return call.status();
  return call.End(sandbox->sandbox->Call(Inside(function), values, named));
}

pysub_status pysub_sandbox_get(pysub_sandbox* sandbox, const char* name, size_t size,
                               pysub_value** result, pysub_error** error) {
  Call call(error);
  call.Result(result);
  const std::string_view text = call.Text(name, size, "the name");
  if (!call.Use(sandbox)) return call.status();
  return call.Give(sandbox->sandbox->Get(text), result);
}
pysub_status pysub_sandbox_set(pysub_sandbox* sandbox, const char* name, size_t size,
                               const pysub_value* value, pysub_error** error) {
  Call call(error);
  const std::string_view text = call.Text(name, size, "the name");
  call.Given(value, "the value");
  if (!call.Use(sandbox)) return call.status();
  return call.End(sandbox->sandbox->Set(text, Inside(value)));
}

pysub_status pysub_sandbox_release_handles(pysub_sandbox* sandbox, pysub_error** error) {
  Call call(error);
  if (call.Use(sandbox)) sandbox->sandbox->ReleaseHandles();
  return call.status();
}

pysub_status pysub_sandbox_renew(pysub_sandbox* sandbox, const pysub_limits* limits,
                                 pysub_error** error) {
  Call call(error);
  const pysub::SandboxLimits wanted = LimitsOf(call, limits);
  if (!call.Use(sandbox)) return call.status();
  return call.End(sandbox->sandbox->Renew(wanted));
}

pysub_status pysub_sandbox_take_output(pysub_sandbox* sandbox, pysub_stream stream,
                                       pysub_buffer** result, pysub_error** error) {
  Call call(error);
  call.Result(result);
  if (stream != PYSUB_STDOUT && stream != PYSUB_STDERR) {
    call.Fail(PYSUB_INVALID_ARGUMENT, "the stream is neither PYSUB_STDOUT nor PYSUB_STDERR");
  }
  if (!call.Use(sandbox)) return call.status();
  const bool is_out = stream == PYSUB_STDOUT;
  return call.Give(sandbox->sandbox->TakeOutput(is_out ? pysub::OutputStream::kOut
                                                       : pysub::OutputStream::kError),
                   result);
}

pysub_status pysub_sandbox_usage(pysub_sandbox* sandbox, pysub_usage* result, pysub_error** error) {
  Call call(error);
  if (!call.Use(sandbox)) return call.status();
  const pysub::Usage usage = sandbox->sandbox->usage();
  pysub_usage answer = PYSUB_USAGE_INIT;
  answer.memory_bytes = usage.memory_bytes;
  answer.peak_memory_bytes = usage.peak_memory_bytes;
  answer.allocations = usage.allocations;
  answer.steps = usage.steps;
  answer.output_bytes = usage.output_bytes;
  answer.running_ns = static_cast<uint64_t>(usage.running.count());
  return call.Fill(answer, result);
}

pysub_status pysub_sandbox_snapshot(pysub_sandbox* sandbox, const pysub_snapshot_options* options,
                                    pysub_buffer** result, pysub_error** error) {
  Call call(error);
  call.Result(result);
  const auto given = call.Options(options, "pysub_snapshot_options");
  call.Reserved(given.reserved, "pysub_snapshot_options");
  pysub::SnapshotOptions settings;
  settings.with_source = given.without_source == 0;
  settings.key = std::string(call.Text(given.key, "the key"));
  if (given.key.data != nullptr && settings.key.empty()) {
    call.Fail(PYSUB_INVALID_ARGUMENT, "the key is empty");
  }
  if (!call.Use(sandbox)) return call.status();
  return call.Give(sandbox->sandbox->Snapshot(settings), result);
}

pysub_status pysub_self_test(pysub_error** error) {
  Call call(error);
  return call.End(Sandbox::SelfTest());
}
