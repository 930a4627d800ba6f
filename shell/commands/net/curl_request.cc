#include "shell/commands/net/curl_request.h"

#include <fmt/format.h>

#include <algorithm>

#include "shell/commands/net/fetch.h"
#include "shell/commands/net/http_head.h"

namespace pysub::shell {
namespace {

constexpr std::string_view kFormType = "application/x-www-form-urlencoded";

// Bytes that no request line has, and that curl sends or encodes: as %XX.
std::string Encoded(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (static_cast<unsigned char>(c) <= ' ' || static_cast<unsigned char>(c) >= 127) {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out;
}

// A header that the user gave: "Name: value", "Name;" (empty), "Name:" (takes curl's own away).
struct OwnHeader {
  std::string name, value;
  bool removes = false;
};
std::optional<OwnHeader> ParseOwn(std::string_view line) {
  OwnHeader header;
  const size_t colon = line.find(':');
  if (colon != std::string_view::npos) {
    header.name = line.substr(0, colon);
    header.value = WithoutBlanks(line.substr(colon + 1));
    header.removes = header.value.empty();
    return header;
  }
  const size_t semicolon = line.find(';');
  if (semicolon == std::string_view::npos || !WithoutBlanks(line.substr(semicolon + 1)).empty())
    return std::nullopt;  // (curl passes over it, too)
  header.name = line.substr(0, semicolon);
  return header;
}

// What curl guesses of a file's name.
std::string_view TypeOf(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
      {".gif", "image/gif"},      {".jpg", "image/jpeg"},    {".jpeg", "image/jpeg"},
      {".png", "image/png"},      {".svg", "image/svg+xml"}, {".txt", "text/plain"},
      {".htm", "text/html"},      {".html", "text/html"},    {".pdf", "application/pdf"},
      {".xml", "application/xml"}};
  for (const auto& [ending, type] : kTypes) {
    if (name.size() >= ending.size() &&
        EqualNames(name.substr(name.size() - ending.size()), ending))
      return type;
  }
  return "application/octet-stream";
}

std::string Quoted(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '"') {
      out += "%22";
    } else if (c == '\r') {
      out += "%0D";
    } else if (c == '\n') {
      out += "%0A";
    } else {
      out += c;
    }
  }
  return out;
}

// multipart/form-data (RFC 7578).
std::string FormText(const std::vector<CurlPart>& parts, const std::string& boundary) {
  std::string text;
  for (const CurlPart& part : parts) {
    text += fmt::format("--{}\r\nContent-Disposition: form-data; name=\"{}\"", boundary,
                        Quoted(part.name));
    if (part.file_name) text += fmt::format("; filename=\"{}\"", Quoted(*part.file_name));
    text += "\r\n";
    std::optional<std::string> type = part.type;
    if (!type && part.file_name) type = TypeOf(*part.file_name);
    if (type) text += fmt::format("Content-Type: {}\r\n", *type);
    for (const std::string& header : part.headers) text += header + "\r\n";
    text += "\r\n";
    text += part.value;
    text += "\r\n";
  }
  return text + fmt::format("--{}--\r\n", boundary);
}

bool HasGoodHost(const UrlParts& url) {
  if (url.host.empty()) return false;
  return std::ranges::none_of(url.host, [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '"' || c == '<' || c == '>' || c == '\\' ||
           c == '^' || c == '`' || c == '{' || c == '|' || c == '}' || c == 127;
  });
}

bool HasBlanks(std::string_view text) {
  return std::ranges::any_of(
      text, [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == 127; });
}

void AddQuery(UrlParts* url, std::string_view more) {
  if (more.empty()) return;
  url->query += (url->query.empty() ? "?" : url->query == "?" ? "" : "&") + std::string(more);
}

}  // namespace

void CurlHop::Fields(Archive& archive) {
  archive(url.scheme, url.user, url.has_user, url.host, url.port, url.path, url.query, url.fragment,
          method, has_body, is_first_host, referer, resume_from);
}

CurlError CurlErrorOf(const NetworkError& error, std::string_view host) {
  using Kind = NetworkErrorKind;
  int code = 7;
  switch (error.kind) {
    case Kind::kUnresolved: code = 6; break;
    case Kind::kTimedOut: code = 28; break;
    case Kind::kTls: code = 35; break;
    case Kind::kCertificate: code = 60; break;
    case Kind::kSend: code = 55; break;
    case Kind::kReceive: code = 56; break;
    case Kind::kEmptyAnswer: code = 52; break;
    case Kind::kCutOff: code = 18; break;
    case Kind::kOldAnswer: code = 1; break;
    case Kind::kBadAnswer: code = 8; break;
    case Kind::kTooLarge: code = error.message.find("header") != std::string::npos ? 56 : 63; break;
    case Kind::kStream: code = 92; break;
    case Kind::kRefused:
      if (error.message == kNoNetwork)
        return {6, fmt::format("Could not resolve host: {}: {}", host, error.message)};
      break;
    default: break;
  }
  std::string message = error.message;
  if (code == 60)
    message +=
        "\nMore details here: https://curl.se/docs/sslcerts.html\n\ncurl failed to verify the "
        "legitimacy of the server and therefore could not\nestablish a secure connection to it. To "
        "learn more about this situation and\nhow to fix it, please visit the web page mentioned "
        "above.";
  return {code, std::move(message)};
}

// "=https", "-http,+file", "http": from all that there are.
bool AllowsScheme(const std::optional<std::string>& list, std::string_view scheme) {
  bool allowed = true;
  std::string_view left = list ? std::string_view(*list) : "";
  while (!left.empty()) {
    const size_t end = std::min(left.find(','), left.size());
    std::string_view word = left.substr(0, end);
    left.remove_prefix(std::min(end + 1, left.size()));
    char sign = '+';
    while (!word.empty() && std::string_view("+-=").find(word[0]) != std::string_view::npos) {
      sign = word[0];
      word.remove_prefix(1);
    }
    const bool fits = word == "all" || EqualNames(word, scheme);
    if (sign == '=') allowed = fits;
    if (fits) allowed = sign != '-';
  }
  return allowed;
}

bool MakeCurlUrl(const CurlOperation& operation, const CurlUrl& given, std::string_view text,
                 UrlParts* url, CurlError* error) {
  const auto bad = [error] {
    *error = {3, "URL using bad/illegal format or missing URL"};
    return false;
  };
  *url = SplitUrl(text);
  if (url->scheme.empty()) *url = SplitUrl("http://" + std::string(text));
  const bool is_http = url->scheme == "http" || url->scheme == "https";
  if ((!is_http && url->scheme != "file") || !AllowsScheme(operation.protocols, url->scheme)) {
    *error = {1, fmt::format("Protocol \"{}\" not supported or disabled in libcurl", url->scheme)};
    return false;
  }
  const bool is_good =
      !HasBlanks(text) && (!operation.get || !HasBlanks(operation.data.value_or("")));
  if (!is_good) return bad();
  url->fragment.clear();
  if (!is_http) {
    const bool is_here = url->host.empty() || url->host == "localhost" || url->host == "127.0.0.1";
    return is_here && url->port.empty() ? true : bad();
  }
  if (!HasGoodHost(*url) || (!url->port.empty() && url->PortNumber() == 0)) return bad();
  if (url->port == (url->scheme == "https" ? "443" : "80")) url->port.clear();
  if (!operation.path_as_is) url->path = WithoutDots(url->path);
  if (url->path.empty()) url->path = "/";
  if (given.upload && *given.upload != "-" && url->path.ends_with('/')) {
    const size_t slash = given.upload->rfind('/');
    url->path += PercentEncoded(slash == std::string::npos ? *given.upload
                                                           : given.upload->substr(slash + 1));
  }
  if (operation.get) AddQuery(url, operation.data.value_or(""));
  if (operation.url_query) {
    const std::string& more = *operation.url_query;
    const size_t equals = more.find('=');
    if (more.starts_with('+')) {
      AddQuery(url, more.substr(1));
    } else if (equals == std::string::npos || equals == 0) {
      AddQuery(url, FormEncoded(more.substr(equals == 0 ? 1 : 0)));
    } else {
      AddQuery(url, more.substr(0, equals + 1) + FormEncoded(more.substr(equals + 1)));
    }
  }
  url->path = Encoded(url->path);
  url->query = Encoded(url->query);
  return true;
}

CurlBody MakeCurlBody(CommandIo& io, const CurlOperation& operation, const CurlUrl& given) {
  CurlBody body;
  if (given.upload) {
    body.bytes = given.upload_body;
  } else if (!operation.parts.empty()) {
    const std::string boundary = fmt::format("------------------------{:016x}", io.Random());
    body.bytes = FormText(operation.parts, boundary);
    body.type = "multipart/form-data; boundary=" + boundary;
  } else if (operation.data && !operation.get && !operation.head) {
    body.bytes = *operation.data;
    body.type = operation.json ? "" : std::string(kFormType);
  }
  return body;
}

std::string CurlMethod(const CurlOperation& operation, const CurlUrl& given) {
  if (operation.method) return *operation.method;
  if (operation.head) return "HEAD";
  if (given.upload) return "PUT";
  if (!operation.parts.empty() || (operation.data && !operation.get)) return "POST";
  return "GET";
}

NetworkRequest MakeCurlRequest(const CurlOperation& operation, const CurlHop& hop,
                               const CurlBody& body, std::string_view cookies) {
  NetworkRequest request;
  request.method = hop.method;
  request.url = hop.url.Text();
  request.version = operation.version;
  request.family = operation.family;
  request.skip_verification = operation.insecure;
  if (hop.has_body) request.body = body.bytes;
  std::vector<OwnHeader> own;
  for (const std::string& line : operation.headers) {
    if (std::optional<OwnHeader> header = ParseOwn(line)) own.push_back(*std::move(header));
  }
  if (operation.json) {
    const auto lacks = [&own](std::string_view name) {
      return std::ranges::none_of(own,
                                  [name](auto& header) { return EqualNames(header.name, name); });
    };
    if (lacks("Content-Type")) own.push_back({"Content-Type", "application/json"});
    if (lacks("Accept")) own.push_back({"Accept", "application/json"});
  }
  const auto add = [&](std::string_view name, std::string value) {
    const bool is_users = std::ranges::any_of(
        own, [name](const OwnHeader& header) { return EqualNames(header.name, name); });
    if (!is_users && !value.empty()) request.headers.emplace_back(name, std::move(value));
  };
  // What was given for one host is not told to another one.
  const bool may_tell = hop.is_first_host || operation.trusted;
  if (hop.url.has_user) {
    const std::string user = PercentDecoded(hop.url.user);
    add("Authorization",
        "Basic " + Base64Text(user.find(':') == std::string::npos ? user + ":" : user));
  } else if (may_tell && operation.bearer) {
    add("Authorization", "Bearer " + *operation.bearer);
  } else if (may_tell && operation.user) {
    add("Authorization", "Basic " + Base64Text(*operation.user));
  }
  const std::string range =
      hop.resume_from > 0 ? fmt::format("{}-", hop.resume_from) : operation.range.value_or("");
  if (!range.empty()) {
    if (hop.method == "GET" || hop.method == "HEAD") {
      add("Range", "bytes=" + range);
    } else if (request.body) {
      add("Content-Range", fmt::format("bytes {}/{}", range, request.body->size()));
    }
  }
  add("User-Agent", operation.agent.value_or("curl/7.88.1"));
  add("Accept", "*/*");
  // (Those that can be undone here.)
  if (operation.compressed) add("Accept-Encoding", "deflate, gzip");
  add("Referer", hop.referer);
  std::string cookie(cookies);
  std::string_view separator = cookie.empty() ? "" : "; ";
  for (const std::string& given : operation.cookies) {
    if (!may_tell) break;
    cookie.append(separator).append(given);
    separator = ";";
  }
  add("Cookie", cookie);
  for (const OwnHeader& header : own) {
    const bool is_secret =
        EqualNames(header.name, "Authorization") || EqualNames(header.name, "Cookie");
    if (header.removes || (is_secret && !may_tell)) continue;
    request.headers.emplace_back(header.name, header.value);
  }
  if (hop.has_body && body.bytes) add("Content-Type", body.type);
  return request;
}

}  // namespace pysub::shell
