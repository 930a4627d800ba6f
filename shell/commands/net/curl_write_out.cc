// curl --write-out: variables of a transfer, as text or as JSON.

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "shell/commands/net/curl_transfer.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

constexpr std::string_view kNames[] = {"certs",
                                       "content_type",
                                       "errormsg",
                                       "exitcode",
                                       "filename_effective",
                                       "ftp_entry_path",
                                       "http_code",
                                       "http_connect",
                                       "http_version",
                                       "local_ip",
                                       "local_port",
                                       "method",
                                       "num_certs",
                                       "num_connects",
                                       "num_headers",
                                       "num_redirects",
                                       "proxy_ssl_verify_result",
                                       "redirect_url",
                                       "referer",
                                       "remote_ip",
                                       "remote_port",
                                       "response_code",
                                       "scheme",
                                       "size_download",
                                       "size_header",
                                       "size_request",
                                       "size_upload",
                                       "speed_download",
                                       "speed_upload",
                                       "ssl_verify_result",
                                       "time_appconnect",
                                       "time_connect",
                                       "time_namelookup",
                                       "time_pretransfer",
                                       "time_redirect",
                                       "time_starttransfer",
                                       "time_total",
                                       "url",
                                       "url_effective",
                                       "urlnum"};

struct Value {
  std::string text;
  bool is_text = false;  // in JSON: in quotes
  bool is_set = true;    // otherwise null
};

Value Number(uint64_t number) { return {std::to_string(number)}; }
Value Text(std::string text) {
  const bool is_set = !text.empty();
  return {std::move(text), true, is_set};
}
Value Seconds(uint64_t us) { return {fmt::format("{}.{:06}", us / 1'000'000, us % 1'000'000)}; }

// Three digits for a status, "0" in JSON when there is none.
Value Status(const CurlTransfer& transfer, bool in_json) {
  const int status = transfer.head().status;
  return {in_json ? std::to_string(status) : fmt::format("{:03}", status)};
}

std::string EffectiveUrl(const CurlTransfer& transfer) {
  const UrlParts& url = transfer.hop().url;
  if (url.scheme.empty()) return transfer.stats().given_url;
  std::string text = url.scheme + "://";
  if (url.has_user) text += url.user + "@";
  return text + url.Authority() + url.path + url.query;
}

std::optional<Value> NumberOf(const CurlTransfer& transfer, std::string_view name) {
  const CurlStats& stats = transfer.stats();
  const NetworkTimes& times = stats.times;
  const uint64_t total = times.end_us + stats.redirect_us;
  if (name == "exitcode") return Number(static_cast<uint64_t>(transfer.error().code));
  if (name == "num_connects") return Number(stats.connects);
  if (name == "num_headers") return Number(stats.headers);
  if (name == "num_redirects") return Number(stats.redirects);
  if (name == "remote_port") return Number(times.port);
  if (name == "size_download") return Number(stats.size_download);
  if (name == "size_header") return Number(stats.size_header);
  if (name == "size_request") return Number(stats.size_request);
  if (name == "size_upload") return Number(stats.size_upload);
  if (name == "speed_download")
    return Number(total == 0 ? 0 : stats.size_download * 1'000'000 / total);
  if (name == "speed_upload") return Number(total == 0 ? 0 : stats.size_upload * 1'000'000 / total);
  if (name == "urlnum") return Number(stats.number);
  // (A host's own address is not told, nor are certificates kept.)
  for (std::string_view none : {"http_connect", "local_port", "num_certs",
                                "proxy_ssl_verify_result", "ssl_verify_result"}) {
    if (name == none) return Number(0);
  }
  if (name == "time_appconnect") return Seconds(times.secured_us);
  if (name == "time_connect") return Seconds(times.connected_us);
  if (name == "time_namelookup") return Seconds(times.resolved_us);
  if (name == "time_pretransfer") return Seconds(times.sent_us);
  if (name == "time_redirect") return Seconds(stats.redirect_us);
  if (name == "time_starttransfer") return Seconds(times.first_byte_us + stats.redirect_us);
  if (name == "time_total") return Seconds(total);
  return std::nullopt;
}

std::optional<Value> ValueOf(const CurlTransfer& transfer, std::string_view name, bool in_json) {
  if (name == "http_code" || name == "response_code") return Status(transfer, in_json);
  if (const std::optional<Value> number = NumberOf(transfer, name)) return number;
  const CurlStats& stats = transfer.stats();
  if (name == "certs") return Value{"", true};
  if (name == "content_type") return Text(transfer.head().FindLast("content-type").value_or(""));
  if (name == "errormsg") return Text(transfer.error().message);
  if (name == "filename_effective") return Text(stats.file_name);
  if (name == "ftp_entry_path" || name == "local_ip") return Text("");
  if (name == "http_version") {
    const std::string& version = transfer.head().version;
    return Value{version.empty() ? "0" : version, true};
  }
  if (name == "method") return Text(transfer.hop().method);
  if (name == "redirect_url") return Text(stats.redirect_url);
  if (name == "referer") return Text(transfer.hop().referer);
  if (name == "remote_ip") return Text(stats.times.address);
  if (name == "scheme") {
    std::string scheme = transfer.hop().url.scheme;
    for (char& c : scheme) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    return Text(scheme);
  }
  if (name == "url") return Text(stats.given_url);
  if (name == "url_effective") return Text(EffectiveUrl(transfer));
  return std::nullopt;
}

std::string JsonQuoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\b': out += "\\b"; break;
      case '\f': out += "\\f"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (static_cast<unsigned char>(c) < ' ') {
          out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
        } else {
          out += c;
        }
    }
  }
  return out + "\"";
}

std::string Json(const CurlTransfer& transfer) {
  std::string out = "{";
  for (std::string_view name : kNames) {
    const Value value = *ValueOf(transfer, name, true);
    out += fmt::format("\"{}\":{},", name,
                       !value.is_set   ? "null"
                       : value.is_text ? JsonQuoted(value.text)
                                       : value.text);
  }
  return out + "\"curl_version\":\"libcurl/7.88.1\"}";
}

// The headers of the answer as lists of values, by their names.
std::string HeaderJson(const CurlTransfer& transfer) {
  std::string out = "{";
  const auto& headers = transfer.head().headers;
  for (size_t i = 0; i < headers.size(); ++i) {
    const auto is_same = [&](auto& other) { return EqualNames(other.first, headers[i].first); };
    if (std::any_of(headers.begin(), headers.begin() + static_cast<ptrdiff_t>(i), is_same))
      continue;
    std::string values;
    for (size_t j = i; j < headers.size(); ++j) {
      if (is_same(headers[j]))
        values += (values.empty() ? "" : ",") + JsonQuoted(headers[j].second);
    }
    out += fmt::format("{}{}:[{}]", out.size() == 1 ? "" : ",\n",
                       JsonQuoted(LowerCase(headers[i].first)), values);
  }
  return out + "\n}";
}

}  // namespace

void CurlWriteOut(CommandIo& io, std::string_view format, const CurlTransfer& transfer) {
  constexpr size_t kMostHeld = 64 << 10;
  int fd = 1;
  std::string out;
  const auto flush = [&] {
    io.Write(fd, out);
    out.clear();
  };
  // A short format can name a long URL many times: what it stands for is counted and handed on, and
  // when the script's limits are reached nobody sees the rest.
  for (size_t i = 0; i < format.size(); ++i) {
    if (!io.account().Tick(1)) return;
    if (out.size() >= kMostHeld) {
      if (!io.account().Tick(out.size()) || !io.account().Look()) return;
      flush();
    }
    const char c = format[i];
    const std::string_view rest = format.substr(i + 1);
    if (c == '\\' && !rest.empty()) {
      constexpr std::string_view kFrom = "rnt", kTo = "\r\n\t";
      const size_t at = kFrom.find(rest[0]);
      out += at == std::string_view::npos ? format.substr(i, 2) : kTo.substr(at, 1);
      ++i;
    } else if (c != '%' || rest.empty()) {
      out += c;
    } else if (rest[0] == '%') {
      out += '%';
      ++i;
    } else if (rest.starts_with("header{")) {
      const size_t end = rest.find('}');
      if (end == std::string_view::npos) {
        out += "%header{";
        i += 7;
        continue;
      }
      out += transfer.head().Find(rest.substr(7, end - 7)).value_or("");
      i += end + 1;
    } else if (rest[0] != '{' || rest.find('}') == std::string_view::npos) {
      out += format.substr(i, 2);
      ++i;
    } else {
      const size_t end = rest.find('}');
      const std::string_view name = rest.substr(1, end - 1);
      i += end + 1;
      if (name == "json") {
        out += Json(transfer);
      } else if (name == "header_json") {
        out += HeaderJson(transfer);
      } else if (name == "stderr" || name == "stdout") {
        flush();
        fd = name == "stderr" ? 2 : 1;
      } else if (name == "onerror") {
        if (transfer.error().code == 0) break;
      } else if (const std::optional<Value> value = ValueOf(transfer, name, false)) {
        out += value->text;
      } else {
        flush();
        io.Write(2, fmt::format("curl: unknown --write-out variable: '{}'\n", name));
      }
    }
  }
  flush();
}

}  // namespace pysub::shell
