#ifndef PYSUB_SHELL_COMMANDS_NET_WGET_H_
#define PYSUB_SHELL_COMMANDS_NET_WGET_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/commands/net/body_decoder.h"
#include "shell/commands/net/cookie_jar.h"
#include "shell/commands/net/fetch.h"
#include "shell/commands/net/http_head.h"
#include "shell/commands/net/wget_meter.h"
#include "shell/commands/net/wget_options.h"
#include "shell/commands/text_command.h"
#include "shell/network/url.h"

namespace pysub::shell {

// wget: files got by HTTP, and what it says meanwhile on standard error. wget.cc has what happens
// before a request is sent, wget_answer.cc what becomes of it.
class Wget : public TextCommand {
 public:
  explicit Wget(std::shared_ptr<Network> network = nullptr) : network_(std::move(network)) {}

  void Fields(Archive& archive) override;

 protected:
  std::optional<int> Start(CommandIo& io) override { return ReadWgetOptions(io, &options_); }

  Progress Run(CommandIo& io) override;

 private:
  static constexpr size_t kPiece = 64 << 10;
  // The exit statuses of wget(1).
  enum Exit : int {
    kGeneric = 1,
    kInput = 3,
    kNetwork = 4,
    kTls = 5,
    kLogin = 6,
    kProtocol = 7,
    kServer = 8
  };
  enum class Phase : uint8_t { kBegin, kLoad, kNext, kSend, kExchange, kPause, kEnd };
  enum class Load : uint8_t { kNothing, kUrls, kBody, kCookies };

  // ---- what it says

  void Say(CommandIo& io, std::string_view text);
  void SayTerse(CommandIo& io, std::string_view text);
  void Log(CommandIo& io, std::string_view text) { io.Write(log_fd_, text); }
  std::string Now(CommandIo& io) { return WgetTime(io, io.RealTimeNs() / 1'000'000'000); }
  void Remember(int status);

  // ---- beginning

  bool Begin(CommandIo& io);

  int OpenFile(CommandIo& io, const std::string& path, bool goes_on);
  void NextLoad();

  const std::string& LoadName() const;

  std::optional<Progress> ReadFile(CommandIo& io);

  void EndLoad(CommandIo& io, int error);

  // ---- a URL

  // Of the words, then of the list. False: there are no more.
  bool TakeUrl(CommandIo& io, std::string* url);

  void Next(CommandIo& io);

  bool CheckUrl(CommandIo& io, std::string_view given);

  static std::string Encoded(std::string_view text);

  static std::string NameOf(const UrlParts& url);

  std::string Placed(const std::string& name) const;
  bool Exists(CommandIo& io, const std::string& path);
  uint64_t SizeOf(CommandIo& io, const std::string& path);

  bool ChooseFile(CommandIo& io);

  std::string Unused(CommandIo& io, const std::string& name);

  // ---- a request

  bool HasBody() const { return keeps_method_ && (options_.body_data || options_.body_file); }
  std::string Method() const;

  NetworkRequest Request(CommandIo& io);

  bool IsFirstHost() const;
  std::string Login() const;

  void Send(CommandIo& io);

  void SayConnected(CommandIo& io, const NetworkTimes& times);

  std::optional<Progress> Exchange(CommandIo& io);

  bool TakeHead(CommandIo& io, const NetworkEvent& event);

  bool BeginFile(CommandIo& io, std::string_view head_bytes);

  void MakeDirectories(CommandIo& io);

  bool WritePending(CommandIo& io);

  // ---- the end of an answer

  void EndAnswer(CommandIo& io);

  void EndSpider(CommandIo& io, bool is_good);

  void EndUnauthorized(CommandIo& io);

  void Follow(CommandIo& io, const std::string& location);

  void EndBody(CommandIo& io);

  void CloseFile(CommandIo& io);

  // ---- failures

  void FailAnswer(CommandIo& io, const NetworkEvent& event);

  void Retry(CommandIo& io, std::string_view text);

  void Finish(CommandIo& io);

  const std::shared_ptr<Network> network_;
  WgetOptions options_;  // of the words, which are read again after a load

  Phase phase_ = Phase::kBegin;
  Load load_ = Load::kNothing;
  int load_fd_ = -1;
  std::string text_;
  std::string list_;  // of -i: the lines that are left begin at list_at_
  uint64_t list_at_ = 0;
  std::string body_;
  int body_error_ = 0;
  CookieJar jar_;
  int log_fd_ = 2, out_fd_ = -1;
  uint64_t index_ = 0;
  int status_ = 0;
  uint64_t files_ = 0, bytes_ = 0, charged_ = 0;
  int64_t begun_ns_ = 0, spent_ns_ = 0;

  UrlParts url_;
  std::string first_url_, file_;
  uint64_t hops_ = 0, try_ = 0;
  uint64_t have_ = 0;     // bytes of the file that are there
  uint64_t start_ = 0;    // where the body begins in the file
  uint64_t printed_ = 0;  // of a body for standard output: none of it is written twice
  bool logs_in_ = false, keeps_method_ = true, opened_ = false, resends_ = false;
  Fetch fetch_;
  HttpHead head_;
  bool has_head_ = false, takes_body_ = false;
  BodyDecoder decoder_;
  std::string pending_;
  WgetMeter meter_;
  int64_t wake_ns_ = 0;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_NET_WGET_H_
