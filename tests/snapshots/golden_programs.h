// The programs of the golden suite as texts, for those who take snapshots of them.
#ifndef PYSUB_TESTS_SNAPSHOTS_GOLDEN_PROGRAMS_H_
#define PYSUB_TESTS_SNAPSHOTS_GOLDEN_PROGRAMS_H_

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace pysub {

// Adds the cases of one file.
void AddGoldenPrograms(const std::filesystem::path& file, std::vector<std::string>* programs);

// Those of all files below `folder` whose path has `filter` in it, in the order of their paths.
std::vector<std::string> GoldenPrograms(const std::filesystem::path& folder,
                                        std::string_view filter);

}  // namespace pysub

#endif  // PYSUB_TESTS_SNAPSHOTS_GOLDEN_PROGRAMS_H_
