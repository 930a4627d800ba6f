#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <utility>

#include "shell/commands/net/wget.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"

namespace pysub::shell {

// "Connecting to ...": it is known when it has come to something.
void Wget::SayConnected(CommandIo& io, const NetworkTimes& times) {
  const std::string_view host = url_.host;
  const bool is_address = host.starts_with('[') || NetworkAddress::Parse(host).has_value();
  if (!is_address) {
    Say(io, fmt::format("Resolving {0} ({0})... {1}\nConnecting to {0} ({0})|{1}|:{2}... ", host,
                        times.address, url_.PortNumber()));
  } else {
    Say(io, fmt::format("Connecting to {}:{}... ", host, url_.PortNumber()));
  }
}

std::optional<Progress> Wget::Exchange(CommandIo& io) {
  while (true) {
    if (!pending_.empty()) {
      if (!WritePending(io)) return std::nullopt;
      if (io.Tick(kPiece)) return Progress::Yield();
      continue;
    }
    NetworkEvent event = fetch_.Next(io, network_.get());
    switch (event.kind) {
      case NetworkEvent::Kind::kWait: return Progress::Wait();
      case NetworkEvent::Kind::kNote: break;
      case NetworkEvent::Kind::kHead:
        if (!has_head_ && !TakeHead(io, event)) return std::nullopt;
        break;
      case NetworkEvent::Kind::kBody:
        if (takes_body_) pending_ = std::move(event.bytes);
        break;
      case NetworkEvent::Kind::kEnd:
        fetch_.End(io);
        EndAnswer(io);
        return std::nullopt;
      case NetworkEvent::Kind::kError:
        fetch_.End(io);
        FailAnswer(io, event);
        return std::nullopt;
    }
    if (io.Tick(64)) return Progress::Yield();
  }
}

// False: the exchange is over.
bool Wget::TakeHead(CommandIo& io, const NetworkEvent& event) {
  head_ = HttpHead::Parse(event.bytes);
  if (head_.status < 200) return true;
  has_head_ = true;
  SayConnected(io, event.times);
  Say(io, "connected.\nHTTP request sent, awaiting response... ");
  if (options_.shows_answer) {
    std::string shown = "  " + head_.status_line + "\n";
    std::string_view left = event.bytes;
    left.remove_prefix(std::min(left.find('\n') + 1, left.size()));
    while (!left.empty()) {
      const size_t end = std::min(left.find('\n'), left.size());
      std::string_view line = left.substr(0, end);
      left.remove_prefix(std::min(end + 1, left.size()));
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (!line.empty()) shown += "  " + std::string(line) + "\n";
    }
    Say(io, "\n");
    Log(io, shown);  // (with -q, too)
  } else {
    Say(io, fmt::format("{} {}\n", head_.status, head_.reason));
  }
  if (!options_.no_cookies) {
    for (const auto& [name, value] : head_.headers) {
      if (EqualNames(name, "set-cookie"))
        (void)jar_.Take(io, value, url_, io.RealTimeNs() / 1'000'000'000);
    }
  }
  const std::string location = head_.Find("location").value_or("");
  if (head_.status == 401 || (head_.IsRedirect() && !location.empty())) return true;
  const bool is_good = head_.status >= 200 && head_.status < 300;
  if (head_.status == 304 || options_.spider || (!is_good && !options_.content_on_error))
    return true;
  if (have_ > 0 && head_.status == 200 && try_ == 1 && options_.goes_on &&
      head_.Length().value_or(UINT64_MAX) <= have_)
    return true;
  if (options_.output == std::nullopt && options_.disposition) {
    const std::string name = DispositionName(head_.Find("content-disposition").value_or(""));
    if (!name.empty()) file_ = options_.goes_on ? Placed(name) : Unused(io, Placed(name));
  }
  return BeginFile(io, event.bytes);
}

// Opens the file, and says what comes. False: it cannot be written.
bool Wget::BeginFile(CommandIo& io, std::string_view head_bytes) {
  // A server that sends all of it once more is taken at its word.
  start_ = head_.status == 206 ? have_ : 0;
  std::optional<uint64_t> length = head_.Length();
  if (options_.ignores_length) length.reset();
  const std::optional<uint64_t> whole =
      length ? std::optional<uint64_t>(*length + start_) : std::nullopt;
  const bool is_good = head_.status >= 200 && head_.status < 300;
  if (is_good && (head_.status != 204 || length)) {
    std::string line = "Length: unspecified";
    if (whole) line = "Length: " + WgetSize(*whole);
    if (start_ > 0 && whole) line += fmt::format(", {} remaining", WgetSize(*length));
    const std::string type = head_.Find("content-type").value_or("");
    if (!type.empty())
      line += fmt::format(" [{}]", WithoutBlanks(std::string_view(type).substr(0, type.find(';'))));
    Say(io, line + "\n");
  }
  if (options_.output && *options_.output == "-") {
    out_fd_ = 1;
  } else if (!options_.output && !opened_ && (head_.status != 204 || length)) {
    MakeDirectories(io);
    out_fd_ = OpenFile(io, file_, start_ > 0);
    if (out_fd_ < 0) {
      Say(io, "\n");
      SayTerse(io, fmt::format("{}: {}\n\nCannot write to {} ({}).\n", file_, ErrnoText(io.error()),
                               QuoteWord(file_), ErrnoText(io.error())));
      Remember(kInput);
      fetch_.End(io);
      phase_ = Phase::kNext;
      return false;
    }
    opened_ = true;
  } else if (start_ == 0 && try_ > 1 && have_ > 0) {
    // What the last try had of it goes; documents in front of it stay.
    const uint64_t size = SizeOf(io, file_);
    (void)io.files().Truncate(CallerOf(io), file_, size - std::min(size, have_));
  }
  if (start_ == 0) have_ = 0;
  if (head_.status != 204 || length)
    Say(io,
        fmt::format("Saving to: {}\n",
                    options_.output && *options_.output == "-" ? "‘STDOUT’" : QuoteWord(file_)));
  if (options_.saves_heads && out_fd_ >= 0) io.Write(out_fd_, head_bytes);
  if (!decoder_.Start(options_.encoding && *options_.encoding != "none" && start_ == 0
                          ? head_.Find("content-encoding").value_or("")
                          : ""))
    (void)decoder_.Start("");
  takes_body_ = true;
  Say(io, meter_.Begin(io.MonotonicNs(), start_, whole));
  return true;
}

void Wget::MakeDirectories(CommandIo& io) {
  for (size_t slash = file_.find('/', 1); slash != std::string::npos;
       slash = file_.find('/', slash + 1)) {
    (void)io.Tick(64);
    (void)io.files().Mkdir(CallerOf(io), file_.substr(0, slash), 0777);
  }
}

bool Wget::WritePending(CommandIo& io) {
  std::string out;
  std::string_view left = pending_;
  const bool ok = decoder_.Decode(&left, &out, kPiece);
  const size_t taken = pending_.size() - left.size();
  pending_.erase(0, taken);
  if (!ok) {
    fetch_.End(io);
    SayTerse(io, "\nThe body is damaged.\n");
    Remember(kProtocol);
    phase_ = Phase::kNext;
    return false;
  }
  std::string_view rest = out;
  if (out_fd_ == 1 && decoder_.is_plain()) {
    // A server that cannot go on sends all of it once more, and what is printed cannot be cut off.
    rest.remove_prefix(std::min<uint64_t>(printed_ - std::min(printed_, have_), rest.size()));
    printed_ += rest.size();
  }
  if (out_fd_ >= 0) io.Write(out_fd_, rest);
  Say(io, meter_.Add(io.MonotonicNs(), decoder_.is_plain() ? taken : out.size()));
  have_ += taken;
  return true;
}

void Wget::EndAnswer(CommandIo& io) {
  phase_ = Phase::kNext;
  const std::string location = head_.Find("location").value_or("");
  if (head_.status == 401) return EndUnauthorized(io);
  if (head_.IsRedirect() && !location.empty()) return Follow(io, location);
  if (head_.status == 304 && options_.timestamps) {
    Say(io,
        fmt::format("File {} not modified on server. Omitting download.\n\n", QuoteWord(file_)));
    return;
  }
  const bool is_good = head_.status >= 200 && head_.status < 300;
  if (options_.spider) return EndSpider(io, is_good);
  if (takes_body_) {
    EndBody(io);
    if (is_good) return;
  } else if (is_good || (head_.status == 416 && have_ > 0)) {
    Say(io, "\n    The file is already fully retrieved; nothing to do.\n\n");
    return;
  }
  if (options_.loudness == WgetOptions::Loudness::kTerse) Log(io, url_.Text() + ":\n");
  SayTerse(io, fmt::format("{} ERROR {}: {}.\n", Now(io), head_.status,
                           head_.reason.empty() ? "(no description)" : head_.reason));
  Say(io, "\n");
  Remember(kServer);
}

void Wget::EndSpider(CommandIo& io, bool is_good) {
  if (is_good) {
    if (options_.loudness == WgetOptions::Loudness::kTerse) {
      Log(io, fmt::format("{} URL: {} {} {}\n", Now(io), url_.Text(), head_.status, head_.reason));
    }
    const std::string type = head_.Find("content-type").value_or("text/html");
    std::string line = "Length: unspecified";
    if (const std::optional<uint64_t> length = head_.Length())
      line = "Length: " + WgetSize(*length);
    if (head_.Find("content-type"))
      line += fmt::format(" [{}]", WithoutBlanks(std::string_view(type).substr(0, type.find(';'))));
    Say(io, line + "\n");
    Say(io, type.starts_with("text/html") || type.starts_with("application/xhtml")
                ? "Remote file exists and could contain further links,\n"
                  "but recursion is disabled -- not retrieving.\n\n"
                : "Remote file exists.\n\n");
    return;
  }
  if (options_.loudness == WgetOptions::Loudness::kTerse) Log(io, url_.Text() + ":\n");
  SayTerse(io, "Remote file does not exist -- broken link!!!\n");
  Say(io, "\n");
  Remember(kServer);
}

void Wget::EndUnauthorized(CommandIo& io) {
  const std::string challenge = LowerCase(head_.Find("www-authenticate").value_or(""));
  if (!logs_in_ && !Login().empty() && challenge.starts_with("basic")) {
    SayTerse(io, fmt::format("Authentication selected: {}\n", *head_.Find("www-authenticate")));
    logs_in_ = true;
    --try_;
    phase_ = Phase::kSend;
    resends_ = true;
    return;
  }
  SayTerse(io, options_.loudness == WgetOptions::Loudness::kAll
                   ? "\nUsername/Password Authentication Failed.\n"
                   : "Username/Password Authentication Failed.\n");
  Remember(kLogin);
}

void Wget::Follow(CommandIo& io, const std::string& location) {
  const uint64_t most =
      std::min<uint64_t>(options_.redirects, network_ ? network_->policy().redirects : 0);
  const bool too_many = hops_ >= most;
  Say(io, fmt::format("Location: {}{}\n", location, too_many ? "" : " [following]"));
  if (too_many) {
    SayTerse(io, fmt::format("{} redirections exceeded.\n", most));
    Remember(kServer);
    return;
  }
  ++hops_;
  const std::string next = ResolveReference(url_, location);
  const bool was_body = HasBody();
  UrlParts parts = SplitUrl(next);
  // (A user in the first URL is for its host alone.)
  url_ = std::move(parts);
  if (url_.scheme.empty()) url_.scheme = next.substr(0, next.find(':'));
  if (!CheckUrl(io, next)) {
    Remember(kGeneric);
    return;
  }
  if (head_.status != 307 && head_.status != 308 && (was_body || head_.status == 303))
    keeps_method_ = false;
  if (options_.trusts_names && !options_.output && !opened_)
    file_ = Unused(io, Placed(NameOf(url_)));
  try_ = 0;
  phase_ = Phase::kSend;
}

void Wget::EndBody(CommandIo& io) {
  const bool is_empty = head_.status == 204 && !head_.Length();
  if (!is_empty) Say(io, meter_.End(io.MonotonicNs()));
  CloseFile(io);
  if (head_.status < 200 || head_.status >= 300) return;  // (an error that is kept)
  const uint64_t bytes = meter_.bytes();
  files_ += 1;
  bytes_ += bytes;
  spent_ns_ += meter_.spent_ns(io.MonotonicNs());
  const std::optional<uint64_t> whole = meter_.whole();
  const std::string sizes =
      whole ? fmt::format("{}/{}", start_ + bytes, *whole) : fmt::format("{}", start_ + bytes);
  const std::optional<int64_t> time = ParseHttpDate(head_.Find("last-modified").value_or(""));
  if (options_.timestamps && !time)
    Say(io, "Last-modified header missing -- time-stamps turned off.\n");
  if (options_.loudness == WgetOptions::Loudness::kTerse) {
    Log(io,
        fmt::format("{} URL:{} [{}] -> \"{}\" [{}]\n", Now(io), url_.Text(), sizes, file_, try_));
  } else {
    const bool to_stdout = options_.output && *options_.output == "-";
    Say(io, fmt::format("{} ({}) - {} [{}]\n\n", Now(io),
                        WgetRate(bytes, meter_.spent_ns(io.MonotonicNs())),
                        to_stdout ? "written to stdout" : QuoteWord(file_) + " saved", sizes));
  }
  if (options_.server_times && time && (!options_.output || *options_.output != "-"))
    (void)io.files().SetTimes(CallerOf(io), file_, FileTimeOf(*time), FileTimeOf(*time));
}

void Wget::CloseFile(CommandIo& io) {
  if (options_.output || !opened_) return;
  io.Close(out_fd_);
  out_fd_ = -1;
  opened_ = false;
}

void Wget::FailAnswer(CommandIo& io, const NetworkEvent& event) {
  using Kind = NetworkErrorKind;
  const NetworkError& error = event.error;
  const std::string host = url_.host;
  phase_ = Phase::kNext;
  if (!has_head_) {
    switch (error.kind) {
      case Kind::kRefused:
      case Kind::kLimit:
      case Kind::kBroker:
        SayTerse(io, fmt::format("wget: unable to reach {}: {}\n", QuoteWord(host), error.message));
        return Remember(kNetwork);
      case Kind::kUnresolved:
        Say(io, fmt::format("Resolving {0} ({0})... ", host));
        SayTerse(
            io, fmt::format(
                    "failed: Name or service not known.\nwget: unable to resolve host address {}\n",
                    QuoteWord(host)));
        return Remember(kNetwork);
      case Kind::kNotConnected: {
        SayConnected(io, event.times);
        const std::string why(
            ErrnoText(error.error_number != 0 ? error.error_number : ECONNREFUSED));
        SayTerse(io, fmt::format("failed: {}.\n", why));
        if (!options_.retry_refused) return Remember(kNetwork);
        return Retry(io, "");
      }
      case Kind::kTls:
      case Kind::kCertificate:
        SayConnected(io, event.times);
        Say(io, "connected.\n");
        SayTerse(io,
                 error.kind == Kind::kTls
                     ? std::string("Unable to establish SSL connection.\n")
                     : fmt::format("ERROR: cannot verify {}'s certificate: {}\nTo connect to {} "
                                   "insecurely, use `--no-check-certificate'.\n",
                                   host, error.message, host));
        return Remember(kTls);
      case Kind::kTimedOut:
        SayConnected(io, event.times);
        if (event.times.connected_us == 0) return Retry(io, "failed: Connection timed out.\n");
        Say(io, "connected.\nHTTP request sent, awaiting response... ");
        return Retry(io, "Read error (Connection timed out) in headers.\n");
      case Kind::kEmptyAnswer:
        SayConnected(io, event.times);
        Say(io, "connected.\nHTTP request sent, awaiting response... ");
        return Retry(io, "No data received.\n");
      case Kind::kOldAnswer:
      case Kind::kBadAnswer:
      case Kind::kTooLarge:
      case Kind::kStream:
        SayTerse(io, fmt::format("{} ERROR -1: Malformed status line.\n", Now(io)));
        return Remember(kProtocol);
      default:
        SayConnected(io, event.times);
        Say(io, "connected.\nHTTP request sent, awaiting response... ");
        return Retry(io, fmt::format("Read error ({}) in headers.\n", error.message));
    }
  }
  // In the middle of a body, which the next try goes on with.
  const std::string at = fmt::format("byte {}", start_ + meter_.bytes());
  if (takes_body_) Say(io, meter_.End(io.MonotonicNs()));
  std::string text = fmt::format("{} ({}) - ", Now(io),
                                 WgetRate(meter_.bytes(), meter_.spent_ns(io.MonotonicNs())));
  if (error.kind == Kind::kCutOff) {
    text += fmt::format("Connection closed at {}. ", at);
  } else {
    text += fmt::format("Read error at {} ({}).", at, error.message);
  }
  if (error.kind == Kind::kTooLarge || error.kind == Kind::kLimit) {
    SayTerse(io, fmt::format("wget: {}\n", error.message));
    CloseFile(io);
    return Remember(kNetwork);
  }
  have_ = start_ + meter_.bytes();
  Say(io, text);
  Retry(io, "");
}

void Wget::Retry(CommandIo& io, std::string_view text) {
  Say(io, text);
  if (Method() != "GET" && Method() != "HEAD") {
    // What may have been done is not done again unasked.
    Say(io, "Giving up.\n\n");
    CloseFile(io);
    return Remember(kNetwork);
  }
  if (options_.tries != 0 && try_ >= options_.tries) {
    Say(io, "Giving up.\n\n");
    CloseFile(io);
    return Remember(kNetwork);
  }
  Say(io, "Retrying.\n\n");
  const int64_t step = static_cast<int64_t>(std::min<uint64_t>(try_, 1000)) * 1'000'000'000;
  wake_ns_ = io.MonotonicNs() + std::min(step, options_.wait_retry_ns);
  phase_ = Phase::kPause;
}

void Wget::Finish(CommandIo& io) {
  phase_ = Phase::kEnd;
  if (index_ > 1 && bytes_ > 0) {
    SayTerse(io, fmt::format("FINISHED --{}--\nTotal wall clock time: {}s\nDownloaded: {} files, "
                             "{} in {}s ({})\n",
                             Now(io), WgetSeconds(io.MonotonicNs() - begun_ns_), files_,
                             WgetShortSize(bytes_), WgetSeconds(spent_ns_),
                             WgetRate(bytes_, spent_ns_)));
  }
  if (options_.save_cookies) {
    const int fd = io.Open(*options_.save_cookies, OpenMode::kWrite);
    if (fd >= 0)
      io.Write(
          fd, jar_.FileText(fmt::format("# HTTP Cookie File\n# Generated by Wget on {}.\n# Edit at "
                                        "your own risk.\n\n",
                                        Now(io)),
                            false, options_.session_cookies));
    if (fd >= 0) io.Close(fd);
  }
}

}  // namespace pysub::shell
