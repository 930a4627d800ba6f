#include "shell/commands/net/curl_option_rows.h"

namespace pysub::shell {
namespace {

using enum CurlSpecial;

constexpr CurlFlagRow kFlags[] = {
    {"compressed", 0, &CurlOperation::compressed},
    {"create-dirs", 0, &CurlOperation::create_dirs},
    {"fail", 'f', &CurlOperation::fail},
    {"fail-with-body", 0, &CurlOperation::fail_with_body},
    {"get", 'G', &CurlOperation::get},
    {"globoff", 'g', &CurlOperation::no_globbing},
    {"head", 'I', &CurlOperation::head},
    {"include", 'i', &CurlOperation::include},
    {"insecure", 'k', &CurlOperation::insecure},
    {"junk-session-cookies", 'j', &CurlOperation::junk_cookies},
    {"location", 'L', &CurlOperation::follow},
    {"location-trusted", 0, &CurlOperation::trusted},
    {"path-as-is", 0, &CurlOperation::path_as_is},
    {"post301", 0, &CurlOperation::post301},
    {"post302", 0, &CurlOperation::post302},
    {"post303", 0, &CurlOperation::post303},
    {"remote-header-name", 'J', &CurlOperation::remote_header_name},
    {"remote-name-all", 0, &CurlOperation::all_remote_names},
    {"remote-time", 'R', &CurlOperation::remote_time},
    {"remove-on-error", 0, &CurlOperation::remove_on_error},
    {"retry-all-errors", 0, &CurlOperation::retry_all},
    {"retry-connrefused", 0, &CurlOperation::retry_refused},
};

constexpr CurlGlobalRow kGlobals[] = {
    {"buffer", 0, &CurlGlobals::no_buffer, true},
    {"disable", 'q', &CurlGlobals::disabled},
    {"fail-early", 0, &CurlGlobals::fail_early},
    {"no-buffer", 'N', &CurlGlobals::no_buffer},
    {"parallel", 'Z', &CurlGlobals::serial},
    {"progress-bar", '#', &CurlGlobals::progress_bar},
    {"progress-meter", 0, &CurlGlobals::no_meter, true},
    {"show-error", 'S', &CurlGlobals::show_error},
    {"silent", 's', &CurlGlobals::silent},
    {"verbose", 'v', &CurlGlobals::verbose},
};

constexpr CurlTextRow kTexts[] = {
    {"connect-timeout", 0, &CurlOperation::connect_time, CurlForm::kSeconds},
    {"continue-at", 'C', &CurlOperation::resume, CurlForm::kOffset},
    {"cookie-jar", 'c', &CurlOperation::cookie_jar},
    {"dump-header", 'D', &CurlOperation::head_file},
    {"max-filesize", 0, &CurlOperation::max_size, CurlForm::kBytes},
    {"max-redirs", 0, &CurlOperation::max_redirects, CurlForm::kSigned},
    {"max-time", 'm', &CurlOperation::max_time, CurlForm::kSeconds},
    {"oauth2-bearer", 0, &CurlOperation::bearer},
    {"output-dir", 0, &CurlOperation::output_dir},
    {"proto", 0, &CurlOperation::protocols},
    {"proto-redir", 0, &CurlOperation::redirect_protocols},
    {"range", 'r', &CurlOperation::range, CurlForm::kRange},
    {"request", 'X', &CurlOperation::method},
    {"retry", 0, &CurlOperation::retry, CurlForm::kCount},
    {"retry-delay", 0, &CurlOperation::retry_delay, CurlForm::kCount},
    {"retry-max-time", 0, &CurlOperation::retry_time, CurlForm::kCount},
    {"url-query", 0, &CurlOperation::url_query},
    {"user-agent", 'A', &CurlOperation::agent},
};

constexpr CurlSpecialRow kSpecials[] = {
    {"basic", 0, kBasic, false},
    {"config", 'K', kConfig, true},
    {"cookie", 'b', kCookie, true},
    {"data", 'd', kData, true},
    {"data-ascii", 0, kData, true},
    {"data-binary", 0, kDataBinary, true},
    {"data-raw", 0, kDataRaw, true},
    {"data-urlencode", 0, kDataUrlencode, true},
    {"form", 'F', kForm, true},
    {"form-string", 0, kFormString, true},
    {"header", 'H', kHeader, true},
    {"help", 'h', kHelp, false},
    {"http1.0", '0', kHttp10, false},
    {"http1.1", 0, kHttp11, false},
    {"http2", 0, kHttp2, false},
    {"ipv4", '4', kIpv4, false},
    {"ipv6", '6', kIpv6, false},
    {"json", 0, kJson, true},
    {"manual", 'M', kManual, false},
    {"next", ':', kNext, false},
    {"output", 'o', kOutput, true},
    {"referer", 'e', kReferer, true},
    {"remote-name", 'O', kRemoteName, false},
    {"tlsv1", '1', kTls12, false},
    {"tlsv1.0", 0, kTls12, false},
    {"tlsv1.1", 0, kTls12, false},
    {"tlsv1.2", 0, kTls12, false},
    {"upload-file", 'T', kUpload, true},
    {"url", 0, kUrl, true},
    {"user", 'u', kUser, true},
    {"version", 'V', kVersion, false},
    {"write-out", 'w', kWriteOut, true},
};

// What is the host's to decide (proxies, addresses, keys, trust), or belongs to other protocols and
// ways to log in.
constexpr CurlRefusedRow kRefused[] = {
    {"abstract-unix-socket", 0, true},
    {"alt-svc", 0, true},
    {"anyauth", 0, false},
    {"append", 'a', false},
    {"aws-sigv4", 0, true},
    {"cacert", 0, true},
    {"capath", 0, true},
    {"cert", 'E', true},
    {"cert-status", 0, false},
    {"cert-type", 0, true},
    {"ciphers", 0, true},
    {"connect-to", 0, true},
    {"create-file-mode", 0, true},
    {"crlf", 0, false},
    {"crlfile", 0, true},
    {"curves", 0, true},
    {"digest", 0, false},
    {"dns-interface", 0, true},
    {"dns-ipv4-addr", 0, true},
    {"dns-servers", 0, true},
    {"doh-url", 0, true},
    {"egd-file", 0, true},
    {"engine", 0, true},
    {"etag-compare", 0, true},
    {"etag-save", 0, true},
    {"expect100-timeout", 0, true},
    {"ftp-pasv", 0, false},
    {"ftp-port", 'P', true},
    {"ftp-ssl", 0, false},
    {"happy-eyeballs-timeout-ms", 0, true},
    {"haproxy-protocol", 0, false},
    {"hsts", 0, true},
    {"http0.9", 0, false},
    {"http2-prior-knowledge", 0, false},
    {"http3", 0, false},
    {"ignore-content-length", 0, false},
    {"interface", 0, true},
    {"keepalive-time", 0, true},
    {"key", 0, true},
    {"key-type", 0, true},
    {"libcurl", 0, true},
    {"limit-rate", 0, true},
    {"list-only", 'l', false},
    {"local-port", 0, true},
    {"negotiate", 0, false},
    {"netrc", 'n', false},
    {"netrc-file", 0, true},
    {"netrc-optional", 0, false},
    {"no-clobber", 0, false},
    {"noproxy", 0, true},
    {"ntlm", 0, false},
    {"parallel-max", 0, true},
    {"pass", 0, true},
    {"pinnedpubkey", 0, true},
    {"preproxy", 0, true},
    {"proto-default", 0, true},
    {"proxy", 'x', true},
    {"proxy-header", 0, true},
    {"proxy-user", 'U', true},
    {"proxytunnel", 'p', false},
    {"quote", 'Q', true},
    {"rate", 0, true},
    {"random-file", 0, true},
    {"raw", 0, false},
    {"request-target", 0, true},
    {"resolve", 0, true},
    {"socks4", 0, true},
    {"socks4a", 0, true},
    {"socks5", 0, true},
    {"socks5-hostname", 0, true},
    {"speed-limit", 'Y', true},
    {"speed-time", 'y', true},
    {"ssl", 0, false},
    {"ssl-reqd", 0, false},
    {"sslv2", '2', false},
    {"sslv3", '3', false},
    {"stderr", 0, true},
    {"styled-output", 0, false},
    {"telnet-option", 't', true},
    {"time-cond", 'z', true},
    {"tls-max", 0, true},
    {"tls13-ciphers", 0, true},
    {"tlsv1.3", 0, false},
    {"tr-encoding", 0, false},
    {"trace", 0, true},
    {"trace-ascii", 0, true},
    {"trace-time", 0, false},
    {"unix-socket", 0, true},
    {"use-ascii", 'B', false},
    {"xattr", 0, false},
};

}  // namespace

CurlFound FindCurlLong(std::string_view name) {
  CurlFound found;
  const auto look = [&](const auto& rows, auto member) {
    for (const auto& row : rows) {
      if (!row.name.starts_with(name) || found.is_exact) continue;
      const bool is_exact = row.name.size() == name.size();
      if (is_exact) found = CurlFound();
      found.is_exact = is_exact;
      ++found.matches;
      found.*member = &row;
    }
  };
  look(kFlags, &CurlFound::flag);
  look(kGlobals, &CurlFound::global);
  look(kTexts, &CurlFound::text);
  look(kSpecials, &CurlFound::special);
  look(kRefused, &CurlFound::refused);
  return found;
}

CurlFound FindCurlLetter(char letter) {
  CurlFound found;
  const auto look = [&](const auto& rows, auto member) {
    for (const auto& row : rows) {
      if (row.letter != letter) continue;
      found.*member = &row;
      found.matches = 1;
    }
  };
  look(kFlags, &CurlFound::flag);
  look(kGlobals, &CurlFound::global);
  look(kTexts, &CurlFound::text);
  look(kSpecials, &CurlFound::special);
  look(kRefused, &CurlFound::refused);
  return found;
}

}  // namespace pysub::shell
