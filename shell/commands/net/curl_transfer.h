#ifndef PYSUB_SHELL_COMMANDS_NET_CURL_TRANSFER_H_
#define PYSUB_SHELL_COMMANDS_NET_CURL_TRANSFER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/net/body_decoder.h"
#include "shell/commands/net/cookie_jar.h"
#include "shell/commands/net/curl_options.h"
#include "shell/commands/net/curl_request.h"
#include "shell/commands/net/fetch.h"
#include "shell/commands/net/http_head.h"

namespace pysub::shell {

// What of a transfer --write-out can tell.
struct CurlStats {
  uint64_t size_download = 0, size_header = 0, size_upload = 0, size_request = 0;
  uint64_t redirects = 0, connects = 0, headers = 0, number = 0;
  uint64_t redirect_us = 0;
  NetworkTimes times;  // of the last hop
  std::string given_url, file_name, redirect_url;

  void Fields(Archive& archive);
};

// "Warning: ...", in lines as long as a terminal's, as curl writes them.
void CurlWarn(CommandIo& io, const CurlGlobals& globals, std::string_view text);

// "curl: (22) ...", unless it is silent.
void CurlSayError(CommandIo& io, const CurlGlobals& globals, const CurlError& error);

// One URL: its redirects, and what --retry makes of its failures.
//
//   kPrepare -> kBegin -> kExchange -> kEnd
//                 ^  ^        |  |
//                 |  +--------+  | a redirect
//                 +-- kPause <---+ a failure that may pass
class CurlTransfer {
 public:
  // What a transfer works with; of the command, during a step.
  struct With {
    CommandIo& io;
    Network* network;
    const CurlOperation& operation;
    const CurlUrl& given;
    const CurlGlobals& globals;
    CookieJar* jar;  // null: cookies are not kept
  };
  enum class Outcome : uint8_t { kWait, kYield, kDone };

  // `number` of its word among the URLs; `is_first` of all transfers.
  void Start(std::string url, std::vector<std::string> values, uint64_t number, bool is_first);
  Outcome Step(const With& with);
  // When it is done.
  const CurlError& error() const { return error_; }
  const CurlStats& stats() const { return stats_; }
  const HttpHead& head() const { return head_; }
  const CurlHop& hop() const { return hop_; }
  void Fields(Archive& archive);

 private:
  enum class Phase : uint8_t { kPrepare, kBegin, kExchange, kFile, kPause, kEnd };

  bool Prepare(const With& with);
  bool PrepareOutput(const With& with);
  bool BeginHop(const With& with);
  Outcome Exchange(const With& with);
  bool TakeHead(const With& with, const std::string& bytes);
  bool TakeFinalHead(const With& with);
  bool WriteHead(const With& with, std::string_view bytes);
  bool WriteBody(const With& with, std::string_view bytes);
  bool WritePending(const With& with);
  bool OpenOutput(const With& with);
  void EndHop(const With& with);
  bool Follow(const With& with);
  Outcome BeginFile(const With& with);
  Outcome ReadFile(const With& with);
  void End(const With& with);
  bool WantsRetry(const With& with, std::string_view* why) const;
  void Fail(int code, std::string message);

  Phase phase_ = Phase::kPrepare;
  std::vector<std::string> values_;
  CurlHop hop_, first_hop_;
  CurlBody body_;
  CurlError error_;
  CurlStats stats_;
  Fetch fetch_;
  HttpHead head_;
  bool has_head_ = false;      // the answer's, not an interim one
  bool ignores_body_ = false;  // of a redirect
  BodyDecoder decoder_;
  std::string pending_;  // of the body, not decoded yet
  int64_t begun_ns_ = 0, first_begun_ns_ = 0, wake_ns_ = 0;

  std::string output_;  // empty: standard output
  int out_ = -1;        // its descriptor, when it is open
  int head_out_ = -1;   // of -D
  uint64_t resume_from_ = 0;
  uint64_t file_left_ = 0;
  int in_ = -1;  // of a file: URL
  uint64_t retries_ = 0, retry_wait_ms_ = 0;
  bool is_first_ = false;
};

// What --write-out makes of a transfer: text for standard output and, behind %{stderr}, for
// standard error.
void CurlWriteOut(CommandIo& io, std::string_view format, const CurlTransfer& transfer);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_NET_CURL_TRANSFER_H_
