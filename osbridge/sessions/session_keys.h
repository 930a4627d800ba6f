#ifndef PYSUB_OSBRIDGE_SESSIONS_SESSION_KEYS_H_
#define PYSUB_OSBRIDGE_SESSIONS_SESSION_KEYS_H_

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pysub::sessions {

// The keys under which states of sessions are sealed: of each tenant the newest first. What it
// seals says whose it is, so nobody who can write to the store can make a state, change one, give
// one to another session or tenant, or bring an older one back. It hides nothing.
class SessionKeys {
 public:
  // Without keys nothing is sealed: whoever can write to the store is trusted with what runs.
  SessionKeys() = default;
  // {"tenants": {"alice": ["newest key", "older key"]}, "others": ["..."]}: keys of 16 to 1024
  // bytes; "others" are those of all other tenants. kInvalidArgument: what is wrong.
  static absl::StatusOr<SessionKeys> Parse(std::string_view json);

  // A state as it is stored with transition `seq` of this session.
  std::string Seal(std::string_view tenant, std::string_view id, int64_t seq,
                   std::string_view state) const;
  // The opposite: a part of `blob`. kPermissionDenied: not sealed by a key of this tenant, or for
  // something else. kDataLoss: it is none.
  absl::StatusOr<std::string_view> Open(std::string_view tenant, std::string_view id, int64_t seq,
                                        std::string_view blob) const;

 private:
  const std::vector<std::string>& KeysOf(std::string_view tenant) const;

  std::map<std::string, std::vector<std::string>, std::less<>> tenants_;
  std::vector<std::string> others_;
};

}  // namespace pysub::sessions

#endif  // PYSUB_OSBRIDGE_SESSIONS_SESSION_KEYS_H_
