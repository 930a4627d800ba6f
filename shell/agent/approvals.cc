#include "shell/agent/approvals.h"

#include <sodium.h>
#include <string.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "shell/agent/session.h"

namespace pysub::agent {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::string_view kPurpose = "pysub requestState 1";
constexpr size_t kLongestState = 512;

int64_t NowMs() {
  return std::chrono::duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

const unsigned char* Bytes(const void* data) { return static_cast<const unsigned char*>(data); }

}  // namespace

Approvals::Approvals(milliseconds time, size_t most) : time_(time), most_(most) {
  for (size_t i = 0; i < key_.size(); i += sizeof(uint64_t)) {
    const uint64_t bits = RandomNumber();
    memcpy(key_.data() + i, &bits, sizeof(bits));
  }
}

// Id, end of its time, and the seal of both with the digest.
std::string Approvals::Seal(const Id& id, int64_t expires_ms, std::string_view digest) const {
  std::array<uint8_t, crypto_auth_hmacsha256_BYTES> seal;
  crypto_auth_hmacsha256_state state;
  crypto_auth_hmacsha256_init(&state, key_.data(), key_.size());
  crypto_auth_hmacsha256_update(&state, Bytes(kPurpose.data()), kPurpose.size());
  crypto_auth_hmacsha256_update(&state, id.data(), id.size());
  crypto_auth_hmacsha256_update(&state, Bytes(&expires_ms), sizeof(expires_ms));
  crypto_auth_hmacsha256_update(&state, Bytes(digest.data()), digest.size());
  crypto_auth_hmacsha256_final(&state, seal.data());
  std::string bytes(reinterpret_cast<const char*>(id.data()), id.size());
  bytes.append(reinterpret_cast<const char*>(&expires_ms), sizeof(expires_ms));
  bytes.append(reinterpret_cast<const char*>(seal.data()), seal.size());
  return bytes;
}

std::string Approvals::Park(std::shared_ptr<WaitingRun> run, std::string_view digest) {
  Id id = {};
  for (size_t i = 0; i < id.size(); i += sizeof(uint64_t)) {
    const uint64_t bits = RandomNumber();
    memcpy(id.data() + i, &bits, sizeof(bits));
  }
  const int64_t expires_ms = NowMs() + time_.count();
  const std::lock_guard lock(mutex_);
  if (entries_.size() >= most_) return {};
  entries_[id] = {std::move(run), expires_ms};
  return Base64(Seal(id, expires_ms, digest));
}

std::shared_ptr<WaitingRun> Approvals::Take(std::string_view state, std::string_view digest,
                                            std::string* why) {
  *why = "requestState: was not made here, for another request, or was changed";
  const std::optional<std::string> bytes =
      state.size() <= kLongestState ? FromBase64(state) : std::nullopt;
  Id id = {};
  int64_t expires_ms = 0;
  if (!bytes || bytes->size() != Seal(id, 0, digest).size()) return nullptr;
  memcpy(id.data(), bytes->data(), id.size());
  memcpy(&expires_ms, bytes->data() + id.size(), sizeof(expires_ms));
  const std::string expected = Seal(id, expires_ms, digest);
  if (sodium_memcmp(expected.data(), bytes->data(), expected.size()) != 0) return nullptr;
  // (More than one text of base64 means the same bytes.)
  if (Base64(*bytes) != state) return nullptr;
  *why = "requestState: was used already, or its time is over";
  if (expires_ms < NowMs()) return nullptr;
  const std::lock_guard lock(mutex_);
  auto node = entries_.extract(id);
  return node.empty() ? nullptr : std::move(node.mapped().run);
}

bool Approvals::HasSession(std::string_view session) const {
  const std::lock_guard lock(mutex_);
  return std::any_of(entries_.begin(), entries_.end(), [session](const auto& entry) {
    return entry.second.run->session_id() == session;
  });
}

std::vector<std::shared_ptr<WaitingRun>> Approvals::TakeExpired(std::string_view session) {
  std::vector<std::shared_ptr<WaitingRun>> expired;
  const int64_t now = NowMs();
  const std::lock_guard lock(mutex_);
  for (auto it = entries_.begin(); it != entries_.end();) {
    const std::string_view own = it->second.run->session_id();
    if (it->second.expires_ms < now && (own.empty() || own == session)) {
      expired.push_back(std::move(it->second.run));
      it = entries_.erase(it);
    } else {
      ++it;
    }
  }
  return expired;
}

std::shared_ptr<WaitingRun> Approvals::TakeSession(std::string_view session) {
  const std::lock_guard lock(mutex_);
  for (auto it = entries_.begin(); it != entries_.end(); ++it) {
    if (it->second.run->session_id() == session) {
      std::shared_ptr<WaitingRun> run = std::move(it->second.run);
      entries_.erase(it);
      return run;
    }
  }
  return nullptr;
}

size_t Approvals::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

}  // namespace pysub::agent
