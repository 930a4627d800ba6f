#include "tests/snapshots/golden_programs.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

#include "tests/runner/golden_file.h"

namespace pysub {

namespace fs = std::filesystem;

void AddGoldenPrograms(const fs::path& path, std::vector<std::string>* programs) {
  std::ifstream file(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  std::string problem;
  for (GoldenCase& one : ReadGoldenCases(text, &problem))
    programs->push_back(std::move(one.source));
}

std::vector<std::string> GoldenPrograms(const fs::path& folder, std::string_view filter) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".py") continue;
    if (entry.path().string().find(filter) != std::string::npos) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> programs;
  for (const fs::path& path : files) AddGoldenPrograms(path, &programs);
  return programs;
}

}  // namespace pysub
