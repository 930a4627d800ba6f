#include "shell/commands/net/curl_transfer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>

#include "shell/commands/net/curl_glob.h"
#include "shell/commands/simple.h"

namespace pysub::shell {
namespace {

constexpr size_t kPiece = 64 << 10;
constexpr uint64_t kLongestRetryMs = 600'000;

std::optional<uint64_t> Whole(const std::optional<std::string>& text) {
  uint64_t value = 0;
  if (!text || text->empty()) return std::nullopt;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc() || end != text->data() + text->size()) return std::nullopt;
  return value;
}

// Seconds, with decimals.
std::optional<int64_t> Nanoseconds(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  const double seconds = strtod(text->c_str(), nullptr);
  if (!(seconds > 0)) return std::nullopt;
  return static_cast<int64_t>(std::min(seconds, 1e9) * 1e9);
}

bool IsSameHost(const UrlParts& a, const UrlParts& b) {
  return EqualNames(a.host, b.host) && a.PortNumber() == b.PortNumber() && a.scheme == b.scheme;
}

}  // namespace

void CurlWarn(CommandIo& io, const CurlGlobals& globals, std::string_view text) {
  if (globals.silent) return;
  constexpr std::string_view kPrefix = "Warning: ";
  constexpr size_t kWidth = 79 - kPrefix.size();
  while (!text.empty()) {
    size_t cut = text.size();
    if (cut > kWidth) {
      const size_t space = text.substr(0, kWidth).rfind(' ');
      cut = space == std::string_view::npos || space == 0 ? kWidth : space + 1;
    }
    io.Write(2, fmt::format("{}{}\n", kPrefix, text.substr(0, cut)));
    text.remove_prefix(cut);
  }
}

void CurlSayError(CommandIo& io, const CurlGlobals& globals, const CurlError& error) {
  if ((globals.silent && !globals.show_error) || error.message.empty()) return;
  io.Error(fmt::format("({}) {}", error.code, error.message));
}

void CurlStats::Fields(Archive& archive) {
  archive(size_download, size_header, size_upload, size_request, redirects, connects, headers,
          number, redirect_us, times, given_url, file_name, redirect_url);
}

void CurlTransfer::Fields(Archive& archive) {
  archive(phase_, values_, hop_, first_hop_, body_, error_, stats_, fetch_, head_, has_head_,
          ignores_body_, decoder_, pending_, begun_ns_, first_begun_ns_, wake_ns_, output_, out_,
          head_out_, resume_from_, file_left_, in_, retries_, retry_wait_ms_, is_first_);
  if (phase_ > Phase::kEnd) archive.Fail();
  for (int64_t* time : {&begun_ns_, &first_begun_ns_, &wake_ns_}) KeepTime(archive, time);
}

void CurlTransfer::Start(std::string url, std::vector<std::string> values, uint64_t number,
                         bool is_first) {
  *this = CurlTransfer();
  is_first_ = is_first;
  stats_.given_url = std::move(url);
  stats_.number = number;
  values_ = std::move(values);
}

void CurlTransfer::Fail(int code, std::string message) {
  if (error_.code == 0) error_ = {code, std::move(message)};
  phase_ = Phase::kEnd;
}

CurlTransfer::Outcome CurlTransfer::Step(const With& with) {
  if (phase_ == Phase::kPause) {
    if (with.io.MonotonicNs() < wake_ns_) {
      with.io.WakeAt(wake_ns_);
      return Outcome::kWait;
    }
    phase_ = Phase::kBegin;
  }
  if (phase_ == Phase::kPrepare && !Prepare(with)) phase_ = Phase::kEnd;
  if (phase_ == Phase::kBegin && !BeginHop(with)) phase_ = Phase::kEnd;
  if (phase_ == Phase::kExchange || phase_ == Phase::kFile) {
    const Outcome outcome = phase_ == Phase::kFile ? ReadFile(with) : Exchange(with);
    if (phase_ != Phase::kEnd) return outcome;
  }
  if (phase_ == Phase::kEnd) End(with);
  return phase_ == Phase::kEnd ? Outcome::kDone : Outcome::kYield;
}

bool CurlTransfer::Prepare(const With& with) {
  const CurlOperation& operation = with.operation;
  UrlParts& url = hop_.url;
  if (!MakeCurlUrl(operation, with.given, stats_.given_url, &url, &error_)) return false;
  if (operation.user && operation.user->find(':') == std::string::npos) {
    Fail(67, "a user's name needs its password, -u NAME:PASSWORD: nobody is asked here");
    return false;
  }
  if (!PrepareOutput(with)) return false;
  first_begun_ns_ = with.io.MonotonicNs();
  if (url.scheme == "file") {
    phase_ = Phase::kFile;
    return true;
  }
  hop_.method = CurlMethod(operation, with.given);
  body_ = MakeCurlBody(with.io, operation, with.given);
  if (operation.missing_part) {
    Fail(26, "Failed to open/read local data from file/application");
    return false;
  }
  if (operation.head && (body_.bytes || (operation.data && !operation.get))) {
    CurlWarn(with.io, with.globals,
             fmt::format("You can only select one HTTP request method! You asked for both {} and "
                         "HEAD (-I, --head).",
                         with.given.upload          ? "PUT (-T, --upload-file)"
                         : !operation.parts.empty() ? "multipart formpost (-F, --form)"
                                                    : "POST (-d, --data)"));
    Fail(2, "");  // (which is all that is said)
    return false;
  }
  hop_.has_body = body_.bytes.has_value();
  if (body_.bytes && !with.io.Reserve(static_cast<int64_t>(body_.bytes->size()))) return false;
  if (operation.referer) {
    hop_.referer = *operation.referer;
    const size_t semicolon = hop_.referer.rfind(";auto");
    if (semicolon != std::string::npos) hop_.referer.resize(semicolon);
  }
  hop_.resume_from = resume_from_;
  first_hop_ = hop_;
  phase_ = Phase::kBegin;
  return true;
}

// Where the body goes, and how much of it is there already (-C).
bool CurlTransfer::PrepareOutput(const With& with) {
  const CurlOperation& operation = with.operation;
  const bool is_remote =
      with.given.remote_name || (operation.all_remote_names && !with.given.has_output);
  if (is_remote) {
    std::string path = hop_.url.path;
    const size_t slash = path.rfind('/');
    output_ = slash == std::string::npos ? path : path.substr(slash + 1);
    if (output_.empty() && !operation.remote_header_name) {
      if (!with.globals.silent) with.io.Error("Remote file name has no length!");
      Fail(23, "Failed writing received data to disk/application");
      return false;
    }
  } else if (with.given.output && *with.given.output != "-") {
    output_ = CurlOutputName(*with.given.output, values_);
  }
  if (!output_.empty() && operation.output_dir) output_ = JoinPath(*operation.output_dir, output_);
  if (operation.resume) {
    const files::Caller caller = CallerOf(with.io);
    if (*operation.resume != "-") {
      resume_from_ = Whole(operation.resume).value_or(0);
    } else if (const auto stat = with.io.files().StatPath(caller, output_);
               !output_.empty() && stat.ok() && stat->IsFile()) {
      resume_from_ = stat->size;
    }
  }
  return true;
}

bool CurlTransfer::BeginHop(const With& with) {
  CommandIo& io = with.io;
  const int64_t now = io.MonotonicNs();
  if (stats_.redirects == 0) begun_ns_ = now;
  const std::string cookies =
      with.jar != nullptr ? with.jar->For(hop_.url, io.RealTimeNs() / 1'000'000'000) : "";
  NetworkRequest request = MakeCurlRequest(with.operation, hop_, body_, cookies);
  request.wants_notes = with.globals.verbose;
  if (const std::optional<int64_t> most = Nanoseconds(with.operation.max_time)) {
    const int64_t left = begun_ns_ + *most - now;
    if (left <= 0) {
      Fail(28, fmt::format("Operation timed out after {} milliseconds with 0 bytes received",
                           (now - begun_ns_) / 1'000'000));
      return false;
    }
    request.timeout = std::chrono::nanoseconds(left);
  }
  if (const std::optional<int64_t> most = Nanoseconds(with.operation.connect_time))
    request.connect_timeout = std::chrono::nanoseconds(*most);
  if (request.body) stats_.size_upload += request.body->size();
  fetch_.Begin(std::move(request));
  has_head_ = ignores_body_ = false;
  pending_.clear();
  phase_ = Phase::kExchange;
  return true;
}

CurlTransfer::Outcome CurlTransfer::Exchange(const With& with) {
  CommandIo& io = with.io;
  while (true) {
    if (!pending_.empty()) {
      if (!WritePending(with)) return Outcome::kYield;
      if (io.Tick(kPiece)) return Outcome::kYield;
      continue;
    }
    NetworkEvent event = fetch_.Next(io, with.network);
    bool ok = true;
    switch (event.kind) {
      case NetworkEvent::Kind::kWait: return Outcome::kWait;
      case NetworkEvent::Kind::kNote: io.Write(2, event.bytes); break;
      case NetworkEvent::Kind::kHead: ok = TakeHead(with, event.bytes); break;
      case NetworkEvent::Kind::kBody:
        stats_.size_download += ignores_body_ ? 0 : event.bytes.size();
        if (!ignores_body_) pending_ = std::move(event.bytes);
        break;
      case NetworkEvent::Kind::kEnd:
      case NetworkEvent::Kind::kError:
        stats_.times = event.times;
        stats_.connects += event.times.connections;
        stats_.size_request += event.times.request_bytes;
        fetch_.End(io);
        if (event.kind == NetworkEvent::Kind::kError) {
          error_ = CurlErrorOf(event.error, hop_.url.host);
          phase_ = Phase::kEnd;
        } else {
          EndHop(with);
        }
        return Outcome::kYield;
    }
    if (!ok) {
      fetch_.End(io);
      phase_ = Phase::kEnd;
      return Outcome::kYield;
    }
    if (io.Tick(64)) return Outcome::kYield;
  }
}

bool CurlTransfer::TakeHead(const With& with, const std::string& bytes) {
  stats_.size_header += bytes.size();
  if (with.globals.verbose) {
    for (std::string_view left = bytes; !left.empty();) {
      const size_t end = std::min(left.find('\n'), left.size() - 1) + 1;
      with.io.Write(2, "< " + std::string(left.substr(0, end)));
      left.remove_prefix(end);
    }
  }
  const bool is_trailer = has_head_;
  if (is_trailer) return ignores_body_ || WriteHead(with, bytes);
  head_ = HttpHead::Parse(bytes);
  stats_.headers = head_.headers.size();
  has_head_ = head_.status >= 200 || head_.status < 100;
  const bool fails = has_head_ && with.operation.fail && head_.status >= 400;
  if (with.jar != nullptr) {
    const int64_t now = with.io.RealTimeNs() / 1'000'000'000;
    for (const auto& [name, value] : head_.headers) {
      if (EqualNames(name, "set-cookie") && !with.jar->Take(with.io, value, hop_.url, now))
        return false;
    }
  }
  if (has_head_ && with.operation.remote_header_name && with.given.remote_name) {
    const std::string name = DispositionName(head_.Find("content-disposition").value_or(""));
    if (!name.empty())
      output_ = with.operation.output_dir ? JoinPath(*with.operation.output_dir, name) : name;
  }
  if (!WriteHead(with, bytes)) return false;
  if (fails) {
    Fail(22, fmt::format("The requested URL returned error: {}", head_.status));
    return false;
  }
  return !has_head_ || TakeFinalHead(with);
}

bool CurlTransfer::TakeFinalHead(const With& with) {
  const std::optional<std::string> location = head_.Find("location");
  const bool is_redirect =
      head_.status >= 300 && head_.status < 400 && location && !location->empty();
  stats_.redirect_url = is_redirect ? ResolveReference(hop_.url, *location) : "";
  ignores_body_ = is_redirect && with.operation.follow;
  if (ignores_body_) return true;
  ignores_body_ = with.operation.head;  // (also with -X GET, whose answer has a body)
  const std::optional<uint64_t> most = Whole(with.operation.max_size);
  if (most && head_.Length().value_or(0) > *most) {
    Fail(63, "Maximum file size exceeded");
    return false;
  }
  if (hop_.resume_from > 0 && hop_.method == "GET" && !head_.Find("content-range")) {
    if (head_.status == 416 || head_.Length() == hop_.resume_from) {
      ignores_body_ = true;  // there is no more of it
      return true;
    }
    if (head_.Length() != 0u) {
      Fail(33, "HTTP server doesn't seem to support byte ranges. Cannot resume.");
      return false;
    }
  }
  const std::string encoding = head_.Find("content-encoding").value_or("");
  if (with.operation.compressed && hop_.method != "HEAD" && !decoder_.Start(encoding)) {
    Fail(61,
         "Unrecognized content encoding type. libcurl understands deflate, gzip content "
         "encodings.");
    return false;
  }
  return true;
}

// To where the body goes (-i, -I), and to -D's file.
bool CurlTransfer::WriteHead(const With& with, std::string_view bytes) {
  if (with.operation.head_file) {
    if (head_out_ < 0) {
      head_out_ = *with.operation.head_file == "-"
                      ? 1
                      : with.io.Open(*with.operation.head_file,
                                     is_first_ ? OpenMode::kWrite : OpenMode::kAppend);
      if (head_out_ < 0) {
        CurlWarn(with.io, with.globals,
                 fmt::format("Failed to open {}", *with.operation.head_file));
        Fail(23, "Failed writing received data to disk/application");
        return false;
      }
    }
    with.io.Write(head_out_, bytes);
  }
  if (!with.operation.include && !with.operation.head) return true;
  return WriteBody(with, bytes);
}

bool CurlTransfer::OpenOutput(const With& with) {
  if (out_ >= 0) return true;
  if (output_.empty()) {
    out_ = 1;
    return true;
  }
  const files::Caller caller = CallerOf(with.io);
  if (with.operation.create_dirs) {
    for (size_t slash = output_.find('/', 1); slash != std::string::npos;
         slash = output_.find('/', slash + 1)) {
      (void)with.io.Tick(64);
      (void)with.io.files().Mkdir(caller, output_.substr(0, slash), 0750);
    }
  }
  // What a server names does not replace what is there. (One that names nothing leaves the URL's.)
  const bool is_servers = with.operation.remote_header_name && with.given.remote_name &&
                          !DispositionName(head_.Find("content-disposition").value_or("")).empty();
  const OpenMode mode = resume_from_ > 0 && !is_servers ? OpenMode::kAppend
                        : is_servers                    ? OpenMode::kCreateNew
                                                        : OpenMode::kWrite;
  out_ = with.io.Open(output_, mode);
  if (out_ >= 0) {
    stats_.file_name = output_;
    return true;
  }
  CurlWarn(with.io, with.globals,
           fmt::format("Failed to open the file {}: {}", output_, ErrnoText(with.io.error())));
  Fail(23, is_servers ? "Failed writing header" : "Failure writing output to destination");
  return false;
}

bool CurlTransfer::WriteBody(const With& with, std::string_view bytes) {
  if (!OpenOutput(with)) return false;
  with.io.Write(out_, bytes);
  return true;
}

// A piece of the body, decoded. False: the phase says what now.
bool CurlTransfer::WritePending(const With& with) {
  const std::optional<uint64_t> most = Whole(with.operation.max_size);
  if (most && stats_.size_download > *most) {
    Fail(63, "Maximum file size exceeded");
  } else if (!with.operation.compressed) {
    const std::string bytes = std::exchange(pending_, "");
    if (WriteBody(with, bytes)) return true;
  } else {
    std::string out;
    std::string_view left = pending_;
    const bool ok = decoder_.Decode(&left, &out, kPiece);
    pending_.erase(0, pending_.size() - left.size());
    if (!ok) {
      Fail(61, "Error while processing content unencoding: invalid code lengths set");
    } else if (WriteBody(with, out)) {
      return true;
    }
  }
  fetch_.End(with.io);
  phase_ = Phase::kEnd;
  return false;
}

void CurlTransfer::EndHop(const With& with) {
  phase_ = Phase::kEnd;
  if (with.operation.follow && ignores_body_ && !stats_.redirect_url.empty()) {
    if (Follow(with)) phase_ = Phase::kBegin;
    return;
  }
  if (with.operation.fail_with_body && head_.status >= 400)
    error_ = {22, fmt::format("The requested URL returned error: {}", head_.status)};
}

// The next hop: what of the request stays is RFC 9110's and curl's.
bool CurlTransfer::Follow(const With& with) {
  const CurlOperation& operation = with.operation;
  int64_t most = 50;
  if (operation.max_redirects) most = strtoll(operation.max_redirects->c_str(), nullptr, 10);
  const int64_t allowed = with.network != nullptr ? with.network->policy().redirects : 0;
  if (most < 0 || most > allowed) most = allowed;
  if (stats_.redirects >= static_cast<uint64_t>(most)) {
    Fail(47, fmt::format("Maximum ({}) redirects followed", most));
    return false;
  }
  ++stats_.redirects;
  stats_.redirect_us += stats_.times.end_us;
  UrlParts next = SplitUrl(stats_.redirect_url);
  const bool is_http = next.scheme == "http" || next.scheme == "https";
  if (!is_http || !AllowsScheme(operation.redirect_protocols, next.scheme)) {
    std::string scheme = next.scheme;
    if (scheme.empty()) scheme = stats_.redirect_url.substr(0, stats_.redirect_url.find(':'));
    Fail(1, fmt::format("Protocol \"{}\" not supported or disabled in libcurl", scheme));
    return false;
  }
  CurlError bad;
  CurlOperation plain;
  plain.path_as_is = operation.path_as_is;
  // (A stranger's URL may have blanks in it: they are encoded.)
  std::string text;
  for (char c : stats_.redirect_url) text += c == ' ' ? "%20" : std::string(1, c);
  if (!MakeCurlUrl(plain, CurlUrl(), text, &next, &bad)) {
    Fail(bad.code, bad.message);
    return false;
  }
  const bool is_post =
      with.operation.method ? hop_.has_body && !with.given.upload : hop_.method == "POST";
  const int status = head_.status;
  const bool keeps = (status == 301 && operation.post301) || (status == 302 && operation.post302) ||
                     (status == 303 && operation.post303);
  const bool drops = ((status == 301 || status == 302) && is_post && !keeps) ||
                     (status == 303 && !(is_post && keeps));
  if (drops) {
    hop_.has_body = false;
    if (!operation.method && hop_.method != "HEAD") hop_.method = "GET";
  }
  hop_.is_first_host = IsSameHost(next, first_hop_.url);
  // (A user in the first URL is known to its host alone, too.)
  if (!next.has_user && first_hop_.url.has_user && (hop_.is_first_host || operation.trusted)) {
    next.has_user = true;
    next.user = first_hop_.url.user;
  }
  if (operation.referer && operation.referer->find(";auto") != std::string::npos)
    hop_.referer = hop_.url.Text();
  hop_.url = std::move(next);
  return true;
}

// ---- file:

CurlTransfer::Outcome CurlTransfer::BeginFile(const With& with) {
  CommandIo& io = with.io;
  const std::string path = PercentDecoded(hop_.url.path);
  if (with.given.upload) {
    Fail(23, "files are not written by file: URLs here");
    return Outcome::kYield;
  }
  in_ = io.Open(path, OpenMode::kRead);
  const std::optional<uint64_t> size = in_ >= 0 ? io.FileSize(in_) : std::nullopt;
  if (!size) {
    Fail(37, fmt::format("Couldn't open file {}", path));
    return Outcome::kYield;
  }
  uint64_t first = resume_from_, last = *size;
  if (with.operation.range) {
    const std::string& range = *with.operation.range;
    const size_t dash = range.find('-');
    const std::optional<uint64_t> from = Whole(range.substr(0, dash));
    // "2-5", "2-", and "-5", the last five.
    constexpr uint64_t kNone = UINT64_MAX;
    const uint64_t to =
        dash == std::string::npos ? kNone : Whole(range.substr(dash + 1)).value_or(kNone);
    if (from) {
      first = *from;
      if (to != kNone) last = std::min(last, to + 1);
    } else if (to != kNone) {
      first = *size - std::min(*size, to);
    }
  }
  if (first > *size) {
    Fail(36, "failed to resume file:// transfer");
    return Outcome::kYield;
  }
  if (with.operation.head || with.operation.include) {
    const auto stat = io.files().StatPath(CallerOf(io), path);
    const int64_t time = stat.ok() ? stat->mtime_ns / 1'000'000'000 : 0;
    WriteBody(with,
              fmt::format("Content-Length: {}\r\nAccept-ranges: bytes\r\nLast-Modified: {}\r\n",
                          *size, HttpDate(time)));
    if (with.operation.include && !with.operation.head) WriteBody(with, "\r\n");
  }
  file_left_ = with.operation.head ? 0 : last - std::min(first, last);
  resume_from_ = first;
  return Outcome::kYield;
}

CurlTransfer::Outcome CurlTransfer::ReadFile(const With& with) {
  if (in_ < 0) {
    BeginFile(with);
    if (phase_ == Phase::kEnd) return Outcome::kYield;
  }
  while (file_left_ > 0) {
    std::string_view bytes;
    const ReadStatus status = with.io.ReadSome(in_, &bytes, kPiece);
    if (status == ReadStatus::kWait) return Outcome::kWait;
    if (status != ReadStatus::kData) break;
    const size_t skipped = std::min<uint64_t>(resume_from_, bytes.size());
    resume_from_ -= skipped;
    bytes.remove_prefix(skipped);
    bytes = bytes.substr(0, std::min<uint64_t>(file_left_, bytes.size()));
    file_left_ -= bytes.size();
    stats_.size_download += bytes.size();
    if (!bytes.empty() && !WriteBody(with, bytes)) break;
    if (with.io.Tick(bytes.size() + skipped)) return Outcome::kYield;
  }
  phase_ = Phase::kEnd;
  return Outcome::kYield;
}

// ---- the end

bool CurlTransfer::WantsRetry(const With& with, std::string_view* why) const {
  const CurlOperation& operation = with.operation;
  if (retries_ >= Whole(operation.retry).value_or(0)) return false;
  if (const std::optional<int64_t> most = Nanoseconds(operation.retry_time);
      most && with.io.MonotonicNs() - first_begun_ns_ > *most)
    return false;
  constexpr int kStatuses[] = {408, 429, 500, 502, 503, 504};
  if (error_.code == 28 || error_.code == 6) {
    *why = "timeout";
  } else if (error_.code == 7 && operation.retry_refused) {
    *why = "connection refused";
  } else if ((error_.code == 0 || error_.code == 22) && has_head_ &&
             std::ranges::count(kStatuses, head_.status) > 0) {
    *why = "HTTP error";
  } else if (error_.code != 0 && operation.retry_all) {
    *why = "(retrying all errors)";
  } else {
    return false;
  }
  return true;
}

void CurlTransfer::End(const With& with) {
  CommandIo& io = with.io;
  std::string_view why;
  if (in_ < 0 && WantsRetry(with, &why)) {
    uint64_t wait_ms = 0;
    if (const std::optional<int64_t> delay = Nanoseconds(with.operation.retry_delay)) {
      wait_ms = static_cast<uint64_t>(*delay / 1'000'000);
    } else {
      retry_wait_ms_ = retry_wait_ms_ == 0 ? 1000 : std::min(2 * retry_wait_ms_, kLongestRetryMs);
      wait_ms = retry_wait_ms_;
    }
    if (has_head_) {
      if (const std::optional<uint64_t> after = Whole(head_.Find("retry-after")))
        wait_ms = std::max(wait_ms, std::min(*after * 1000, kLongestRetryMs));
    }
    const uint64_t left = *Whole(with.operation.retry) - retries_;
    if (error_.code != 0) CurlSayError(io, with.globals, error_);
    CurlWarn(io, with.globals,
             fmt::format("Problem : {}. Will retry in {} seconds. {} retries left.", why,
                         wait_ms / 1000, left));
    ++retries_;
    // What a file got of the failure goes; what was printed is printed.
    if (out_ > 1) {
      io.Close(out_);
      out_ = -1;
      if (resume_from_ > 0) (void)io.files().Truncate(CallerOf(io), output_, resume_from_);
    }
    error_ = CurlError();
    hop_ = first_hop_;
    stats_.redirects = stats_.size_download = 0;
    wake_ns_ = io.MonotonicNs() + static_cast<int64_t>(wait_ms) * 1'000'000;
    phase_ = Phase::kPause;
    return;
  }
  // An empty body makes an empty file.
  if (error_.code == 0 && !output_.empty() && out_ < 0 && !ignores_body_) (void)OpenOutput(with);
  if (out_ > 1) io.Close(out_);
  if (in_ >= 0) io.Close(in_);
  if (head_out_ > 1) io.Close(head_out_);
  const files::Caller caller = CallerOf(io);
  if (error_.code != 0 && with.operation.remove_on_error && out_ > 1)
    (void)io.files().Unlink(caller, output_);
  if (error_.code == 0 && with.operation.remote_time && out_ > 1) {
    const std::optional<int64_t> time = ParseHttpDate(head_.Find("last-modified").value_or(""));
    if (time) (void)io.files().SetTimes(caller, output_, FileTimeOf(*time), FileTimeOf(*time));
  }
  out_ = in_ = head_out_ = -1;
}

}  // namespace pysub::shell
