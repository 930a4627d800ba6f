// Plays inputs through a fuzz target without libFuzzer, so that any compiler can: replay
// FILE-OR-FOLDER... What breaks a target ends the program; the last name printed is the culprit's.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
extern "C" __attribute__((weak)) int LLVMFuzzerInitialize(int* count, char*** arguments);

namespace {

namespace fs = std::filesystem;

void Replay(const fs::path& path) {
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);
  std::ifstream file(path, std::ios::binary);
  const std::string input(std::istreambuf_iterator<char>(file), {});
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()), input.size());
}

}  // namespace

int main(int count, char** arguments) {
  if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&count, &arguments);
  for (int i = 1; i < count; ++i) {
    if (!fs::is_directory(arguments[i])) {
      Replay(arguments[i]);
      continue;
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(arguments[i])) {
      if (entry.is_regular_file()) Replay(entry.path());
    }
  }
  return 0;
}
