#ifndef PYSUB_OSBRIDGE_SNAPSHOT_SEAL_H_
#define PYSUB_OSBRIDGE_SNAPSHOT_SEAL_H_

#include <cstddef>
#include <string>
#include <string_view>

// A snapshot sealed with a key of the host's: "PYSS", version 1, HMAC-SHA-256 of those five bytes
// and the snapshot, the snapshot. Who has not the key can neither make one nor change one
// unnoticed. It hides nothing.
namespace pysub {

// A shorter key could be tried out by who has one sealed snapshot.
inline constexpr size_t kMinSealKeyBytes = 16;

std::string SealSnapshot(std::string_view snapshot, std::string_view key);

bool IsSealed(std::string_view bytes);

enum class SealCheck { kGood, kNotSealed, kCutOff, kWrong };

// kGood: *snapshot is what was sealed, a part of `bytes`. Takes the same time for every wrong seal.
SealCheck OpenSeal(std::string_view bytes, std::string_view key, std::string_view* snapshot);

// What to tell people; not for kGood.
std::string_view SealText(SealCheck check);

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_SNAPSHOT_SEAL_H_
