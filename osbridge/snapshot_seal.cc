#include "osbridge/snapshot_seal.h"

#include <sodium.h>

namespace pysub {
namespace {

constexpr std::string_view kSealHeader = "PYSS\x01";
constexpr size_t kMacBytes = crypto_auth_hmacsha256_BYTES;

const unsigned char* Unsigned(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

void ComputeMac(std::string_view snapshot, std::string_view key, unsigned char (&mac)[kMacBytes]) {
  crypto_auth_hmacsha256_state state;
  crypto_auth_hmacsha256_init(&state, Unsigned(key), key.size());
  crypto_auth_hmacsha256_update(&state, Unsigned(kSealHeader), kSealHeader.size());
  crypto_auth_hmacsha256_update(&state, Unsigned(snapshot), snapshot.size());
  crypto_auth_hmacsha256_final(&state, mac);
  sodium_memzero(&state, sizeof(state));
}

}  // namespace

std::string SealSnapshot(std::string_view snapshot, std::string_view key) {
  unsigned char mac[kMacBytes];
  ComputeMac(snapshot, key, mac);
  std::string sealed(kSealHeader);
  sealed.append(reinterpret_cast<const char*>(mac), kMacBytes);
  sealed += snapshot;
  return sealed;
}

bool IsSealed(std::string_view bytes) { return bytes.starts_with(kSealHeader.substr(0, 4)); }

SealCheck OpenSeal(std::string_view bytes, std::string_view key, std::string_view* snapshot) {
  if (!IsSealed(bytes)) return SealCheck::kNotSealed;
  if (bytes.size() < kSealHeader.size() + kMacBytes) return SealCheck::kCutOff;
  if (!bytes.starts_with(kSealHeader)) return SealCheck::kWrong;
  const std::string_view given = bytes.substr(kSealHeader.size(), kMacBytes);
  const std::string_view inside = bytes.substr(kSealHeader.size() + kMacBytes);
  unsigned char mac[kMacBytes];
  ComputeMac(inside, key, mac);
  const bool same = sodium_memcmp(mac, given.data(), kMacBytes) == 0;
  sodium_memzero(mac, kMacBytes);
  if (!same) return SealCheck::kWrong;
  *snapshot = inside;
  return SealCheck::kGood;
}

std::string_view SealText(SealCheck check) {
  switch (check) {
    case SealCheck::kGood: break;
    case SealCheck::kNotSealed: return "the snapshot is not sealed";
    case SealCheck::kCutOff: return "the seal of the snapshot is cut off";
    case SealCheck::kWrong:
      return "the snapshot was not sealed with this key, or was changed since";
  }
  return "";
}

}  // namespace pysub
