#ifndef PYSUB_SHELL_COMMANDS_NET_WGET_OPTIONS_H_
#define PYSUB_SHELL_COMMANDS_NET_WGET_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pysub/shell/command.h"
#include "pysub/shell/network.h"

namespace pysub::shell {

// wget's settings. They are read from its words each time when it is loaded from a snapshot.
struct WgetOptions {
  enum class Loudness : uint8_t { kQuiet, kTerse, kAll };

  std::vector<std::string> urls;
  std::optional<std::string> output, prefix, input_file, log_file, method, body_data, body_file,
      user, password, agent, referer, load_cookies, save_cookies, encoding;
  std::vector<std::string> headers;
  Loudness loudness = Loudness::kAll;
  bool appends_log = false, no_clobber = false, goes_on = false, timestamps = false,
       shows_answer = false, spider = false, disposition = false, content_on_error = false,
       insecure = false, auth_at_once = false, no_cookies = false, session_cookies = false,
       no_cache = false, server_times = true, trusts_names = false, saves_heads = false,
       retry_refused = false, ignores_length = false;
  uint64_t tries = 20, redirects = 20;
  int64_t timeout_ns = 0, connect_ns = 0, wait_ns = 0, wait_retry_ns = 10'000'000'000;
  NetworkRequest::Family family = NetworkRequest::Family::kAny;
};

// A status: the command is over, and said why.
std::optional<int> ReadWgetOptions(CommandIo& io, WgetOptions* options);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_NET_WGET_OPTIONS_H_
