#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "osbridge/sessions/session_store.h"
#include "osbridge/sessions/sqlite_store.h"

namespace pysub::sessions {
namespace {

std::atomic<StoreOpener> postgres_opener = nullptr;

}  // namespace

void SetPostgresOpener(StoreOpener opener) { postgres_opener = opener; }

bool SessionStore::AwaitHint(int64_t ms) {
  std::this_thread::sleep_for(std::chrono::milliseconds(ms));
  return false;
}

absl::StatusOr<std::unique_ptr<SessionStore>> OpenStore(std::string_view url) {
  constexpr std::string_view kScheme = "sqlite:";
  if (IsPostgresUrl(url)) {
    if (const StoreOpener opener = postgres_opener) return opener(url);
    return absl::InvalidArgumentError(
        "this program has no PostgreSQL (libpq-dev was missing when it was built): sqlite:PATH");
  }
  if (url.starts_with(kScheme)) {
    url.remove_prefix(kScheme.size());
    if (url.starts_with("//")) url.remove_prefix(2);
  } else if (const size_t end = url.find("://"); end != std::string_view::npos) {
    // (What stands behind it may be a password.)
    return absl::InvalidArgumentError(fmt::format(
        "{}: this is no store: sqlite:PATH, postgresql://HOST/DATABASE", url.substr(0, end + 3)));
  }
  if (url.empty()) return absl::InvalidArgumentError("the store has no path: sqlite:PATH");
  return OpenSqliteStore(std::string(url));
}

}  // namespace pysub::sessions
