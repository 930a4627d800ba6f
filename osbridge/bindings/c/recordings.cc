#include "osbridge/bindings/c/call.h"

using namespace pysub::c;  // all that follows is outside of it

pysub_status pysub_sandbox_start_recording(pysub_sandbox* sandbox, uint64_t max_bytes,
                                           pysub_error** error) {
  Call call(error);
  if (!call.Use(sandbox)) return call.status();
  return call.End(max_bytes == 0 ? sandbox->sandbox->StartRecording()
                                 : sandbox->sandbox->StartRecording(max_bytes));
}
pysub_status pysub_sandbox_take_recording(pysub_sandbox* sandbox, pysub_buffer** result,
                                          pysub_error** error) {
  Call call(error);
  call.Result(result);
  if (!call.Use(sandbox)) return call.status();
  return call.Give(sandbox->sandbox->TakeRecording(), result);
}

pysub_status pysub_replay_open(const char* bytes, size_t size, const pysub_sandbox_options* options,
                               pysub_replay** result, pysub_error** error) {
  Call call(error);
  call.Result(result);
  const std::string_view text = call.Text(bytes, size, "the bytes");
  std::shared_ptr<pysub::Host> host;
  const pysub::SandboxOptions settings = SandboxOptionsOf(call, options, &host);
  if (!call.ok()) return call.status();
  absl::StatusOr<pysub::Replay> replay = pysub::Replay::Open(text, settings);
  if (!replay.ok()) return call.End(replay.status());
  *result = new pysub_replay{*std::move(replay), {}};
  (*result)->view.sandbox = &(*result)->replay.sandbox();
  return call.status();
}

pysub_status pysub_replay_free(pysub_replay* replay) {
  if (replay == nullptr) return PYSUB_OK;
  if (replay->view.busy.exchange(true)) return PYSUB_IN_USE;
  delete replay;
  return PYSUB_OK;
}

size_t pysub_replay_size(const pysub_replay* replay) {
  return replay == nullptr ? 0 : replay->replay.size();
}
size_t pysub_replay_position(const pysub_replay* replay) {
  return replay == nullptr ? 0 : replay->replay.position();
}

pysub_status pysub_replay_describe(pysub_replay* replay, size_t event, pysub_buffer** result,
                                   pysub_error** error) {
  Call call(error);
  call.Result(result);
  if (!call.Use(replay)) return call.status();
  if (event >= replay->replay.size()) {
    return call.Fail(PYSUB_OUT_OF_RANGE, "the recording has no such event");
  }
  return call.Give(replay->replay.Describe(event), result);
}

pysub_status pysub_replay_step(pysub_replay* replay, pysub_error** error) {
  Call call(error);
  if (!call.Use(replay)) return call.status();
  return call.End(replay->replay.Step());
}
pysub_status pysub_replay_run_to_end(pysub_replay* replay, pysub_error** error) {
  Call call(error);
  if (!call.Use(replay)) return call.status();
  return call.End(replay->replay.RunToEnd());
}

pysub_sandbox* pysub_replay_sandbox(pysub_replay* replay) {
  return replay == nullptr ? nullptr : &replay->view;
}
