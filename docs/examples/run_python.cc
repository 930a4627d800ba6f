// Python as a tool of an agent: RunPython answers a model's calls with text. Where pysub-worker is
// installed (beside this program, on PATH, or named by PYSUB_WORKER) each call runs in a process of
// its own, else in this one.

#include <pysub/python/run_python.h>

#include <cstdio>
#include <cstdlib>
#include <string>

int main() {
  char directory[] = "/tmp/run_python_XXXXXX";
  if (mkdtemp(directory) == nullptr) return 1;
  const std::string script = std::string(directory) + "/sum.py";
  if (FILE* file = std::fopen(script.c_str(), "w"); file != nullptr) {
    std::fputs("import sys\nprint(sum(range(10)))\nprint('a warning', file=sys.stderr)\n", file);
    std::fclose(file);
  }

  pysub::RunPython::Options options;
  options.limits.memory_bytes = 16 << 20;
  absl::StatusOr<pysub::RunPython> tool = pysub::RunPython::ForDirectory(directory, options);
  if (!tool.ok()) {
    std::fprintf(stderr, "%s\n", tool.status().ToString().c_str());
    return 1;
  }
  const pysub::RunPython::Request requests[] = {
      {.code = "print([n * n for n in range(5)])"},
      {.script_path = "sum.py"},
      {.code = "print(undefined)"},
      {.code = "while True: pass", .timeout = std::chrono::seconds(1)},
      {.script_path = "../../etc/passwd"},
      {},
  };
  for (const pysub::RunPython::Request& request : requests) {
    std::printf("%s\n----\n", tool->Call(request).text.c_str());
  }
  std::remove(script.c_str());
  std::remove(directory);
  return 0;
}
