// Shell::Builder::Python(), apart from the rest: a shell without Python does not link the
// interpreter.

#include "pysub/python/llm_hint.h"
#include "pysub/shell/shell.h"
#include "shell/python/python_command.h"

namespace pysub {
namespace {

// What the rows of both commands refer to.
struct Registration {
  PythonOptions options;
  std::shared_ptr<const PythonHost> host;
  std::string hint;  // with the limits of `options`
  shell::CommandInfo rows[2];
};

std::unique_ptr<shell::Command> MakeFrom(const void* context) {
  const Registration& registration = *static_cast<const Registration*>(context);
  return shell::MakePython(registration.host, registration.options);
}

}  // namespace

Shell::Builder& Shell::Builder::Python() { return Python(PythonOptions()); }

Shell::Builder& Shell::Builder::Python(const PythonOptions& options) {
  absl::StatusOr<PythonHost> host = PythonHost::Create(options.host);
  if (!host.ok()) return Refuse(host.status());
  auto registration = std::make_shared<Registration>();
  registration->options = options;
  registration->hint = PythonLlmHint(options.limits);
  registration->host = std::make_shared<const PythonHost>(*std::move(host));
  constexpr std::string_view kNames[] = {"python3", "python"};
  for (size_t i = 0; i < std::size(kNames); ++i) {
    shell::CommandInfo& row = registration->rows[i];
    row.name = kNames[i];
    row.hint = registration->hint;
    row.make_from = MakeFrom;
    row.context = registration.get();
    Command(&row);
  }
  return Keep(std::move(registration));
}

}  // namespace pysub
