#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <string>
#include <thread>

#include "osbridge/sessions/session_store.h"
#include "osbridge/sessions/sqlite_store.h"

namespace pysub::sessions {
namespace {

std::atomic<StoreOpener> postgres_opener = nullptr;

// "oracle:" of "oracle://x" and "oracle:x", as RFC 3986 has it; empty: it begins with none.
std::string_view SchemeOf(std::string_view url) {
  const auto is_letter = [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; };
  const auto is_other = [](char c) {
    return (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
  };
  const size_t end = url.find(':');
  if (end == std::string_view::npos || url.empty() || !is_letter(url[0])) return {};
  const std::string_view name = url.substr(0, end);
  const bool is_scheme =
      std::all_of(name.begin(), name.end(), [&](char c) { return is_letter(c) || is_other(c); });
  return is_scheme ? url.substr(0, end + 1) : std::string_view();
}

}  // namespace

void SetPostgresOpener(StoreOpener opener) { postgres_opener = opener; }

bool SessionStore::AwaitHint(int64_t ms) {
  std::this_thread::sleep_for(std::chrono::milliseconds(ms));
  return false;
}

absl::StatusOr<std::unique_ptr<SessionStore>> OpenStore(std::string_view url,
                                                        StoreOpening opening) {
  constexpr std::string_view kScheme = "sqlite:";
  if (IsPostgresUrl(url)) {
    if (const StoreOpener opener = postgres_opener) return opener(url);
    return absl::InvalidArgumentError(
        "this program has no PostgreSQL (libpq-dev was missing when it was built): sqlite:PATH");
  }
  if (url.starts_with(kScheme)) {
    url.remove_prefix(kScheme.size());
    if (url.starts_with("//")) url.remove_prefix(2);
  } else if (const std::string_view scheme = SchemeOf(url); !scheme.empty()) {
    // (What stands behind it may be a password.)
    const std::string_view slashes = url.substr(scheme.size()).starts_with("//") ? "//" : "";
    return absl::InvalidArgumentError(fmt::format(
        "{}{}: this is no store: sqlite:PATH, postgresql://HOST/DATABASE", scheme, slashes));
  }
  if (url.empty()) return absl::InvalidArgumentError("the store has no path: sqlite:PATH");
  const std::string path(url);
  // (Whatever else is wrong with it SQLite says.)
  if (opening == StoreOpening::kFinds && access(path.c_str(), F_OK) != 0 && errno == ENOENT)
    return absl::NotFoundError(fmt::format("{}: there is no such store", path));
  return OpenSqliteStore(path);
}

}  // namespace pysub::sessions
