#include "shell/agent/http_accept.h"

#include <arpa/inet.h>
#include <strings.h>

#include <algorithm>

#include "shell/agent/json.h"

namespace pysub::agent {
namespace {

std::string_view Trimmed(std::string_view text) {
  while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
  while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
  return text;
}

bool SameText(std::string_view left, std::string_view right) {
  return left.size() == right.size() && strncasecmp(left.data(), right.data(), left.size()) == 0;
}

// What stands before a separator; the rest is taken away.
std::string_view TakePart(std::string_view* text, char separator) {
  const std::string_view part = text->substr(0, text->find(separator));
  text->remove_prefix(std::min(part.size() + 1, text->size()));
  return Trimmed(part);
}

}  // namespace

AcceptedTypes AcceptedBy(std::string_view accept) {
  if (Trimmed(accept).empty()) return {true, true};
  AcceptedTypes accepted;
  while (!accept.empty()) {
    std::string_view range = TakePart(&accept, ',');
    const std::string_view type = TakePart(&range, ';');
    const bool any = type == "*/*";
    accepted.json |= any || SameText(type, "application/json") || SameText(type, "application/*");
    accepted.stream |= any || SameText(type, "text/event-stream") || SameText(type, "text/*");
  }
  return accepted;
}

bool IsJsonType(std::string_view content_type) {
  return SameText(TakePart(&content_type, ';'), "application/json");
}

std::optional<std::string> DecodedHeader(std::string_view value) {
  constexpr std::string_view kBefore = "=?base64?", kBehind = "?=";
  if (value.size() >= kBefore.size() + kBehind.size() && value.starts_with(kBefore) &&
      value.ends_with(kBehind)) {
    value.remove_prefix(kBefore.size());
    value.remove_suffix(kBehind.size());
    return FromBase64(value);
  }
  const bool is_plain = std::all_of(value.begin(), value.end(),
                                    [](char c) { return c == '\t' || (c >= ' ' && c <= '~'); });
  if (!is_plain) return std::nullopt;
  return std::string(value);
}

std::string_view BearerToken(std::string_view authorization) {
  const std::string_view scheme = TakePart(&authorization, ' ');
  return SameText(scheme, "bearer") ? Trimmed(authorization) : std::string_view();
}

std::string_view HostName(std::string_view host) {
  if (!host.starts_with('[')) return host.substr(0, host.find(':'));
  const size_t end = host.find(']');
  return end == std::string_view::npos ? std::string_view() : host.substr(1, end - 1);
}

bool IsAddressOrLocal(std::string_view name) {
  if (SameText(name, "localhost")) return true;
  in6_addr place;
  const std::string text(name);
  return inet_pton(AF_INET, text.c_str(), &place) == 1 ||
         inet_pton(AF_INET6, text.c_str(), &place) == 1;
}

}  // namespace pysub::agent
