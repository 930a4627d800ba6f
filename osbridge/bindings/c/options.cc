// The options of pysub.h as those of the C++ API.

#include "osbridge/bindings/c/call.h"

namespace pysub::c {
namespace {

FeedLimits FeedLimitsOf(Call& call, const pysub_feed_limits* given) {
  const auto options = call.Options(given, "pysub_feed_limits");
  FeedLimits limits;
  limits.duration = DurationOf(options.duration_ns, std::nullopt);
  limits.allocations = LimitOf(options.allocations, std::nullopt);
  limits.steps = LimitOf(options.steps, std::nullopt);
  limits.output_bytes = LimitOf(options.output_bytes, std::nullopt);
  limits.interrupt_after = DurationOf(options.interrupt_after_ns, std::nullopt);
  return limits;
}

ConversionLimits ConversionOf(Call& call, const pysub_conversion_limits* given) {
  const auto options = call.Options(given, "pysub_conversion_limits");
  ConversionLimits limits;
  if (options.max_values != 0) limits.max_values = options.max_values;
  if (options.max_bytes != 0) limits.max_bytes = options.max_bytes;
  limits.max_depth = NumberOf(options.max_depth, limits.max_depth);
  if (options.max_handles != 0) limits.max_handles = options.max_handles;
  return limits;
}

void Permit(Call& call, pysub_permission given, std::string_view what, Permission* permission) {
  if (!call.Among(given, PYSUB_BY_HOST, what) || given == PYSUB_BY_DEFAULT) return;
  constexpr Permission kPermissions[] = {Permission::kVirtual, Permission::kDenied,
                                         Permission::kHost};
  *permission = kPermissions[given - PYSUB_BY_SANDBOX];
}

Permissions PermissionsOf(Call& call, const pysub_permissions* given) {
  const auto options = call.Options(given, "pysub_permissions");
  Permissions result;
  Permit(call, options.standard_input, "standard_input", &result.standard_input);
  Permit(call, options.clock, "clock", &result.clock);
  Permit(call, options.sleep, "sleep", &result.sleep);
  Permit(call, options.entropy, "entropy", &result.entropy);
  Permit(call, options.environment, "environment", &result.environment);
  Permit(call, options.files_read, "files_read", &result.files_read);
  Permit(call, options.files_write, "files_write", &result.files_write);
  Permit(call, options.run_command, "run_command", &result.run_command);
  return result;
}

// What the program finds when it starts.
void TakeGivens(Call& call, const pysub_sandbox_options& options, SandboxOptions* result) {
  if (call.List(options.inputs, options.input_count, "inputs")) {
    for (size_t i = 0; i < options.input_count && call.ok(); ++i) {
      const std::string_view name = call.Text(options.inputs[i].name, "the name of an input");
      if (!call.Given(options.inputs[i].value, "the value of an input")) return;
      result->inputs.emplace_back(name, Inside(options.inputs[i].value));
    }
  }
  if (options.environment != nullptr) {
    result->environment.emplace();
    for (auto& [name, value] : call.Variables(options.environment, options.environment_count)) {
      result->environment->insert_or_assign(std::move(name), std::move(value));
    }
  }
  result->arguments = call.Texts(options.arguments, options.argument_count, "arguments");
  result->module_path = call.Texts(options.module_path, options.module_path_count, "module_path");
  if (options.standard_input.data != nullptr) {
    result->standard_input = std::string(call.Text(options.standard_input, "standard_input"));
  }
}

void TakeCallbacks(const pysub_sandbox_options& options, SandboxOptions* result) {
  void* const context = options.context;
  if (auto* output = options.on_output) {
    result->on_output = [output, context](OutputStream stream, std::string_view text) {
      output(context, stream == OutputStream::kOut ? PYSUB_STDOUT : PYSUB_STDERR, text.data(),
             text.size());
    };
  }
  if (auto* audit = options.on_audit) {
    result->on_audit = [audit, context](std::string_view line) {
      audit(context, line.data(), line.size());
    };
  }
  if (auto* cancelled = options.is_cancelled) {
    result->is_cancelled = [cancelled, context] { return cancelled(context) != 0; };
  }
}

void TakeFiles(Call& call, const pysub_files* files, SandboxOptions* result) {
  if (files == nullptr) return;
  result->file_system = files->own;
  if (files->own == nullptr) call.Fail(PYSUB_INVALID_ARGUMENT, "files: these are a shell's");
}

}  // namespace

SandboxLimits LimitsOf(Call& call, const pysub_limits* given) {
  const auto options = call.Options(given, "pysub_limits");
  SandboxLimits limits;
  limits.memory_bytes = LimitOf(options.memory_bytes, limits.memory_bytes);
  limits.duration = DurationOf(options.duration_ns, limits.duration);
  limits.allocations = LimitOf(options.allocations, limits.allocations);
  limits.steps = LimitOf(options.steps, limits.steps);
  limits.output_bytes = LimitOf(options.output_bytes, limits.output_bytes);
  limits.recursion_depth = NumberOf(options.recursion_depth, limits.recursion_depth);
  return limits;
}

SandboxOptions SandboxOptionsOf(Call& call, const pysub_sandbox_options* given,
                                std::shared_ptr<Host>* host) {
  const auto options = call.Options(given, "pysub_sandbox_options");
  call.Reserved(options.reserved, "pysub_sandbox_options");
  SandboxOptions result;
  result.limits = LimitsOf(call, options.limits);
  result.feed_limits = FeedLimitsOf(call, options.feed_limits);
  result.conversion = ConversionOf(call, options.conversion);
  result.permissions = PermissionsOf(call, options.permissions);
  if (call.Among(options.after_limit, PYSUB_AFTER_LIMIT_BEFORE_FEED, "after_limit") &&
      options.after_limit != PYSUB_AFTER_LIMIT_NOTHING) {
    result.after_limit = AfterLimit::kBeforeFeed;
  }
  result.resolve_names = options.resolve_names != 0;
  result.replace_snapshot_limits = options.replace_snapshot_limits != 0;
  const auto text = [&](const pysub_text& from, std::string_view what, std::string* to) {
    if (from.data != nullptr) *to = std::string(call.Text(from, what));
  };
  text(options.working_directory, "working_directory", &result.working_directory);
  text(options.home, "home", &result.home);
  text(options.snapshot_key, "snapshot_key", &result.snapshot_key);
  result.session_id = options.session_id;
  result.entropy_seed = options.entropy_seed;
  result.virtual_time = DurationOf(options.virtual_time_ns, result.virtual_time)
                            .value_or(std::chrono::nanoseconds::max());
  TakeGivens(call, options, &result);
  TakeCallbacks(options, &result);
  TakeFiles(call, options.files, &result);
  if (options.host != nullptr && call.ok()) {
    options.host->settled.store(true);
    *host = options.host->host;
    call.End((*host)->AddTo(&result));
  }
  return result;
}

}  // namespace pysub::c
