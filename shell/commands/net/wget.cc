#include "shell/commands/net/wget.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <utility>

#include "shell/commands/commands.h"
#include "shell/commands/net/net_commands.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"

namespace pysub::shell {
namespace {

constexpr int64_t kCopiesOfText = 3;

}  // namespace

void Wget::Fields(Archive& archive) {
  archive(phase_, load_, load_fd_, text_, list_, list_at_, body_, body_error_, jar_, log_fd_,
          out_fd_, index_, status_, files_, bytes_, begun_ns_, spent_ns_);
  archive(url_.scheme, url_.user, url_.has_user, url_.host, url_.port, url_.path, url_.query,
          first_url_, file_, hops_, try_, have_, start_, logs_in_, keeps_method_, fetch_, head_,
          has_head_, takes_body_, decoder_, pending_, meter_, wake_ns_, opened_, resends_,
          printed_);
  archive.Charged(charged_);
  if (phase_ > Phase::kEnd || load_ > Load::kCookies) archive.Fail();
  for (int64_t* time : {&begun_ns_, &spent_ns_, &wake_ns_}) KeepTime(archive, time);
}

Progress Wget::Run(CommandIo& io) {
  while (true) {
    switch (phase_) {
      case Phase::kBegin:
        if (!Begin(io)) return Progress::Done(kGeneric);
        break;
      case Phase::kLoad:
        if (std::optional<Progress> progress = ReadFile(io)) return *progress;
        break;
      case Phase::kNext: Next(io); break;
      case Phase::kSend: Send(io); break;
      case Phase::kExchange:
        if (std::optional<Progress> progress = Exchange(io)) return *progress;
        break;
      case Phase::kPause:
        if (io.MonotonicNs() < wake_ns_) {
          io.WakeAt(wake_ns_);
          return Progress::Wait();
        }
        phase_ = Phase::kSend;
        break;
      case Phase::kEnd: return Progress::Done(status_);
    }
    if (io.Tick(64)) return Progress::Yield();
  }
}

void Wget::Say(CommandIo& io, std::string_view text) {
  if (options_.loudness == WgetOptions::Loudness::kAll) Log(io, text);
}

// What -nv says, too.
void Wget::SayTerse(CommandIo& io, std::string_view text) {
  if (options_.loudness != WgetOptions::Loudness::kQuiet) Log(io, text);
}

void Wget::Remember(int status) {
  if (status != 0) status_ = status_ == 0 ? status : std::min(status_, status);
}

bool Wget::Begin(CommandIo& io) {
  begun_ns_ = io.MonotonicNs();
  if (options_.log_file) {
    log_fd_ =
        io.Open(*options_.log_file, options_.appends_log ? OpenMode::kAppend : OpenMode::kWrite);
    if (log_fd_ < 0) {
      io.Error(*options_.log_file, io.error());
      return false;
    }
  }
  if (options_.output && *options_.output != "-") {
    if (options_.no_clobber && Exists(io, *options_.output)) {
      Say(io, fmt::format("File {} already there; not retrieving.\n", QuoteWord(*options_.output)));
      return false;
    }
    out_fd_ = OpenFile(io, *options_.output, options_.goes_on);
    if (out_fd_ < 0) {
      Log(io, fmt::format("{}: {}\n", *options_.output, ErrnoText(io.error())));
      return false;
    }
  }
  NextLoad();
  return true;
}

// Empty, unless it goes on. Each write goes to the end: what another try sends once more is cut
// off.
int Wget::OpenFile(CommandIo& io, const std::string& path, bool goes_on) {
  if (!goes_on) {
    const int fd = io.Open(path, OpenMode::kWrite);
    if (fd < 0) return fd;
    io.Close(fd);
  }
  return io.Open(path, OpenMode::kAppend);
}

// What is to be read before anything is sent, one file after the other.
void Wget::NextLoad() {
  phase_ = Phase::kLoad;
  load_ = static_cast<Load>(static_cast<int>(load_) + 1);
  if (load_ == Load::kUrls && !options_.input_file) load_ = Load::kBody;
  if (load_ == Load::kBody && !options_.body_file) load_ = Load::kCookies;
  if (load_ == Load::kCookies && !options_.load_cookies) phase_ = Phase::kNext;
  if (load_ > Load::kCookies) {
    load_ = Load::kCookies;
    phase_ = Phase::kNext;
  }
}

const std::string& Wget::LoadName() const {
  if (load_ == Load::kUrls) return *options_.input_file;
  return load_ == Load::kBody ? *options_.body_file : *options_.load_cookies;
}

std::optional<Progress> Wget::ReadFile(CommandIo& io) {
  const bool is_known = (load_ == Load::kUrls && options_.input_file) ||
                        (load_ == Load::kBody && options_.body_file) ||
                        (load_ == Load::kCookies && options_.load_cookies);
  if (!is_known) return Progress::Done(kGeneric);  // (a state that somebody has changed)
  if (load_fd_ < 0) {
    load_fd_ = LoadName() == "-" && load_ == Load::kUrls ? 0 : io.Open(LoadName(), OpenMode::kRead);
    if (load_fd_ < 0) {
      EndLoad(io, io.error());
      return std::nullopt;
    }
  }
  while (true) {
    std::string_view bytes;
    const ReadStatus status = io.ReadSome(load_fd_, &bytes);
    if (status == ReadStatus::kWait) return Progress::Wait();
    if (status != ReadStatus::kData) {
      if (load_fd_ != 0) io.Close(load_fd_);
      load_fd_ = -1;
      EndLoad(io, status == ReadStatus::kError ? io.error() : 0);
      return std::nullopt;
    }
    const int64_t more = kCopiesOfText * static_cast<int64_t>(bytes.size());
    if (!io.Reserve(more)) return Progress::Done(2);
    charged_ += static_cast<uint64_t>(more);
    text_ += bytes;
    if (io.Tick(bytes.size())) return Progress::Yield();
  }
}

void Wget::EndLoad(CommandIo& io, int error) {
  const std::string text = std::exchange(text_, "");
  switch (load_) {
    case Load::kUrls: {
      if (error != 0) SayTerse(io, fmt::format("{}: {}\n", LoadName(), ErrnoText(error)));
      list_ = text;
      if (WithoutBlanks(list_).empty())
        SayTerse(io, fmt::format("No URLs found in {}.\n", LoadName()));
      break;
    }
    case Load::kBody:
      if (error != 0) {
        body_error_ = error;
      } else {
        body_ = text;
      }
      break;
    default:
      if (error != 0)
        SayTerse(io, fmt::format("Cannot open cookies file {}: {}\n", QuoteWord(LoadName()),
                                 ErrnoText(error)));
      (void)jar_.Load(io, text, io.RealTimeNs() / 1'000'000'000, false);
  }
  NextLoad();
}

bool Wget::TakeUrl(CommandIo& io, std::string* url) {
  if (index_ < options_.urls.size()) {
    *url = options_.urls[index_++];
    return true;
  }
  while (list_at_ < list_.size()) {
    (void)io.Tick(64);
    const size_t end = std::min(list_.find('\n', list_at_), list_.size());
    const std::string_view line =
        WithoutBlanks(std::string_view(list_).substr(list_at_, end - list_at_));
    list_at_ = end + 1;
    if (line.empty()) continue;
    *url = line;
    ++index_;
    return true;
  }
  return false;
}

void Wget::Next(CommandIo& io) {
  std::string given;
  if (!TakeUrl(io, &given)) return Finish(io);
  wake_ns_ = options_.wait_ns > 0 && files_ > 0 ? io.MonotonicNs() + options_.wait_ns : 0;
  url_ = SplitUrl(given);
  if (url_.scheme.empty()) url_ = SplitUrl("http://" + given);
  hops_ = try_ = 0;
  have_ = start_ = printed_ = 0;
  logs_in_ = options_.auth_at_once;
  keeps_method_ = true;
  if (!CheckUrl(io, given)) return Remember(kGeneric);
  first_url_ = url_.Text();
  if (options_.spider) Say(io, "Spider mode enabled. Check if remote file exists.\n");
  if (!ChooseFile(io)) return;
  phase_ = wake_ns_ > 0 ? Phase::kPause : Phase::kSend;
}

bool Wget::CheckUrl(CommandIo& io, std::string_view given) {
  url_.fragment.clear();
  if (url_.scheme != "http" && url_.scheme != "https") {
    SayTerse(io, fmt::format("{}: Unsupported scheme {}.\n", given, QuoteWord(url_.scheme)));
    return false;
  }
  if (url_.host.empty()) {
    SayTerse(io, fmt::format("{}: Invalid host name.\n", given));
    return false;
  }
  if (!url_.port.empty() && url_.PortNumber() == 0) {
    SayTerse(io, fmt::format("{}: Bad port number.\n", given));
    return false;
  }
  if (url_.port == (url_.scheme == "https" ? "443" : "80")) url_.port.clear();
  url_.path = Encoded(WithoutDots(url_.path.empty() ? "/" : url_.path));
  url_.query = Encoded(url_.query);
  return true;
}

// Blanks and what is not ASCII; the rest is as it was given.
std::string Wget::Encoded(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (static_cast<unsigned char>(c) <= ' ' || static_cast<unsigned char>(c) >= 127 ||
        std::string_view("\"<>\\^`{|}").find(c) != std::string_view::npos) {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out;
}

std::string Wget::NameOf(const UrlParts& url) {
  std::string name = PercentDecoded(url.path.substr(url.path.rfind('/') + 1));
  if (name.empty()) name = "index.html";
  name += url.query;
  // (What a URL decodes to is no way to another directory.)
  for (char& c : name) c = c == '/' || c == '\0' ? '_' : c;
  if (name == "." || name == "..") name = "index.html";
  return name;
}

std::string Wget::Placed(const std::string& name) const {
  return options_.prefix ? JoinPath(*options_.prefix, name) : name;
}

bool Wget::Exists(CommandIo& io, const std::string& path) {
  return io.files().Lstat(CallerOf(io), path).ok();
}

uint64_t Wget::SizeOf(CommandIo& io, const std::string& path) {
  const auto stat = io.files().StatPath(CallerOf(io), path);
  return stat.ok() && stat->IsFile() ? stat->size : 0;
}

// The name of the file, and how much of it is there. False: it is not got.
bool Wget::ChooseFile(CommandIo& io) {
  opened_ = false;
  if (options_.output) {
    file_ = *options_.output;
    if (options_.goes_on && out_fd_ >= 0) have_ = SizeOf(io, file_);
    return true;
  }
  file_ = Placed(NameOf(url_));
  if (!Exists(io, file_)) return true;
  if (options_.no_clobber) {
    Say(io, fmt::format("File {} already there; not retrieving.\n\n", QuoteWord(file_)));
    return false;
  }
  if (options_.goes_on) {
    have_ = SizeOf(io, file_);
  } else if (!options_.timestamps && !options_.spider) {
    file_ = Unused(io, file_);
  }
  return true;
}

std::string Wget::Unused(CommandIo& io, const std::string& name) {
  if (!Exists(io, name)) return name;
  // (There are as many as the file system may have.)
  for (uint64_t i = 1;; ++i) {
    (void)io.Tick(256);
    const std::string path = fmt::format("{}.{}", name, i);
    if (!Exists(io, path)) return path;
  }
}

std::string Wget::Method() const {
  if (options_.method && keeps_method_) return *options_.method;
  return options_.spider ? "HEAD" : "GET";
}

NetworkRequest Wget::Request(CommandIo& io) {
  NetworkRequest request;
  request.method = Method();
  request.url = url_.Text();
  request.family = options_.family;
  request.skip_verification = options_.insecure;
  request.timeout = std::chrono::nanoseconds(options_.timeout_ns);
  request.connect_timeout = std::chrono::nanoseconds(options_.connect_ns);
  if (HasBody()) request.body = options_.body_data ? *options_.body_data : body_;
  auto& headers = request.headers;
  if (options_.referer) headers.emplace_back("Referer", *options_.referer);
  if (options_.no_cache) {
    headers.emplace_back("Cache-Control", "no-cache");
    headers.emplace_back("Pragma", "no-cache");
  }
  if (options_.timestamps && Exists(io, file_)) {
    const auto stat = io.files().StatPath(CallerOf(io), file_);
    if (stat.ok())
      headers.emplace_back("If-Modified-Since", HttpDate(stat->mtime_ns / 1'000'000'000));
  }
  if (have_ > 0) headers.emplace_back("Range", fmt::format("bytes={}-", have_));
  if (const std::string agent = options_.agent.value_or("Wget/1.21.3"); !agent.empty())
    headers.emplace_back("User-Agent", agent);
  headers.emplace_back("Accept", "*/*");
  const bool unpacks = options_.encoding && *options_.encoding != "none" && have_ == 0;
  headers.emplace_back("Accept-Encoding", unpacks ? "gzip" : "identity");
  if (const std::string login = Login(); logs_in_ && !login.empty())
    headers.emplace_back("Authorization", "Basic " + Base64Text(login));
  if (HasBody()) headers.emplace_back("Content-Type", "application/x-www-form-urlencoded");
  if (!options_.no_cookies) {
    const std::string cookies = jar_.For(url_, io.RealTimeNs() / 1'000'000'000);
    if (!cookies.empty()) headers.emplace_back("Cookie", cookies);
  }
  for (const std::string& line : options_.headers) {
    const size_t colon = line.find(':');
    const std::string name(WithoutBlanks(line.substr(0, colon)));
    std::erase_if(headers, [&](auto& header) { return EqualNames(header.first, name); });
    // (What a user gave for one host is not told to another one.)
    const bool is_secret = EqualNames(name, "authorization") || EqualNames(name, "cookie");
    if (is_secret && !IsFirstHost()) continue;
    headers.emplace_back(name, WithoutBlanks(line.substr(colon + 1)));
  }
  return request;
}

bool Wget::IsFirstHost() const {
  const UrlParts first = SplitUrl(first_url_);
  return EqualNames(first.host, url_.host) && first.PortNumber() == url_.PortNumber() &&
         first.scheme == url_.scheme;
}

// "name:password"; empty: none is to be told.
std::string Wget::Login() const {
  if (url_.has_user) return PercentDecoded(url_.user);
  if (!options_.user || !IsFirstHost()) return "";
  return *options_.user + ":" + options_.password.value_or("");
}

void Wget::Send(CommandIo& io) {
  // (A login is one more request for the same thing.)
  if (!std::exchange(resends_, false))
    Say(io, fmt::format("--{}--{}  {}\n", Now(io),
                        try_ > 0 ? fmt::format("  (try:{:2})", try_ + 1) : "", url_.Text()));
  if (HasBody() && options_.body_file && body_error_ != 0) {
    SayTerse(io, fmt::format("BODY data file {} missing: {}\n", QuoteWord(*options_.body_file),
                             ErrnoText(body_error_)));
    Remember(kInput);
    phase_ = Phase::kNext;
    return;
  }
  ++try_;
  fetch_.Begin(Request(io));
  head_ = HttpHead();
  has_head_ = takes_body_ = false;
  pending_.clear();
  phase_ = Phase::kExchange;
}

std::unique_ptr<Command> MakeWget() { return std::make_unique<Wget>(); }

std::unique_ptr<Command> MakeWgetOver(std::shared_ptr<Network> network) {
  return std::make_unique<Wget>(std::move(network));
}

}  // namespace pysub::shell
