#include "shell/commands/net/wget_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "shell/commands/options.h"
#include "shell/commands/quoting.h"

namespace pysub::shell {
namespace {

enum Long : int {
  kAuthNoChallenge = kFirstLongOption,
  kBodyData,
  kBodyFile,
  kCompression,
  kConnectTimeout,
  kContentDisposition,
  kContentOnError,
  kDnsTimeout,
  kHeader,
  kHttpsOnly,
  kIgnoreLength,
  kKeepSessionCookies,
  kLoadCookies,
  kMaxRedirect,
  kMethod,
  kNoCache,
  kNoCheckCertificate,
  kNoClobber,
  kNoCookies,
  kNoOp,
  kNoUseServerTimestamps,
  kNoVerbose,
  kPassword,
  kPostData,
  kPostFile,
  kProgress,
  kReferer,
  kRefused,
  kRefusedWithValue,
  kRetryConnrefused,
  kSaveCookies,
  kSaveHeaders,
  kSpider,
  kTrustServerNames,
  kUser,
  kWaitRetry,
};

constexpr OptionArgument kValue = OptionArgument::kRequired;

constexpr CommandOption kRows[] = {
    {'4', "inet4-only"},
    {'6', "inet6-only"},
    {'O', "output-document", kValue},
    {'P', "directory-prefix", kValue},
    {'S', "server-response"},
    {'N', "timestamping"},
    {'T', "timeout", kValue},
    {'U', "user-agent", kValue},
    {'V', ""},
    {'a', "append-output", kValue},
    {'c', "continue"},
    {'h', ""},
    {'i', "input-file", kValue},
    {'n', "", kValue},
    {'o', "output-file", kValue},
    {'q', "quiet"},
    {'t', "tries", kValue},
    {'v', "verbose"},
    {'w', "wait", kValue},
    {kAuthNoChallenge, "auth-no-challenge"},
    {kBodyData, "body-data", kValue},
    {kBodyFile, "body-file", kValue},
    {kCompression, "compression", kValue},
    {kConnectTimeout, "connect-timeout", kValue},
    {kContentDisposition, "content-disposition"},
    {kContentOnError, "content-on-error"},
    {kDnsTimeout, "dns-timeout", kValue},
    {kHeader, "header", kValue},
    {kUser, "http-user", kValue},
    {kPassword, "http-password", kValue},
    {kHttpsOnly, "https-only"},
    {kIgnoreLength, "ignore-length"},
    {kKeepSessionCookies, "keep-session-cookies"},
    {kLoadCookies, "load-cookies", kValue},
    {kMaxRedirect, "max-redirect", kValue},
    {kMethod, "method", kValue},
    {kNoCache, "no-cache"},
    {kNoCheckCertificate, "no-check-certificate"},
    {kNoClobber, "no-clobber"},
    {kNoCookies, "no-cookies"},
    {kNoUseServerTimestamps, "no-use-server-timestamps"},
    {kNoVerbose, "no-verbose"},
    {kPassword, "password", kValue},
    {kPostData, "post-data", kValue},
    {kPostFile, "post-file", kValue},
    {kProgress, "progress", kValue},
    {'T', "read-timeout", kValue, false},
    {kReferer, "referer", kValue},
    {kRetryConnrefused, "retry-connrefused"},
    {kSaveCookies, "save-cookies", kValue},
    {kSaveHeaders, "save-headers"},
    {kSpider, "spider"},
    {kTrustServerNames, "trust-server-names"},
    {kUser, "user", kValue},
    {kWaitRetry, "waitretry", kValue},
    // What is so in any case here: one directory, no proxies, no settings of the host.
    {kNoOp, "no-config"},
    {kNoOp, "no-directories"},
    {kNoOp, "no-host-directories"},
    {kNoOp, "no-parent"},
    {kNoOp, "no-dns-cache"},
    {kNoOp, "no-hsts"},
    {kNoOp, "no-http-keep-alive"},
    {kNoOp, "no-iri"},
    {kNoOp, "no-netrc"},
    {kNoOp, "no-proxy"},
    // What is not there: pages followed, the host's addresses, keys and trust, slower than it goes.
    {'E', "adjust-extension"},
    {kRefused, "no-remove-listing"},
    {kRefused, "no-glob"},
    {kRefused, "no-passive-ftp"},
    {kRefused, "preserve-permissions"},
    {kRefused, "retr-symlinks"},
    {kRefused, "ftps-implicit"},
    {kRefused, "ftps-resume-ssl"},
    {kRefused, "ftps-clear-data-connection"},
    {kRefused, "ftps-fallback-to-ftp"},
    {kRefusedWithValue, "warc-dedup", kValue},
    {kRefusedWithValue, "warc-header", kValue},
    {kRefusedWithValue, "warc-max-size", kValue},
    {kRefused, "no-warc-compression"},
    {kRefused, "no-warc-digests"},
    {kRefused, "no-warc-keep-log"},
    {kRefusedWithValue, "warc-tempdir", kValue},
    {kRefused, "ask-password"},
    {'b', "background"},
    {'A', "accept", kValue},
    {'B', "base", kValue},
    {kRefusedWithValue, "bind-address", kValue},
    {kRefusedWithValue, "ca-certificate", kValue},
    {kRefusedWithValue, "ca-directory", kValue},
    {kRefusedWithValue, "certificate", kValue},
    {kRefusedWithValue, "config", kValue},
    {'k', "convert-links"},
    {kRefusedWithValue, "cut-dirs", kValue},
    {'d', "debug"},
    {kRefusedWithValue, "default-page", kValue},
    {'e', "execute", kValue},
    {'x', "force-directories"},
    {'F', "force-html"},
    {'l', "level", kValue},
    {kRefusedWithValue, "limit-rate", kValue},
    {'m', "mirror"},
    {'p', "page-requisites"},
    {kRefusedWithValue, "prefer-family", kValue},
    {kRefusedWithValue, "private-key", kValue},
    {'Q', "quota", kValue},
    {kRefused, "random-wait"},
    {'r', "recursive"},
    {'R', "reject", kValue},
    {kRefusedWithValue, "restrict-file-names", kValue},
    {kRefusedWithValue, "retry-on-http-error", kValue},
    {kRefusedWithValue, "secure-protocol", kValue},
    {kRefused, "show-progress"},
    {kRefusedWithValue, "start-pos", kValue},
    {kRefused, "unlink"},
    {kRefusedWithValue, "use-askpass", kValue},
    {kRefusedWithValue, "warc-file", kValue},
    {kRefused, "xattr"},
    {kRefused, "no-if-modified-since"},
    {kRefused, "ignore-case"},
    {kRefused, "protocol-directories"},
    {kRefused, "delete-after"},
    {kRefused, "strict-comments"},
    {kRefused, "follow-ftp"},
    {kRefused, "convert-file-only"},
    {kRefused, "warc-cdx"},
    {kRefusedWithValue, "report-speed", kValue},
    {kRefusedWithValue, "rejected-log", kValue},
    {kRefusedWithValue, "local-encoding", kValue},
    {kRefusedWithValue, "remote-encoding", kValue},
    {kRefusedWithValue, "proxy-user", kValue},
    {kRefusedWithValue, "proxy-password", kValue},
    {kRefusedWithValue, "certificate-type", kValue},
    {kRefusedWithValue, "private-key-type", kValue},
    {kRefusedWithValue, "crl-file", kValue},
    {kRefusedWithValue, "ciphers", kValue},
    {kRefusedWithValue, "pinnedpubkey", kValue},
    {kRefusedWithValue, "hsts-file", kValue},
    {kRefusedWithValue, "ftp-user", kValue},
    {kRefusedWithValue, "ftp-password", kValue},
    {kRefusedWithValue, "accept-regex", kValue},
    {kRefusedWithValue, "reject-regex", kValue},
    {kRefusedWithValue, "regex-type", kValue},
    {kRefusedWithValue, "exclude-domains", kValue},
    {kRefusedWithValue, "follow-tags", kValue},
    {kRefusedWithValue, "ignore-tags", kValue},
    {kRefusedWithValue, "backups", kValue},
    {'D', "domains", kValue},
    {'H', "span-hosts"},
    {'I', "include-directories", kValue},
    {'K', "backup-converted"},
    {'L', "relative"},
    {'X', "exclude-directories", kValue},
};

constexpr std::string_view kUsage =
    "Usage: wget [OPTION]... [URL]...\n\nTry `wget --help' for more options.";

// "10", "0.5", "2m", "1h": seconds; nothing: none.
std::optional<int64_t> Period(std::string_view text) {
  std::string number(text);
  double unit = 1;
  constexpr std::pair<char, double> kUnits[] = {
      {'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}, {'w', 604800}};
  for (const auto& [letter, seconds] : kUnits) {
    if (number.ends_with(letter)) {
      number.pop_back();
      unit = seconds;
      break;
    }
  }
  char* end = nullptr;
  const double value = strtod(number.c_str(), &end);
  if (number.empty() || *end != '\0' || !(value >= 0)) return std::nullopt;
  return static_cast<int64_t>(std::min(value * unit, 1e9) * 1e9);
}

std::optional<uint64_t> Count(std::string_view text) {
  if (text == "inf") return 0;
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

class Reader {
 public:
  Reader(CommandIo& io, WgetOptions* options)
      : io_(io), options_(options), words_(io, kRows, Options::kPermute, 2) {}

  std::optional<int> Read() {
    words_.set_usage_only(kUsage);
    while (words_.Next()) {
      if (std::optional<int> status = Take(words_.id(), words_.value())) return status;
    }
    if (words_.status()) return words_.status();
    options_->urls = words_.operands();
    return Check();
  }

 private:
  std::optional<int> Invalid(std::string_view option, std::string_view value) {
    io_.Error(fmt::format("--{}: Invalid value {}.", option, QuoteWord(value)));
    return 2;
  }
  std::optional<int> Time(std::string_view option, int64_t* ns) {
    const std::optional<int64_t> period = Period(words_.value());
    if (!period) {
      io_.Error(fmt::format("--{}: Invalid time period {}", option, QuoteWord(words_.value())));
      return 2;
    }
    *ns = *period;
    return std::nullopt;
  }
  std::optional<int> Number(std::string_view option, uint64_t* number) {
    const std::optional<uint64_t> count = Count(words_.value());
    if (!count) {
      io_.Error(fmt::format("--{}: Invalid number {}.", option, QuoteWord(words_.value())));
      return 2;
    }
    *number = *count;
    return std::nullopt;
  }

  // -nv, -nc: letters behind "n".
  std::optional<int> TakeNo(std::string_view letters) {
    for (char letter : letters) {
      switch (letter) {
        case 'v': options_->loudness = WgetOptions::Loudness::kTerse; break;
        case 'c': options_->no_clobber = true; break;
        case 'd':
        case 'p':
        case 'H': break;  // no directories are made here anyway
        default:
          io_.Error(fmt::format("invalid option -- 'n{}'", letter));
          io_.Write(2, std::string(kUsage) + "\n");
          return 2;
      }
    }
    return std::nullopt;
  }

  std::string_view RefusedWord() const {
    const std::span<const std::string> words = io_.args();
    const size_t at = std::min(words_.position(), words.size());
    if (at >= 2 && !words[at - 1].starts_with('-')) return words[at - 2];
    return at >= 1 ? std::string_view(words[at - 1]) : "";
  }

  std::optional<int> Take(int id, std::string_view value);
  std::optional<int> TakeLong(int id, std::string_view value);
  std::optional<int> Check();

  CommandIo& io_;
  WgetOptions* const options_;
  Options words_;
};

std::optional<int> Reader::Take(int id, std::string_view value) {
  WgetOptions& o = *options_;
  const std::string text(value);
  switch (id) {
    case '4': o.family = NetworkRequest::Family::kV4; break;
    case '6': o.family = NetworkRequest::Family::kV6; break;
    case 'O': o.output = text; break;
    case 'P': o.prefix = text; break;
    case 'S': o.shows_answer = true; break;
    case 'N': o.timestamps = true; break;
    case 'T': return Time("timeout", &o.timeout_ns);
    case 'U': o.agent = text; break;
    case 'a':
    case 'o':
      o.log_file = text;
      o.appends_log = id == 'a';
      break;
    case 'c': o.goes_on = true; break;
    case 'i': o.input_file = text; break;
    case 'n': return TakeNo(value);
    case 'q': o.loudness = WgetOptions::Loudness::kQuiet; break;
    case 'v': o.loudness = WgetOptions::Loudness::kAll; break;
    case 't': return Number("tries", &o.tries);
    case 'w': return Time("wait", &o.wait_ns);
    case 'V': io_.Out("GNU Wget 1.21.3 (pysub)\n"); return 0;
    case 'h':
      for (const CommandInfo& info : StandardCommands()) {
        if (info.name == "wget") io_.Out(info.usage);
      }
      return 0;
    default: return TakeLong(id, value);
  }
  return std::nullopt;
}

std::optional<int> Reader::TakeLong(int id, std::string_view value) {
  WgetOptions& o = *options_;
  const std::string text(value);
  switch (id) {
    case kAuthNoChallenge: o.auth_at_once = true; break;
    case kBodyData: o.body_data = text; break;
    case kBodyFile: o.body_file = text; break;
    case kCompression:
      if (value != "auto" && value != "gzip" && value != "none")
        return Invalid("compression", value);
      o.encoding = text;
      break;
    case kConnectTimeout: return Time("connect-timeout", &o.connect_ns);
    case kContentDisposition: o.disposition = true; break;
    case kContentOnError: o.content_on_error = true; break;
    // (A name is resolved within the time of the connection.)
    case kDnsTimeout: return Time("dns-timeout", &o.connect_ns);
    case kHeader:
      if (value.empty()) {
        o.headers.clear();
        break;
      }
      if (value.find(':') == std::string_view::npos) {
        io_.Error(fmt::format("--header: Invalid header {}.", QuoteWord(value)));
        return 2;
      }
      o.headers.push_back(text);
      break;
    case kHttpsOnly: break;  // (of what -r finds alone)
    case kIgnoreLength: o.ignores_length = true; break;
    case kKeepSessionCookies: o.session_cookies = true; break;
    case kLoadCookies: o.load_cookies = text; break;
    case kMaxRedirect: return Number("max-redirect", &o.redirects);
    case kMethod:
      o.method = text;
      for (char& c : *o.method) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
      break;
    case kNoCache: o.no_cache = true; break;
    case kNoCheckCertificate: o.insecure = true; break;
    case kNoClobber: o.no_clobber = true; break;
    case kNoCookies: o.no_cookies = true; break;
    case kNoOp: break;
    case kNoUseServerTimestamps: o.server_times = false; break;
    case kNoVerbose: o.loudness = WgetOptions::Loudness::kTerse; break;
    case kPassword: o.password = text; break;
    case kPostData:
    case kPostFile:
      o.method = "POST";
      (id == kPostData ? o.body_data : o.body_file) = text;
      break;
    case kProgress:
      // Without a terminal a bar becomes dots; other sizes of dots are not there.
      if (value != "dot" && value != "dot:default" && value != "bar")
        return Invalid("progress", value);
      break;
    case kReferer: o.referer = text; break;
    case kRetryConnrefused: o.retry_refused = true; break;
    case kSaveCookies: o.save_cookies = text; break;
    case kSaveHeaders: o.saves_heads = true; break;
    case kSpider: o.spider = true; break;
    case kTrustServerNames: o.trusts_names = true; break;
    case kUser: o.user = text; break;
    case kWaitRetry: return Time("waitretry", &o.wait_retry_ns);
    default:
      // (The word that was read last, or the one before its value.)
      io_.Error(fmt::format("{}: not there in this sandbox", RefusedWord()));
      return 2;
  }
  return std::nullopt;
}

// What real wget checks when all words are read.
std::optional<int> Reader::Check() {
  WgetOptions& o = *options_;
  if (o.urls.empty() && !o.input_file) {
    io_.Error("missing URL");
    io_.Write(2, std::string(kUsage) + "\n");
    return 1;
  }
  const auto refuse = [this](std::string_view text, bool shows_usage = false) {
    io_.Write(2, fmt::format("{}\n{}{}", text, shows_usage ? kUsage : "", shows_usage ? "\n" : ""));
    return 1;
  };
  if (o.no_clobber && o.timestamps)
    return refuse("Can't timestamp and not clobber old files at the same time.", true);
  if (o.body_data && o.body_file)
    return refuse("You cannot specify both --body-data and --body-file.");
  if ((o.body_data || o.body_file) && !o.method)
    return refuse(
        "You must specify a method through --method=HTTPMethod to use with --body-data or "
        "--body-file.");
  if (o.output && o.timestamps) {
    io_.Write(2,
              "WARNING: timestamping does nothing in combination with -O. See the manual\n"
              "for details.\n\n");
    o.timestamps = false;
  }
  return std::nullopt;
}

}  // namespace

std::optional<int> ReadWgetOptions(CommandIo& io, WgetOptions* options) {
  return Reader(io, options).Read();
}

}  // namespace pysub::shell
