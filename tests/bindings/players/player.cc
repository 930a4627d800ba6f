// The player in C++: serves the requests of tests/bindings/play_scenarios.py, a line of JSON each,
// by the public headers.
#include <pysub/host.h>
#include <pysub/host_value_json.h>
#include <pysub/sandbox.h>
#include <pysub/shell/shell.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <thread>

namespace {

using pysub::HostValue;
using pysub::Sandbox;
using pysub::Shell;

std::array<std::optional<Sandbox>, 4> sandboxes;
std::optional<Shell> shell;
HostValue request;
std::vector<std::pair<HostValue, HostValue>> reply;

void Give(std::string_view key, HostValue value) { reply.emplace_back(key, std::move(value)); }

HostValue Field(std::string_view name) {
  const HostValue* found = request.Find(name);
  return found == nullptr ? HostValue() : *found;
}

// (Not of a temporary: the text lives in the request.)
std::string_view Text(std::string_view name) {
  const HostValue* found = request.Find(name);
  return found == nullptr ? std::string_view() : found->text();
}

void GiveStatus(const absl::Status& status) {
  if (status.ok()) return;
  Give("refused", std::string_view(status.message().data(), status.message().size()));
  const bool snapshot = absl::IsDataLoss(status) || absl::IsPermissionDenied(status);
  Give("kind", snapshot ? "snapshot" : "state");
}

void GiveBytes(const absl::StatusOr<std::string>& bytes) {
  if (!bytes.ok()) return GiveStatus(bytes.status());
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  for (const char byte : *bytes) {
    hex += kDigits[static_cast<unsigned char>(byte) >> 4];
    hex += kDigits[static_cast<unsigned char>(byte) & 15];
  }
  Give("bytes", hex);
}

std::string Bytes() {
  const std::string hex(Text("bytes"));
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

std::optional<uint64_t> Limit(std::string_view name, std::optional<uint64_t> otherwise) {
  const HostValue limits = Field("limits");
  const HostValue* found = limits.Find(name);
  return found == nullptr || !found->as_int() ? otherwise : uint64_t(*found->as_int());
}

void SetOptions(pysub::SandboxOptions* options) {
  pysub::SandboxLimits& limits = options->limits;
  limits.memory_bytes = Limit("memory_bytes", limits.memory_bytes);
  limits.allocations = Limit("allocations", limits.allocations);
  limits.steps = Limit("steps", limits.steps);
  limits.output_bytes = Limit("output_bytes", limits.output_bytes);
  const HostValue given = Field("limits");
  if (const HostValue* seconds = given.Find("seconds"); seconds != nullptr && seconds->as_double())
    limits.duration = std::chrono::nanoseconds(int64_t(*seconds->as_double() * 1e9));
  const HostValue permitted = Field("host");
  for (const HostValue& name : permitted.items()) {
    if (name.text() == "clock") options->permissions.clock = pysub::Permission::kHost;
    if (name.text() == "standard_input")
      options->permissions.standard_input = pysub::Permission::kHost;
    if (name.text() == "environment") options->permissions.environment = pysub::Permission::kHost;
  }
  options->resolve_names = !Field("names").is_none();
}

// An OsCall's fields, as numbers and texts.
struct FieldsOf {
  std::vector<std::pair<HostValue, HostValue>>* fields;
  template <typename T>
  void operator()(std::string_view name, const T& field) const {
    if constexpr (std::is_enum_v<T>) {
      fields->emplace_back(name, static_cast<int64_t>(field));
    } else if constexpr (std::is_convertible_v<T, HostValue>) {
      fields->emplace_back(name, HostValue(field));
    } else {
      fields->emplace_back(name, field ? HostValue(*field) : HostValue());
    }
  }
  void Bytes(std::string_view name, std::string_view field) const {
    fields->emplace_back(name, HostValue::Bytes(field));
  }
};

void GiveId(pysub::CallId id) {
  Give("id", std::to_string(id.session) + "." + std::to_string(id.sequence));
}

pysub::CallId Id() {
  const std::string text(Text("id"));
  return {std::strtoull(text.c_str(), nullptr, 10),
          std::strtoull(text.substr(text.find('.') + 1).c_str(), nullptr, 10)};
}

void GiveStop(const pysub::Stop& stop) {
  std::visit(pysub::Overloaded{
                 [](const pysub::Finished& end) {
                   Give("stop", "Finished");
                   Give("value", end.value);
                 },
                 [](const pysub::Raised& raised) {
                   Give("stop", "Raised");
                   Give("type", raised.exception.name());
                   Give("message", raised.message);
                 },
                 [](const pysub::FunctionCall& call) {
                   Give("stop", "FunctionCall");
                   Give("name", call.name);
                   Give("args", HostValue::List(call.args));
                   std::vector<std::pair<HostValue, HostValue>> kwargs;
                   for (const auto& [name, value] : call.kwargs) kwargs.emplace_back(name, value);
                   Give("kwargs", HostValue::Dict(kwargs));
                   GiveId(call.id);
                 },
                 [](const pysub::NameLookup& lookup) {
                   Give("stop", "NameLookup");
                   Give("name", lookup.name);
                   GiveId(lookup.id);
                 },
                 [](const pysub::OsRequest& asked) {
                   Give("stop", "OsCall");
                   Give("name", pysub::kOsCallNames[asked.call.index()]);
                   std::vector<std::pair<HostValue, HostValue>> fields;
                   std::visit([&](const auto& call) { call.Fields(call, FieldsOf{&fields}); },
                              asked.call);
                   Give("fields", HostValue::Dict(fields));
                   GiveId(asked.id);
                 },
                 [](const pysub::Waiting& waiting) {
                   Give("stop", "Waiting");
                   Give("pending", int64_t(waiting.pending.size()));
                   Give("sleeps", waiting.sleep_ns.has_value());
                 },
                 [](const pysub::OutOfFuel&) { Give("stop", "OutOfFuel"); },
                 [](const pysub::LimitReached& limit) {
                   Give("stop", "LimitReached");
                   Give("limit", pysub::LimitName(limit.limit));
                 },
             },
             stop);
}

void Step(Sandbox& sandbox, const pysub::Host& host = {}) {
  const HostValue fuel = Field("fuel");
  GiveStop(fuel.as_int() ? host.RunFor(sandbox, uint64_t(*fuel.as_int())) : host.Run(sandbox));
  Give("stdout", sandbox.TakeOutput());
  Give("stderr", sandbox.TakeOutput(pysub::OutputStream::kError));
}

template <typename Handle>
std::jthread CancelSoon(Handle& handle) {
  return std::jthread([&handle] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    handle.Cancel();
  });
}

bool Create(size_t slot, pysub::SandboxOptions options) {
  SetOptions(&options);
  const HostValue inputs = Field("inputs");
  for (size_t i = 0; i < inputs.items().size(); i += 2)
    options.inputs.emplace_back(inputs.items()[i].text(), inputs.items()[i + 1]);
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(pysub::Program::Compile(Text("code")), options);
  GiveStatus(sandbox.status());
  if (sandbox.ok()) sandboxes[slot].emplace(*std::move(sandbox));
  return sandbox.ok();
}

// A program to its end, with functions that answer by themselves.
void Run() {
  pysub::Host host;
  const HostValue functions = Field("functions");
  for (const HostValue& name : functions.items()) {
    if (name.text() == "add") {
      host.Function("add(a, b)", "", [](HostValue a, HostValue b) {
        if (a.as_int() && b.as_int()) return HostValue(*a.as_int() + *b.as_int());
        return HostValue(std::string(a.text()) + std::string(b.text()));
      });
    } else if (name.text() == "echo") {
      host.Function("echo(value)", "", [](HostValue value) { return value; });
    } else {
      host.Function("fail(message)", "", [](std::string_view message) -> pysub::Reply {
        return pysub::HostException("ValueError", message);
      });
    }
  }
  pysub::SandboxOptions options;
  if (const absl::Status added = host.AddTo(&options); !added.ok()) return GiveStatus(added);
  if (Create(0, options)) Step(*sandboxes[0], host);
  sandboxes[0].reset();
}

pysub::Reply ReplyFor(std::string_view op) {
  if (op == "raise") return pysub::HostException(std::string(Text("type")), Text("message"));
  if (op == "later") return pysub::Later{};
  if (op == "unknown") return pysub::NoSuchName{};
  return Field("value");
}

void GiveResult(const pysub::ExecResult& result) {
  Give("exit_code", result.exit_code);
  Give("limited", result.limit != pysub::ShellLimit::kNone);
  Give("stdout", result.stdout_text);
  Give("stderr", result.stderr_text);
}

void ServeShell(std::string_view op) {
  if (op == "shell_create" || op == "shell_load") {
    Shell::Builder builder;
    builder.Python();
    const HostValue files = Field("files");
    for (size_t i = 0; op == "shell_create" && i < files.items().size(); i += 2)
      builder.File(std::string(files.items()[i].text()), std::string(files.items()[i + 1].text()));
    absl::StatusOr<Shell> made = op == "shell_load" ? builder.Restore(Bytes()) : builder.Build();
    GiveStatus(made.status());
    if (made.ok()) shell.emplace(*std::move(made));
  } else if (op == "shell_dump") {
    GiveBytes(shell->Snapshot());
  } else if (op == "shell_start") {
    shell->Start(Text("script"));
  } else if (op == "shell_step") {
    const std::optional<pysub::ExecResult> result =
        shell->RunFor(uint64_t(Field("fuel").as_int().value_or(1000)));
    Give("ended", result.has_value());
    if (result) GiveResult(*result);
  } else if (op == "shell_read") {
    const auto text = shell->files().ReadFile({}, Text("path"));
    if (text.ok()) {
      Give("text", *text);
    } else {
      Give("refused", "a file error");
    }
  } else {
    std::optional<std::jthread> thread;
    if (op == "shell_cancel") thread = CancelSoon(*shell);
    GiveResult(shell->Exec(Text("script")));
  }
}

void Serve() {
  const std::string_view op = Text("op");
  const size_t slot = size_t(Field("slot").as_int().value_or(0)) % sandboxes.size();
  if (op.substr(0, 6) == "shell_") return ServeShell(op);
  if (op == "run") return Run();
  if (op == "create") {
    pysub::SandboxOptions options;
    const HostValue functions = Field("functions");
    for (const HostValue& name : functions.items())
      options.inputs.emplace_back(name.text(), HostValue::HostFunction(name.text()));
    Create(slot, options);
    return;
  }
  if (op == "load") {
    pysub::SandboxOptions options;
    SetOptions(&options);
    absl::StatusOr<Sandbox> loaded = Sandbox::Restore(Bytes(), options);
    GiveStatus(loaded.status());
    if (loaded.ok()) sandboxes[slot].emplace(*std::move(loaded));
    return;
  }
  if (op == "close") return sandboxes[slot].reset();
  if (!sandboxes[slot]) {  // in C++ there is no such handle
    Give("refused", "there is no sandbox");
    Give("kind", "state");
    return;
  }
  Sandbox& sandbox = *sandboxes[slot];
  if (op == "step") {
    Step(sandbox);
  } else if (op == "cancel_step") {
    const std::jthread thread = CancelSoon(sandbox);
    Step(sandbox);
  } else if (op == "dump") {
    GiveBytes(sandbox.Snapshot());
  } else if (op == "feed") {
    GiveStatus(sandbox.Feed(Text("code")));
  } else if (op == "get") {
    const absl::StatusOr<HostValue> value = sandbox.Get(Text("name"));
    GiveStatus(value.status());
    if (value.ok()) Give("value", *value);
  } else if (op == "set") {
    GiveStatus(sandbox.Set(Text("name"), Field("value")));
  } else if (op == "fork") {
    absl::StatusOr<Sandbox> fork = sandbox.Fork();
    GiveStatus(fork.status());
    if (fork.ok())
      sandboxes[size_t(Field("to").as_int().value_or(1)) % 4].emplace(*std::move(fork));
  } else {
    GiveStatus(sandbox.Answer(Id(), ReplyFor(op)));
  }
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const absl::StatusOr<HostValue> parsed = pysub::HostValueFromJson(line);
    if (!parsed.ok()) return 1;
    request = *parsed;
    reply.clear();
    Serve();
    std::puts(HostValue::Dict(reply).ToJson({.max_bytes = size_t{1} << 28}).c_str());
    std::fflush(stdout);
  }
}
