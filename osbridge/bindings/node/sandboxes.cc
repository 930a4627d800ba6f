// Programs, sandboxes, stops, recordings.

#include "bridge.h"

namespace pysub_node {

// For each limit 0 (the default) or a number, PYSUB_UNLIMITED too.
pysub_limits ReadLimits(Reader& in, bool* given) {
  pysub_limits limits = PYSUB_LIMITS_INIT;
  *given = in.U8() != 0;
  if (!*given) return limits;
  limits.memory_bytes = in.U64();
  limits.duration_ns = in.U64();
  limits.allocations = in.U64();
  limits.steps = in.U64();
  limits.output_bytes = in.U64();
  limits.recursion_depth = in.U64();
  return limits;
}

namespace {

// ---- options

std::vector<pysub_text> ReadTexts(Reader& in) {
  std::vector<pysub_text> texts;
  for (uint32_t left = in.U32(); left > 0 && in.ok(); --left) texts.push_back(in.TextArgument());
  return texts;
}

struct ProgramOptions {
  explicit ProgramOptions(Reader& in) {
    options.file_name = in.TextArgument();
    if (options.file_name.size == 0) options.file_name = {};
    options.result = in.U8();
    options.echo = in.U8();
    options.from_file = in.U8();
  }
  pysub_program_options options = PYSUB_PROGRAM_OPTIONS_INIT;
};

// What a sandbox is made or restored with. It points into the request.
class SandboxOptions {
 public:
  explicit SandboxOptions(Request& request) {
    Reader& in = request.in;
    bool given = false;
    limits_ = ReadLimits(in, &given);
    if (given) options.limits = &limits_;
    ReadFeedLimits(in);
    ReadConversion(in);
    ReadPermissions(in);
    options.after_limit = in.U8();
    options.resolve_names = in.U8();
    options.replace_snapshot_limits = in.U8();
    if (const uint32_t number = in.U32(); number != 0) {
      options.files = static_cast<const pysub_files*>(request.Handle(number, Kind::kFiles));
      if (options.files == nullptr) {
        request.Refuse(PYSUB_FAILED_PRECONDITION, "the file system was closed");
      }
    }
    options.working_directory = in.TextArgument();
    if (options.working_directory.size == 0) options.working_directory = {};
    options.home = in.TextArgument();
    if (options.home.size == 0) options.home = {};
    module_path_ = ReadTexts(in);
    options.module_path = module_path_.data();
    options.module_path_count = module_path_.size();
    ReadEnvironment(in);
    arguments_ = ReadTexts(in);
    options.arguments = arguments_.data();
    options.argument_count = arguments_.size();
    if (in.U8() != 0) {
      options.standard_input = in.TextArgument();
      if (options.standard_input.data == nullptr) options.standard_input.data = "";
    }
    options.session_id = in.U64();
    options.virtual_time_ns = in.U64();
    options.entropy_seed = in.U64();
    options.snapshot_key = in.TextArgument();
    if (options.snapshot_key.size == 0) options.snapshot_key = {};
    options.on_output = OutputHere::Append;
    ReadInputs(request);
  }
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;

 private:
  void ReadFeedLimits(Reader& in) {
    if (in.U8() == 0) return;
    feed_limits_.duration_ns = in.U64();
    feed_limits_.allocations = in.U64();
    feed_limits_.steps = in.U64();
    feed_limits_.output_bytes = in.U64();
    feed_limits_.interrupt_after_ns = in.U64();
    options.feed_limits = &feed_limits_;
  }
  void ReadConversion(Reader& in) {
    if (in.U8() == 0) return;
    conversion_.max_values = in.U64();
    conversion_.max_bytes = in.U64();
    conversion_.max_depth = in.U64();
    conversion_.max_handles = in.U64();
    options.conversion = &conversion_;
  }
  void ReadPermissions(Reader& in) {
    if (in.U8() == 0) return;
    permissions_.standard_input = in.U8();
    permissions_.clock = in.U8();
    permissions_.sleep = in.U8();
    permissions_.entropy = in.U8();
    permissions_.environment = in.U8();
    permissions_.files_read = in.U8();
    permissions_.files_write = in.U8();
    permissions_.run_command = in.U8();
    options.permissions = &permissions_;
  }
  void ReadEnvironment(Reader& in) {
    if (in.U8() == 0) return;
    for (uint32_t left = in.U32(); left > 0 && in.ok(); --left) {
      const pysub_text name = in.TextArgument();
      environment_.push_back({name, in.TextArgument()});
    }
    static constexpr pysub_variable kNone[1] = {};
    options.environment = environment_.empty() ? kNone : environment_.data();
    options.environment_count = environment_.size();
  }
  void ReadInputs(Request& request) {
    for (uint32_t left = request.in.U32(); left > 0 && request.in.ok(); --left) {
      const pysub_text name = request.in.TextArgument();
      values_.push_back(request.Value());
      if (values_.back() == nullptr) return;
      inputs_.push_back({name, values_.back().get()});
    }
    options.inputs = inputs_.data();
    options.input_count = inputs_.size();
  }

  pysub_limits limits_;
  pysub_feed_limits feed_limits_ = PYSUB_FEED_LIMITS_INIT;
  pysub_conversion_limits conversion_ = PYSUB_CONVERSION_LIMITS_INIT;
  pysub_permissions permissions_ = PYSUB_PERMISSIONS_INIT;
  std::vector<pysub_text> module_path_, arguments_;
  std::vector<pysub_variable> environment_;
  std::vector<ValueHandle> values_;
  std::vector<pysub_input> inputs_;
};

// ---- programs

void ProgramCompile(Request& request) {
  const std::string_view source = request.in.Text();
  ProgramOptions made(request.in);
  pysub_program* program = nullptr;
  if (!request.Check(pysub_program_compile(source.data(), source.size(), &made.options, &program,
                                           request.error()))) {
    return;
  }
  request.Made(Kind::kProgram, program);
  const size_t count = pysub_program_mistake_count(program);
  request.out.U32(static_cast<uint32_t>(count));
  for (size_t i = 0; i < count; ++i) {
    pysub_mistake mistake = PYSUB_MISTAKE_INIT;
    if (!request.Check(pysub_program_mistake(program, i, &mistake, request.error()))) return;
    request.out.Text(mistake.type);
    request.out.Text(mistake.message);
    request.out.Text(mistake.text);
    request.out.U32(mistake.line);
    request.out.U32(static_cast<uint32_t>(mistake.column));
    request.out.U32(mistake.end_line);
    request.out.U32(static_cast<uint32_t>(mistake.end_column));
  }
}

void Free(Request& request) { request.Remove(request.in.U32()); }

// ---- stops

void WriteId(Writer& out, pysub_call_id id) {
  out.U64(id.session);
  out.U64(id.sequence);
}

using TextGetter = const char* (*)(const pysub_stop*, size_t*);
void WriteText(Writer& out, TextGetter get, const pysub_stop* stop) {
  size_t size = 0;
  const char* text = get(stop, &size);
  out.Text(View(text, size));
}

// 1 and the value, or 0 and why it cannot cross.
void WriteOrSay(Writer& out, const pysub_value* value) {
  const size_t before = out.size();
  out.U8(1);
  if (out.Value(value)) return;
  out.Resize(before);
  out.U8(0);
  out.Text(out.why());
}

void WriteRaised(Request& request, const pysub_stop* stop) {
  Writer& out = request.out;
  const pysub_value* value = pysub_stop_value(stop);
  size_t size = 0;
  const char* name = pysub_value_name(value, &size);
  out.Text(View(name, size));
  WriteText(out, pysub_stop_message, stop);
  WriteText(out, pysub_stop_traceback, stop);
  int status = 0;
  out.U8(pysub_stop_exit_status(stop, &status) != 0);
  out.U32(static_cast<uint32_t>(status));
  WriteText(out, pysub_stop_exit_message, stop);
  const size_t args = pysub_value_count(value);
  out.U32(static_cast<uint32_t>(args));
  for (size_t i = 0; i < args; ++i) WriteOrSay(out, pysub_value_item(value, i));
  const size_t frames = pysub_stop_frame_count(stop);
  out.U32(static_cast<uint32_t>(frames));
  for (size_t i = 0; i < frames; ++i) {
    pysub_frame frame = PYSUB_FRAME_INIT;
    if (!request.Check(pysub_stop_frame(stop, i, &frame, request.error()))) return;
    out.Text(frame.file_name);
    out.Text(frame.function);
    out.Text(frame.source_line);
    out.U32(frame.line);
    out.U32(frame.column);
    out.U32(frame.end_line);
    out.U32(frame.end_column);
  }
}

void WriteCall(Writer& out, const pysub_stop* stop) {
  const pysub_call* call = pysub_stop_call(stop);
  out.U32(static_cast<uint32_t>(pysub_call_count(call)));
  for (size_t i = 0; i < pysub_call_count(call); ++i) WriteOrSay(out, pysub_call_arg(call, i));
  out.U32(static_cast<uint32_t>(pysub_call_keyword_count(call)));
  for (size_t i = 0; i < pysub_call_keyword_count(call); ++i) {
    const char* name = nullptr;
    size_t size = 0;
    const pysub_value* value = pysub_call_keyword(call, i, &name, &size);
    out.Text(View(name, size));
    WriteOrSay(out, value);
  }
}

void WriteFields(Writer& out, const pysub_stop* stop) {
  out.U32(static_cast<uint32_t>(pysub_stop_field_count(stop)));
  for (size_t i = 0; i < pysub_stop_field_count(stop); ++i) {
    const char* name = nullptr;
    size_t size = 0;
    const pysub_value* value = pysub_stop_field(stop, i, &name, &size);
    out.Text(View(name, size));
    WriteOrSay(out, value);
  }
}

void WriteWaiting(Writer& out, const pysub_stop* stop) {
  const size_t count = pysub_stop_pending_count(stop);
  out.U32(static_cast<uint32_t>(count));
  for (size_t i = 0; i < count; ++i) WriteId(out, pysub_stop_pending(stop, i));
  int64_t sleep = 0;
  out.U8(pysub_stop_sleep(stop, &sleep) != 0);
  out.I64(sleep);
}

void WriteStop(Request& request, const pysub_stop* stop, pysub_stop_kind kind) {
  Writer& out = request.out;
  out.U8(static_cast<uint8_t>(kind));
  switch (kind) {
    case PYSUB_FINISHED:
      WriteText(out, pysub_stop_message, stop);
      return WriteOrSay(out, pysub_stop_value(stop));
    case PYSUB_RAISED: return WriteRaised(request, stop);
    case PYSUB_FUNCTION_CALL:
    case PYSUB_NAME_LOOKUP:
    case PYSUB_OS_CALL:
      WriteId(out, pysub_stop_id(stop));
      WriteText(out, pysub_stop_name, stop);
      if (kind == PYSUB_FUNCTION_CALL) WriteCall(out, stop);
      if (kind == PYSUB_OS_CALL) WriteFields(out, stop);
      return;
    case PYSUB_WAITING: return WriteWaiting(out, stop);
    case PYSUB_LIMIT_REACHED:
      out.U8(static_cast<uint8_t>(pysub_stop_limit(stop)));
      WriteText(out, pysub_stop_message, stop);
      WriteText(out, pysub_stop_traceback, stop);
      out.U8(static_cast<uint8_t>(pysub_stop_session_goes_on(stop)));
      return;
    default: return;
  }
}

// ---- sandboxes

void SandboxCreate(Request& request) {
  const pysub_program* program = request.Program();
  SandboxOptions made(request);
  pysub_sandbox* sandbox = nullptr;
  if (request.refused()) return;
  if (request.Check(pysub_sandbox_create(program, &made.options, &sandbox, request.error()))) {
    request.Made(Kind::kSandbox, sandbox);
  }
}

void SandboxRestore(Request& request) {
  const std::string_view bytes = request.in.Text();
  std::vector<const pysub_program*> programs;
  for (uint32_t left = request.in.U32(); left > 0 && request.in.ok(); --left) {
    programs.push_back(request.Program());
  }
  SandboxOptions made(request);
  pysub_sandbox* sandbox = nullptr;
  if (request.refused()) return;
  if (request.Check(pysub_sandbox_restore(bytes.data(), bytes.size(), &made.options,
                                          programs.data(), programs.size(), &sandbox,
                                          request.error()))) {
    request.Made(Kind::kSandbox, sandbox);
  }
}

void SandboxFork(Request& request) {
  pysub_sandbox* fork = nullptr;
  if (request.Check(pysub_sandbox_fork(request.Sandbox(), &fork, request.error()))) {
    request.Made(Kind::kSandbox, fork);
  }
}

uint64_t StepsOf(pysub_sandbox* sandbox) {
  pysub_usage usage = PYSUB_USAGE_INIT;
  return pysub_sandbox_usage(sandbox, &usage, nullptr) == PYSUB_OK ? usage.steps : 0;
}

// The output, the work that it took (where `counted`), and the stop.
void SandboxRun(Request& request) {
  pysub_sandbox* sandbox = request.Sandbox();
  const uint64_t fuel = request.in.U64();
  const bool counted = request.in.U8() != 0;
  OutputHere output;
  const uint64_t before = counted ? StepsOf(sandbox) : 0;
  const pysub_stop* stop = nullptr;
  const pysub_stop_kind kind = pysub_sandbox_run(sandbox, fuel, &stop, request.error());
  if (kind == PYSUB_ERROR) {
    request.Check(pysub_error_status(*request.error()));
    return;
  }
  output.WriteTo(request.out);
  request.out.U64(counted ? StepsOf(sandbox) - before : 0);
  WriteStop(request, stop, kind);
}

// Makes, runs to the first stop and, where that is an end, frees in one go.
void SandboxOnce(Request& request) {
  const pysub_program* program = request.Program();
  const uint64_t fuel = request.in.U64();
  SandboxOptions made(request);
  pysub_sandbox* sandbox = nullptr;
  if (request.refused()) return;
  if (!request.Check(pysub_sandbox_create(program, &made.options, &sandbox, request.error()))) {
    return;
  }
  OutputHere output;
  const pysub_stop* stop = nullptr;
  const pysub_stop_kind kind = pysub_sandbox_run(sandbox, fuel, &stop, request.error());
  if (kind == PYSUB_ERROR) {
    request.Check(pysub_error_status(*request.error()));
    pysub_sandbox_free(sandbox);
    return;
  }
  const bool ended = kind == PYSUB_FINISHED || kind == PYSUB_RAISED || kind == PYSUB_LIMIT_REACHED;
  output.WriteTo(request.out);
  if (!ended) {
    request.Made(Kind::kSandbox, sandbox);
    return WriteStop(request, stop, kind);
  }
  request.out.U32(0);
  WriteStop(request, stop, kind);
  pysub_sandbox_free(sandbox);
}

pysub_call_id ReadId(Reader& in) {
  const uint64_t session = in.U64();
  return {session, in.U64()};
}

void SandboxAnswer(Request& request) {
  pysub_sandbox* sandbox = request.Sandbox();
  const pysub_call_id id = ReadId(request.in);
  const ValueHandle value = request.Value();
  if (value == nullptr) return;
  request.Check(pysub_sandbox_answer(sandbox, id, value.get(), request.error()));
}

void SandboxRaise(Request& request) {
  pysub_sandbox* sandbox = request.Sandbox();
  const pysub_call_id id = ReadId(request.in);
  const std::string_view type = request.in.Text();
  const std::string_view message = request.in.Text();
  request.Check(pysub_sandbox_raise(sandbox, id, type.data(), type.size(), message.data(),
                                    message.size(), request.error()));
}

void SandboxRaiseValue(Request& request) {
  pysub_sandbox* sandbox = request.Sandbox();
  const pysub_call_id id = ReadId(request.in);
  const ValueHandle value = request.Value();
  if (value == nullptr) return;
  request.Check(pysub_sandbox_raise_value(sandbox, id, value.get(), request.error()));
}

void SandboxAnswerLater(Request& request) {
  pysub_sandbox* sandbox = request.Sandbox();
  request.Check(pysub_sandbox_answer_later(sandbox, ReadId(request.in), request.error()));
}

void SandboxAnswerUnknown(Request& request) {
  pysub_sandbox* sandbox = request.Sandbox();
  request.Check(pysub_sandbox_answer_unknown(sandbox, ReadId(request.in), request.error()));
}

void SandboxFeed(Request& request) {
  pysub_sandbox* sandbox = request.Sandbox();
  const std::string_view source = request.in.Text();
  ProgramOptions made(request.in);
  request.Check(
      pysub_sandbox_feed(sandbox, source.data(), source.size(), &made.options, request.error()));
}

void SandboxCall(Request& request) {
  pysub_sandbox* sandbox = request.Sandbox();
  const ValueHandle function = request.Value();
  std::vector<ValueHandle> values;
  std::vector<const pysub_value*> args;
  std::vector<pysub_input> keywords;
  for (uint32_t left = request.in.U32(); left > 0 && request.in.ok(); --left) {
    values.push_back(request.Value());
    args.push_back(values.back().get());
  }
  for (uint32_t left = request.in.U32(); left > 0 && request.in.ok(); --left) {
    const pysub_text name = request.in.TextArgument();
    values.push_back(request.Value());
    keywords.push_back({name, values.back().get()});
  }
  if (request.refused()) return;
  request.Check(pysub_sandbox_call(sandbox, function.get(), args.data(), args.size(),
                                   keywords.data(), keywords.size(), request.error()));
}

void SandboxGet(Request& request) {
  pysub_sandbox* sandbox = request.Sandbox();
  const std::string_view name = request.in.Text();
  pysub_value* value = nullptr;
  if (!request.Check(
          pysub_sandbox_get(sandbox, name.data(), name.size(), &value, request.error()))) {
    return;
  }
  request.Write(ValueHandle(value).get());
}

void SandboxSet(Request& request) {
  pysub_sandbox* sandbox = request.Sandbox();
  const std::string_view name = request.in.Text();
  const ValueHandle value = request.Value();
  if (value == nullptr) return;
  request.Check(pysub_sandbox_set(sandbox, name.data(), name.size(), value.get(), request.error()));
}

void SandboxReleaseHandles(Request& request) {
  request.Check(pysub_sandbox_release_handles(request.Sandbox(), request.error()));
}

void SandboxRenew(Request& request) {
  pysub_sandbox* sandbox = request.Sandbox();
  bool given = false;
  const pysub_limits limits = ReadLimits(request.in, &given);
  request.Check(pysub_sandbox_renew(sandbox, given ? &limits : nullptr, request.error()));
}

void SandboxUsage(Request& request) {
  pysub_usage usage = PYSUB_USAGE_INIT;
  if (!request.Check(pysub_sandbox_usage(request.Sandbox(), &usage, request.error()))) return;
  for (const uint64_t number : {usage.memory_bytes, usage.peak_memory_bytes, usage.allocations,
                                usage.steps, usage.output_bytes, usage.running_ns}) {
    request.out.U64(number);
  }
}

void SandboxSnapshot(Request& request) {
  pysub_sandbox* sandbox = request.Sandbox();
  pysub_snapshot_options options = PYSUB_SNAPSHOT_OPTIONS_INIT;
  options.without_source = request.in.U8();
  if (request.in.U8() != 0) {
    options.key = request.in.TextArgument();
    if (options.key.data == nullptr) options.key.data = "";
  }
  pysub_buffer* bytes = nullptr;
  if (request.Check(pysub_sandbox_snapshot(sandbox, &options, &bytes, request.error()))) {
    request.Write(bytes);
  }
}

void SelfTest(Request& request) { request.Check(pysub_self_test(request.error())); }

// ---- recordings

void SandboxStartRecording(Request& request) {
  pysub_sandbox* sandbox = request.Sandbox();
  request.Check(pysub_sandbox_start_recording(sandbox, request.in.U64(), request.error()));
}

void SandboxTakeRecording(Request& request) {
  pysub_buffer* bytes = nullptr;
  if (request.Check(pysub_sandbox_take_recording(request.Sandbox(), &bytes, request.error()))) {
    request.Write(bytes);
  }
}

void ReplayOpen(Request& request) {
  const std::string_view bytes = request.in.Text();
  bool given = false;
  const pysub_limits limits = ReadLimits(request.in, &given);
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  if (given) options.limits = &limits;
  options.on_output = OutputHere::Append;
  pysub_replay* replay = nullptr;
  if (request.Check(
          pysub_replay_open(bytes.data(), bytes.size(), &options, &replay, request.error()))) {
    request.Made(Kind::kReplay, replay);
  }
}

void ReplayPosition(Request& request) {
  const pysub_replay* replay = request.Replay();
  request.out.U32(static_cast<uint32_t>(pysub_replay_size(replay)));
  request.out.U32(static_cast<uint32_t>(pysub_replay_position(replay)));
}

void ReplayDescribe(Request& request) {
  pysub_replay* replay = request.Replay();
  pysub_buffer* line = nullptr;
  if (request.Check(pysub_replay_describe(replay, request.in.U32(), &line, request.error()))) {
    request.Write(line);
  }
}

void ReplayStep(Request& request) {
  pysub_replay* replay = request.Replay();
  const bool all = request.in.U8() != 0;
  OutputHere output;
  if (request.Check(all ? pysub_replay_run_to_end(replay, request.error())
                        : pysub_replay_step(replay, request.error()))) {
    output.WriteTo(request.out);
  }
}

void ReplaySandbox(Request& request) {
  pysub_sandbox* sandbox = pysub_replay_sandbox(request.Replay());
  if (sandbox == nullptr) {
    request.Refuse(PYSUB_INVALID_ARGUMENT, "a replay is wanted");
    return;
  }
  request.Made(Kind::kSandbox, sandbox, request.Owner());
}

constexpr Operation kOperations[] = {
    {"program.compile", ProgramCompile},
    {"free", Free},
    {"sandbox.create", SandboxCreate},
    {"sandbox.restore", SandboxRestore},
    {"sandbox.fork", SandboxFork},
    {"sandbox.run", SandboxRun},
    {"sandbox.once", SandboxOnce},
    {"sandbox.answer", SandboxAnswer},
    {"sandbox.raise", SandboxRaise},
    {"sandbox.raiseValue", SandboxRaiseValue},
    {"sandbox.answerLater", SandboxAnswerLater},
    {"sandbox.answerUnknown", SandboxAnswerUnknown},
    {"sandbox.feed", SandboxFeed},
    {"sandbox.call", SandboxCall},
    {"sandbox.get", SandboxGet},
    {"sandbox.set", SandboxSet},
    {"sandbox.releaseHandles", SandboxReleaseHandles},
    {"sandbox.renew", SandboxRenew},
    {"sandbox.usage", SandboxUsage},
    {"sandbox.snapshot", SandboxSnapshot},
    {"sandbox.startRecording", SandboxStartRecording},
    {"sandbox.takeRecording", SandboxTakeRecording},
    {"replay.open", ReplayOpen},
    {"replay.position", ReplayPosition},
    {"replay.describe", ReplayDescribe},
    {"replay.step", ReplayStep},
    {"replay.sandbox", ReplaySandbox},
    {"selfTest", SelfTest},
};

}  // namespace

std::span<const Operation> SandboxOperations() { return kOperations; }

}  // namespace pysub_node
