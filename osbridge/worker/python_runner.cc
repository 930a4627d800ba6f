#include "pysub/python/python_runner.h"

#include <absl/strings/str_cat.h>

#include <optional>

#include "osbridge/worker/file_answers.h"
#include "osbridge/worker/text_of.h"
#include "pysub/files/file_system.h"

namespace pysub {
namespace {

// The arguments of a call by name or by place.
class Arguments {
 public:
  Arguments(const FunctionCall& call, std::initializer_list<std::string_view> names) : call_(call) {
    for (const HostValue& value : call.args) values_.push_back(&value);
    if (call.args.size() > names.size()) Fail("too many arguments");
    values_.resize(names.size());
    for (const auto& [name, value] : call.kwargs) {
      size_t at = 0;
      for (std::string_view known : names) {
        if (known == name) break;
        ++at;
      }
      if (at == names.size()) {
        Fail(absl::StrCat("got an unexpected keyword argument '", name, "'"));
      } else if (values_[at] != nullptr) {
        Fail(absl::StrCat("got multiple values for argument '", name, "'"));
      } else {
        values_[at] = &value;
      }
    }
  }

  // A str without NUL, for a path or a command.
  std::string_view Text(size_t index, std::string_view what,
                        std::optional<std::string_view> otherwise = {}) {
    const HostValue* value = index < values_.size() ? values_[index] : nullptr;
    if (value == nullptr && otherwise) return *otherwise;
    if (value == nullptr || !value->as_str()) {
      Fail(absl::StrCat("expected a str as ", std::string(what)));
      return "";
    }
    if (value->text().find('\0') != std::string_view::npos && !error_)
      error_ = HostException("ValueError", "embedded null byte");
    return value->text();
  }
  const HostValue* Value(size_t index) const {
    return index < values_.size() ? values_[index] : nullptr;
  }

  void Fail(std::string_view what) {
    if (!error_)
      error_ = HostException("TypeError", absl::StrCat(call_.name, "(): ", std::string(what)));
  }
  const std::optional<HostException>& error() const { return error_; }

 private:
  const FunctionCall& call_;
  std::vector<const HostValue*> values_;
  std::optional<HostException> error_;
};

}  // namespace

PythonRequest PythonRunner::Request(std::string_view code, const Options& options) const {
  PythonRequest request;
  request.code = code;
  request.file_name = options.file_name;
  request.from_file = options.from_file;
  request.arguments = options.arguments;
  request.standard_input = options.standard_input;
  request.environment = options.environment;
  request.working_directory = options.working_directory;
  request.files = &files_;
  request.limits = options.limits;
  request.echo = options.echo;
  request.functions = {
      {"read_file", "The text of a file."},
      {"write_file", "Makes `content` the text of a file."},
      {"list_dir", "The names in a directory, sorted."},
      {"file_exists", "Whether there is a file or a directory."},
      {"read_stdin", "The rest of the standard input."},
      {"run_command", "Runs a command line of the shell and gives what it prints."},
  };
  request.input_function = "read_stdin";
  return request;
}

Reply PythonRunner::Answer(const FunctionCall& call, std::string_view working_directory) const {
  const files::Caller caller = {.cwd = working_directory};
  if (call.name == "read_file") {
    Arguments arguments(call, {"path"});
    const std::string_view path = arguments.Text(0, "path");
    if (arguments.error()) return *arguments.error();
    files::Result<std::string> text = files_.ReadFile(caller, path);
    if (!text.ok()) return OsErrorOf(text.error(), path);
    if (!IsValidUtf8(*text, Surrogates::kRefuse)) {
      return HostException(
          "OSError", absl::StrCat("read_file(): '", std::string(path), "' is not UTF-8 text"));
    }
    return HostValue(*text);
  }
  if (call.name == "write_file") {
    Arguments arguments(call, {"path", "content"});
    const std::string_view path = arguments.Text(0, "path");
    const HostValue* content = arguments.Value(1);
    if (content == nullptr || (!content->as_str() && content->kind() != HostValue::Kind::kBytes)) {
      arguments.Fail("expected a str or bytes as content");
    } else if (content->as_str() && !IsValidUtf8(content->text(), Surrogates::kRefuse)) {
      arguments.Fail("content cannot be encoded as UTF-8");
    }
    if (arguments.error()) return *arguments.error();
    files::Result<uint64_t> written = files_.WriteFile(caller, path, content->text());
    if (!written.ok()) return OsErrorOf(written.error(), path);
    return HostValue();
  }
  if (call.name == "list_dir") {
    Arguments arguments(call, {"path"});
    const std::string_view path = arguments.Text(0, "path", ".");
    if (arguments.error()) return *arguments.error();
    files::Result<std::vector<files::DirectoryEntry>> entries = files_.List(caller, path);
    if (!entries.ok()) return OsErrorOf(entries.error(), path);
    std::vector<HostValue> names;
    for (const files::DirectoryEntry& entry : *entries) names.push_back(TextOf(entry.name));
    return HostValue::List(std::move(names));
  }
  if (call.name == "file_exists") {
    Arguments arguments(call, {"path"});
    const std::string_view path = arguments.Text(0, "path");
    if (arguments.error()) return *arguments.error();
    return HostValue(files_.StatPath(caller, path).ok());
  }
  if (call.name == "run_command") {
    Arguments arguments(call, {"cmd"});
    const std::string_view command = arguments.Text(0, "cmd");
    if (arguments.error()) return *arguments.error();
    if (run_command_ == nullptr)
      return HostException("OSError", "run_command(): there is no shell here");
    absl::StatusOr<std::string> output = run_command_(command);
    if (!output.ok()) return HostException("OSError", std::string(output.status().message()));
    if (!IsValidUtf8(*output, Surrogates::kRefuse))
      return HostException("OSError", "run_command(): the output is not UTF-8 text");
    return HostValue(*output);
  }
  return NoSuchName{};
}

PythonRunner::Result PythonRunner::Run(std::string_view code, const Options& options) const {
  PythonResult result = host_.Run(Request(code, options), [&](const FunctionCall& call) {
    return Answer(call, options.working_directory);
  });
  return {result.exit_code, std::move(result.standard_output), std::move(result.standard_error),
          result.execution_time_ms};
}

}  // namespace pysub
