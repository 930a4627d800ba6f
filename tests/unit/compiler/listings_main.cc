// listings [--update] DIR: compiles each DIR/*.py and compares the disassembly (and the verifier's
// verdict) with what stands in the file below its last program line, as comments.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "tests/runner/case_filter.h"

namespace pysub {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = "\n# ---- code\n";

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string Listing(const std::string& source, const std::string& name) {
  const CompileResult result = Compile(source, name);
  std::string text;
  for (const SyntaxWarningInfo& warning : result.warnings) {
    text += "warning, line " + std::to_string(warning.line) + ": " + warning.message + "\n";
  }
  for (const SyntaxErrorInfo& error : result.errors) {
    text += "error, line " + std::to_string(error.line) + ": " + error.message + "\n";
  }
  if (result.unit == nullptr) return text;
  if (const std::optional<std::string> wrong = Verify(*result.unit)) {
    text += "the verifier says: " + *wrong + "\n";
  }
  return text + Disassemble(*result.unit);
}

std::string AsComments(const std::string& text) {
  std::string out;
  size_t start = 0;
  while (start < text.size()) {
    const size_t end = text.find('\n', start);
    const std::string line = text.substr(start, end - start);
    out += line.empty() ? "#\n" : "# " + line + "\n";
    start = end + 1;
  }
  return out;
}

// Returns whether the file is as it should be, or was made so.
bool Check(const fs::path& path, bool update) {
  const std::string text = ReadFile(path);
  const std::string source = text.substr(0, std::min(text.find(kMark), text.size())) + "\n";
  std::string wanted = source;
  wanted.pop_back();
  wanted += kMark;
  wanted += AsComments(Listing(source, path.filename().string()));
  if (wanted == text) return true;
  if (update) {
    std::ofstream(path, std::ios::binary) << wanted;
    return true;
  }
  const auto [a, b] = std::mismatch(text.begin(), text.end(), wanted.begin(), wanted.end());
  const auto line = 1 + std::count(text.begin(), a, '\n');
  const size_t at = static_cast<size_t>(b - wanted.begin());
  const size_t start = wanted.rfind('\n', at == 0 ? 0 : at - 1) + 1;
  std::printf("%s:%ld differs; now: %s\n", path.c_str(), static_cast<long>(line),
              wanted.substr(start, wanted.find('\n', start) - start).c_str());
  return false;
}

int Main(int count, char** arguments) {
  bool update = false;
  int failed = 0;
  int passed = 0;
  for (int i = 1; i < count; ++i) {
    if (std::string_view(arguments[i]) == "--update") {
      update = true;
      continue;
    }
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(arguments[i])) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    for (const fs::path& path : paths) {
      if (path.extension() == ".py" && IsWanted(path.filename().string()))
        ++(Check(path, update) ? passed : failed);
    }
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace pysub

int main(int count, char** arguments) { return pysub::Main(count, arguments); }
