#include "shell/snapshot/seal.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <string>

#include "pysub/shell/command.h"
#include "pysub/version.h"
#include "shell/builtins/builtins.h"
#include "shell/run/options.h"

namespace pysub::shell {
namespace {

constexpr std::string_view kMagic = "pysubsh\n";
// Changes with each change of what Fields() visit.
constexpr uint64_t kFormat = 26;
// Magic, the version of pysub, fingerprint of the format, checksum: these are where they
// are in all formats to come.
constexpr size_t kHeader = 32;
static_assert(PYSUB_VERSION_MINOR < 1000 && PYSUB_VERSION_PATCH < 1000);

uint64_t Mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
  return hash ^ (hash >> 29);
}

// Not a cryptographic hash. A stranger can compute it for his own bytes, so nothing may rely on it:
// all that is loaded is checked in any case. It finds torn files early and with a clear message.
uint64_t Checksum(uint64_t hash, std::string_view bytes) {
  hash = Mix(hash, bytes.size());
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    uint64_t word = 0;
    for (int i = 7; i >= 0; --i)
      word = word << 8 | static_cast<uint8_t>(bytes[static_cast<size_t>(i)]);
    hash = Mix(hash, word);
  }
  for (char byte : bytes) hash = Mix(hash, static_cast<uint8_t>(byte));
  return hash;
}

// Commands and options stand in snapshots by name and number; another build may have others.
uint64_t Format() {
  uint64_t hash = Mix(0, kFormat);
  for (const CommandInfo& info : StandardCommands()) hash = Checksum(hash, info.name);
  for (const SetOptionRow& row : kSetOptions) hash = Checksum(hash, row.name);
  for (const ShoptRow& row : kShopts) hash = Checksum(hash, row.name);
  return hash;
}

void Append(std::string* bytes, uint64_t word) {
  for (int i = 0; i < 8; ++i) *bytes += static_cast<char>(word >> (8 * i));
}

// (Snapshots of before 0.9.0 have a hash in the place of the version.)
std::string Maker(std::string_view bytes) {
  uint64_t version = 0;
  for (size_t i = 16; i-- > 8;) version = version << 8 | static_cast<uint8_t>(bytes[i]);
  if (version >= 1'000'000'000) return "an older pysub";
  return fmt::format("pysub {}.{}.{}", version / 1'000'000, version / 1000 % 1000, version % 1000);
}

}  // namespace

bool IsShellSnapshot(std::string_view bytes) { return bytes.starts_with(kMagic); }

//   0            8            16           24           32
//   +------------+------------+------------+------------+---------------------
//   | pysubsh\n  | version    | format     | checksum   | content ...
//   +------------+------------+------------+------------+---------------------
//
// Numbers have eight bytes, the lowest first. The first four fields stay where they are in all
// formats to come, so any pysub can say who made a snapshot that it does not understand.
std::string AddHeader(std::string_view content) {
  std::string bytes;
  bytes.reserve(kHeader + content.size());
  bytes = kMagic;
  Append(&bytes, PYSUB_VERSION);
  Append(&bytes, Format());
  Append(&bytes, Checksum(Format(), content));
  bytes += content;
  return bytes;
}

bool TakeHeader(std::string_view bytes, std::string_view* content, std::string* error) {
  if (!IsShellSnapshot(bytes) || bytes.size() < kHeader) {
    *error = "not a snapshot of a shell";
    return false;
  }
  *content = bytes.substr(kHeader);
  std::string words;
  Append(&words, Format());
  if (bytes.substr(16, 8) != words) {
    *error = fmt::format(
        "the snapshot was made by {} with another shell than this pysub " PYSUB_VERSION_STRING
        " has",
        Maker(bytes));
    return false;
  }
  words.clear();
  Append(&words, Checksum(Format(), *content));
  if (bytes.substr(24, 8) == words) return true;
  *error = "the snapshot is damaged: its checksum is wrong";
  return false;
}

}  // namespace pysub::shell
