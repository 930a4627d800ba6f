#include "pysub/python/run_python.h"

#include <absl/strings/str_cat.h>
#include <errno.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "osbridge/worker/wire_names.h"
#include "pysub/files/file_system.h"
#include "pysub/host_value_json.h"
#include "pysub/python/llm_hint.h"

namespace pysub {
namespace {

constexpr char kNothingToRun[] = "Error: provide either code or scriptPath.";
constexpr char kOutside[] = "Error: path must be under the run directory.";
constexpr char kNoScript[] = "Error: script file not found or not a .py file.";
constexpr std::string_view kWorkspace = "/workspace";
constexpr double kLongestTimeout = 1e6;  // seconds

bool Given(const std::optional<std::string>& text) { return text && !text->empty(); }

RunPython::Answer ErrorText(std::string text) { return {std::move(text), true, std::nullopt}; }

// `path` below `base`, "." and ".." resolved as text, without a leading slash. Nothing: it leaves
// `base`.
std::optional<std::string> Below(std::string_view base, std::string_view host_base,
                                 std::string_view path) {
  // An absolute path may name the directory as the host calls it, or as programs do.
  if (path.starts_with('/')) {
    std::string_view inside;
    bool found = false;
    for (std::string_view prefix : {base, host_base}) {
      while (prefix.ends_with('/')) prefix.remove_suffix(1);
      if (found || (prefix.empty() && base != "/") || !path.starts_with(prefix)) continue;
      inside = path.substr(prefix.size());
      found = inside.empty() || inside.starts_with('/');
    }
    if (!found) return std::nullopt;
    path = inside;
  }
  std::vector<std::string_view> names;
  while (!path.empty()) {
    const size_t slash = path.find('/');
    const std::string_view name = path.substr(0, slash);
    path = slash == std::string_view::npos ? "" : path.substr(slash + 1);
    if (name.empty() || name == ".") continue;
    if (name != "..") {
      names.push_back(name);
    } else if (names.empty()) {
      return std::nullopt;
    } else {
      names.pop_back();
    }
  }
  std::string result;
  for (std::string_view name : names)
    absl::StrAppend(&result, result.empty() ? "" : "/", std::string(name));
  return result;
}

std::string Join(std::string_view base, std::string_view below) {
  std::string path(base);
  if (!below.empty() && !path.ends_with('/')) path += '/';
  return path.append(below);
}

std::string Seconds(std::chrono::nanoseconds duration) {
  char text[32];
  std::snprintf(text, sizeof(text), "%g", static_cast<double>(duration.count()) * 1e-9);
  return text;
}

}  // namespace

struct RunPython::Impl {
  Impl(PythonHost made, Options given) : host(std::move(made)), options(std::move(given)) {}

  Answer CallIn(files::FileSystem& tree, const Request& request) const;
  // Where `path` leads, links followed, without leaving `base`. Else: how the answer begins.
  files::Result<std::string> Resolve(const files::FileSystem& tree, std::string_view path) const;
  Answer Conclude(PythonResult result, std::chrono::nanoseconds timeout) const;

  PythonHost host;
  Options options;
  std::string base;       // virtual
  std::string host_base;  // of the host, "" for a FileSystem
  files::FileSystem* files = nullptr;
};

// EXDEV: it leaves the base directory.
files::Result<std::string> RunPython::Impl::Resolve(const files::FileSystem& tree,
                                                    std::string_view path) const {
  const std::optional<std::string> below = Below(base, host_base, path);
  if (!below) return files::Status(EXDEV);
  const files::Caller caller;
  files::Result<std::string> real_base = tree.Realpath(caller, base);
  if (!real_base.ok()) return real_base;
  files::Result<std::string> real = tree.Realpath(caller, Join(base, *below));
  // A link out of a mount.
  if (!real.ok()) return real.error() == EACCES ? files::Status(EXDEV) : real.status();
  if (*real != *real_base &&
      !real->starts_with(Join(*real_base, "") + (real_base->ends_with('/') ? "" : "/"))) {
    return files::Status(EXDEV);
  }
  return real;
}

RunPython::Answer RunPython::Impl::CallIn(files::FileSystem& tree, const Request& request) const {
  if (!Given(request.code) && !Given(request.script_path)) return ErrorText(kNothingToRun);
  PythonRequest program;
  program.working_directory = base;
  if (Given(request.working_directory)) {
    files::Result<std::string> directory = Resolve(tree, *request.working_directory);
    if (directory.error() == EXDEV) return ErrorText(kOutside);
    if (!directory.ok() || !tree.StatPath({}, *directory)->IsDirectory()) {
      return ErrorText("Error: working directory not found.");
    }
    program.working_directory = *directory;
  }
  if (Given(request.script_path)) {
    // What is read is what is run: the text is taken once, and not looked at again.
    files::Result<std::string> script = Resolve(tree, *request.script_path);
    if (script.error() == EXDEV) return ErrorText(kOutside);
    if (!script.ok() || !std::string_view(*request.script_path).ends_with(".py") ||
        !tree.StatPath({}, *script)->IsFile()) {
      return ErrorText(kNoScript);
    }
    files::Result<std::string> text = tree.ReadFile({}, *script);
    if (!text.ok()) return ErrorText(kNoScript);
    program.code = std::move(*text);
    program.file_name = *script;
    program.from_file = true;
  } else {
    program.code = *request.code;
  }
  program.arguments = {program.from_file ? program.file_name : "-c"};
  program.files = &tree;
  program.environment = options.environment;
  program.limits = options.limits;
  // The host's limit is a ceiling.
  if (request.timeout && request.timeout->count() > 0) {
    program.limits.duration = std::min(
        *request.timeout, program.limits.duration.value_or(std::chrono::nanoseconds::max()));
  }
  // Sleeping and running end by themselves, with a traceback; this is for what does not.
  constexpr std::chrono::milliseconds kGrace(500);
  if (program.limits.duration) {
    program.wall_time =
        std::min(*program.limits.duration, std::chrono::nanoseconds::max() - kGrace) + kGrace;
  }
  return Conclude(host.Run(program), program.limits.duration.value_or(std::chrono::nanoseconds(0)));
}

RunPython::Answer RunPython::Impl::Conclude(PythonResult result,
                                            std::chrono::nanoseconds timeout) const {
  Answer answer;
  const bool succeeded = result.end == PythonEnd::kFinished ||
                         (result.end == PythonEnd::kExit && result.exit_code == 0);
  if (succeeded) {
    answer.text =
        absl::StrCat("Stdout:\n", result.standard_output, "\nStderr:\n", result.standard_error);
  } else if (result.end == PythonEnd::kLimit && result.limit == LimitKind::kDuration) {
    answer.text = absl::StrCat("Error: Script timed out after ", Seconds(timeout), " seconds.");
  } else if (result.end == PythonEnd::kExit) {
    answer.text = absl::StrCat("Error: SystemExit: ", result.message);
  } else if (result.end == PythonEnd::kRaised || result.end == PythonEnd::kSyntaxError) {
    answer.text = absl::StrCat("Error: ", result.message, "\n", result.report);
  } else {
    answer.text =
        absl::StrCat("Error: ", result.message, result.end == PythonEnd::kLimit ? "\n" : "",
                     result.end == PythonEnd::kLimit ? result.report : "");
  }
  answer.is_error = !succeeded;
  answer.result = std::move(result);
  return answer;
}

absl::StatusOr<RunPython> RunPython::ForFiles(files::FileSystem& files, std::string base,
                                              const Options& options) {
  absl::StatusOr<PythonHost> host = PythonHost::Create(options.host);
  if (!host.ok()) return host.status();
  files::Result<files::Stat> status = files.StatPath({}, base);
  if (!status.ok() || !status->IsDirectory())
    return absl::NotFoundError(absl::StrCat("there is no directory ", base));
  auto impl = std::make_unique<Impl>(*std::move(host), options);
  impl->base = std::move(base);
  impl->files = &files;
  return RunPython(std::move(impl));
}

absl::StatusOr<RunPython> RunPython::ForDirectory(std::string directory) {
  return ForDirectory(std::move(directory), {});
}

absl::StatusOr<RunPython> RunPython::ForDirectory(std::string directory, const Options& options) {
  absl::StatusOr<PythonHost> host = PythonHost::Create(options.host);
  if (!host.ok()) return host.status();
  auto impl = std::make_unique<Impl>(*std::move(host), options);
  impl->base = kWorkspace;
  impl->host_base = std::move(directory);
  RunPython tool(std::move(impl));
  files::FileSystem tree;
  if (files::Status mounted = tree.Mount(kWorkspace, tool.impl_->host_base); !mounted.ok()) {
    return absl::NotFoundError(
        absl::StrCat(tool.impl_->host_base, ": ", strerrordesc_np(mounted.error())));
  }
  return tool;
}

RunPython::Answer RunPython::Call(const Request& request) const {
  if (impl_->files != nullptr) return impl_->CallIn(*impl_->files, request);
  // A tree for this call alone: nothing that one leaves is there for the next.
  files::FileSystem tree;
  files::MountOptions mount;
  mount.mode = impl_->options.files == Options::Files::kReadWrite ? files::MountMode::kReadWrite
               : impl_->options.files == Options::Files::kReadOnly
                   ? files::MountMode::kReadOnly
                   : files::MountMode::kOverlayMemory;
  if (!tree.Mount(kWorkspace, impl_->host_base, mount).ok())
    return ErrorText("Error: the run directory cannot be read.");
  return impl_->CallIn(tree, request);
}

// ---- JSON

namespace {

std::string OneLine(std::vector<std::pair<HostValue, HostValue>> fields) {
  TextLimits unlimited;
  unlimited.max_bytes = SIZE_MAX;
  return HostValue::Dict(std::move(fields)).ToJson(unlimited) + "\n";
}

// What a character takes in JSON, at text[at]: as it is, or as an escape. *size: what it takes
// here.
size_t SizeInJson(std::string_view text, size_t at, size_t* size) {
  constexpr size_t kEscape = 6;  // \u0000
  const auto byte = [&](size_t i) {
    return i < text.size() ? static_cast<uint8_t>(text[i]) : uint8_t{0};
  };
  const uint8_t first = byte(at);
  *size = 1;
  if (first < 0x80)
    return first < 0x20 || first == 0x7F ? kEscape : first == '"' || first == '\\' ? 2 : 1;
  const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return kEscape;
  }
  *size = length;
  const bool surrogate = first == 0xED && byte(at + 1) >= 0xA0;
  return surrogate ? kEscape : length;
}

// Cuts a text that would be more than `most` bytes of JSON; true: it was.
bool CutForJson(uint64_t most, std::string* text) {
  constexpr size_t kLongest = 6;
  if (text->size() <= most / kLongest) return false;
  uint64_t sum = 0;
  size_t size = 0;
  for (size_t at = 0; at < text->size(); at += size) {
    sum += SizeInJson(*text, at, &size);
    if (sum <= most) continue;
    text->resize(at);
    return true;
  }
  return false;
}

// A field of a request, under one of its two names. False: it is there and no str.
bool TakeText(const HostValue& object, std::string_view name, std::string_view other,
              std::optional<std::string>* out) {
  const HostValue* value = object.Find(name);
  if (value == nullptr) value = object.Find(other);
  if (value == nullptr || value->is_none()) return true;
  if (!value->as_str()) return false;
  *out = std::string(value->text());
  return true;
}

}  // namespace

std::string RunPython::JsonError(std::string_view what) {
  return OneLine({{"text", absl::StrCat("Error: ", std::string(what))}, {"isError", true}});
}

std::string RunPython::CallJson(std::string_view text) const {
  absl::StatusOr<HostValue> object = HostValueFromJson(text);
  if (!object.ok()) return JsonError(std::string(object.status().message()));
  if (object->kind() != HostValue::Kind::kDict) return JsonError("a request is a JSON object");
  Request request;
  for (size_t i = 0; i < object->items().size(); i += 2) {
    static constexpr std::string_view kKnown[] = {
        "code", "scriptPath", "script_path", "workingDirectory", "working_directory", "timeout"};
    const std::string_view name = object->items()[i].text();
    bool known = false;
    for (std::string_view field : kKnown) known = known || field == name;
    if (!known)
      return JsonError(absl::StrCat("unknown field '", std::string(name.substr(0, 60)), "'"));
  }
  if (!TakeText(*object, "code", "code", &request.code)) return JsonError("code is a string");
  if (!TakeText(*object, "scriptPath", "script_path", &request.script_path))
    return JsonError("scriptPath is a string");
  if (!TakeText(*object, "workingDirectory", "working_directory", &request.working_directory)) {
    return JsonError("workingDirectory is a string");
  }
  if (const HostValue* timeout = object->Find("timeout");
      timeout != nullptr && !timeout->is_none()) {
    const std::optional<double> seconds =
        timeout->kind() == HostValue::Kind::kBool ? std::nullopt : timeout->as_double();
    if (!seconds || !(*seconds > 0) || *seconds > kLongestTimeout)
      return JsonError("timeout is a positive number of seconds");
    request.timeout = std::chrono::nanoseconds(static_cast<int64_t>(std::ceil(*seconds * 1e9)));
  }
  Answer answer = Call(request);
  // Escapes could make six times as much of each text, and what was printed is there twice.
  bool cut = false;
  if (const std::optional<uint64_t> output = impl_->options.limits.output_bytes) {
    constexpr uint64_t kMessages = 1 << 16;
    const uint64_t most = std::min(*output, UINT64_MAX - kMessages) + kMessages;
    cut = CutForJson(most, &answer.text);
    if (answer.result) {
      const bool out_cut = CutForJson(most, &answer.result->standard_output);
      const bool error_cut = CutForJson(most, &answer.result->standard_error);
      cut = cut || out_cut || error_cut;
    }
  }
  std::vector<std::pair<HostValue, HostValue>> fields = {{"text", answer.text},
                                                         {"isError", answer.is_error}};
  if (cut) fields.emplace_back("truncated", true);
  if (answer.result) {
    const PythonResult& result = *answer.result;
    fields.emplace_back("exitCode", result.exit_code);
    fields.emplace_back("stdout", result.standard_output);
    fields.emplace_back("stderr", result.standard_error);
    fields.emplace_back("executionTimeMs", result.execution_time_ms);
    std::string_view end = WireName(result.end);
    fields.emplace_back("end", end.empty() ? std::string_view("worker_failed") : end);
    fields.emplace_back("limit", result.limit ? HostValue(LimitName(*result.limit)) : HostValue());
  }
  return OneLine(std::move(fields));
}

std::string RunPython::Describe() {
  const auto property = [](std::string_view type, std::string_view description) {
    return HostValue::Dict({{"type", type}, {"description", description}});
  };
  const HostValue properties = HostValue::Dict({
      {"code",
       property("string",
                "Python code to run. Its standard output and standard error are returned.")},
      {"scriptPath",
       property(
           "string",
           "Path of a .py file under the run directory. If code is given too, the script wins.")},
      {"workingDirectory",
       property("string", "Directory under the run directory in which the program runs.")},
      {"timeout", property("number",
                           "Seconds after which the program is stopped: what the host allows (30 "
                           "unless it says otherwise) is the most.")},
  });
  const HostValue schema = HostValue::Dict(
      {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}});
  return OneLine({{"name", "RunPython"},
                  {"description", absl::StrCat("Runs a Python program in a sandbox and returns "
                                               "what it printed. Give code or scriptPath.\n",
                                               std::string(PythonLlmHint()))},
                  {"inputSchema", schema}});
}

RunPython::RunPython(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RunPython::RunPython(RunPython&&) noexcept = default;
RunPython& RunPython::operator=(RunPython&&) noexcept = default;
RunPython::~RunPython() = default;

}  // namespace pysub
