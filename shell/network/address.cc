// Addresses: read, written, and which of them belong to nobody in particular.

#include <fmt/format.h>

#include <algorithm>

#include "pysub/shell/network.h"

namespace pysub::shell {
namespace {

// What is not public of IPv4: IANA's registry of special-purpose addresses, and multicast. Whoever
// finds a server of a host behind one of these has found what the host did not mean.
constexpr std::string_view kSpecialV4[] = {
    "0.0.0.0/8",        // this network; Linux takes 0.0.0.0 for this machine
    "10.0.0.0/8",       // private
    "100.64.0.0/10",    // behind a carrier's translation (CGNAT)
    "127.0.0.0/8",      // this machine
    "169.254.0.0/16",   // link-local; 169.254.169.254 gives clouds' credentials
    "172.16.0.0/12",    // private
    "192.0.0.0/24",     // protocols
    "192.0.2.0/24",     // documentation
    "192.88.99.0/24",   // relays of 6to4
    "192.168.0.0/16",   // private
    "198.18.0.0/15",    // benchmarks
    "198.51.100.0/24",  // documentation
    "203.0.113.0/24",   // documentation
    "224.0.0.0/4",      // multicast
    "240.0.0.0/4",      // later, and broadcast
};
// Of IPv6 only 2000::/3 is given out at all, and of that not these.
constexpr std::string_view kGivenOutV6 = "2000::/3";
constexpr std::string_view kSpecialV6[] = {
    "2001::/23",      // protocols: Teredo, ORCHID, benchmarks
    "2001:db8::/32",  // documentation
    "2002::/16",      // 6to4: an IPv4 address stands within
    "3fff::/20",      // documentation
};

std::optional<uint32_t> Decimal(std::string_view text, uint32_t most) {
  if (text.empty() || text.size() > 3 || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  uint32_t value = 0;
  for (char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + static_cast<uint32_t>(c - '0');
  }
  return value <= most ? std::optional(value) : std::nullopt;
}

// Exactly a.b.c.d. What inet_aton() also takes (0x7f.1, 2130706433, 0177.0.0.1) is another way to
// write an address past a list of addresses, so it is none here.
bool ParseV4(std::string_view text, uint8_t* bytes) {
  for (int i = 0; i < 4; ++i) {
    const size_t dot = i < 3 ? text.find('.') : text.size();
    if (dot == std::string_view::npos) return false;
    const std::optional<uint32_t> part = Decimal(text.substr(0, dot), 255);
    if (!part) return false;
    bytes[i] = static_cast<uint8_t>(*part);
    text.remove_prefix(std::min(dot + 1, text.size()));
  }
  return text.empty();
}

std::optional<uint16_t> Hex(std::string_view text) {
  if (text.empty() || text.size() > 4) return std::nullopt;
  uint32_t value = 0;
  for (char c : text) {
    const bool is_digit = c >= '0' && c <= '9', is_letter = (c | 32) >= 'a' && (c | 32) <= 'f';
    if (!is_digit && !is_letter) return std::nullopt;
    value = value << 4 | static_cast<uint32_t>(is_digit ? c - '0' : (c | 32) - 'a' + 10);
  }
  return static_cast<uint16_t>(value);
}

// Groups of one side of "::", appended to *bytes. An IPv4 tail, of the last side, counts for two
// groups.
bool ParseGroups(std::string_view text, bool is_last, std::vector<uint8_t>* bytes) {
  if (text.empty()) return true;
  while (bytes->size() < 16) {
    const size_t colon = text.find(':');
    const std::string_view group = text.substr(0, colon);
    if (group.find('.') != std::string_view::npos) {
      uint8_t tail[4];
      if (!is_last || colon != std::string_view::npos || !ParseV4(group, tail)) return false;
      bytes->insert(bytes->end(), tail, tail + 4);
      return true;
    }
    const std::optional<uint16_t> value = Hex(group);
    if (!value) return false;
    bytes->push_back(static_cast<uint8_t>(*value >> 8));
    bytes->push_back(static_cast<uint8_t>(*value & 255));
    if (colon == std::string_view::npos) return true;
    text.remove_prefix(colon + 1);
  }
  return false;
}

bool ParseV6(std::string_view text, std::array<uint8_t, 16>* bytes) {
  if (text.size() > 45) return false;
  const size_t gap = text.find("::");
  std::vector<uint8_t> front, back;
  const bool is_whole = gap == std::string_view::npos;
  if (!ParseGroups(text.substr(0, gap), is_whole, &front)) return false;
  if (is_whole) {
    if (front.size() != 16) return false;
  } else if (!ParseGroups(text.substr(gap + 2), true, &back) || front.size() + back.size() > 14) {
    return false;
  }
  bytes->fill(0);
  std::ranges::copy(front, bytes->begin());
  std::ranges::copy(back, bytes->end() - static_cast<ptrdiff_t>(back.size()));
  return true;
}

bool IsIn(const NetworkAddress& address, std::string_view block) {
  return NetworkBlock::Parse(block)->Contains(address);
}

}  // namespace

std::optional<NetworkAddress> NetworkAddress::Parse(std::string_view text) {
  NetworkAddress address;
  address.is_v6 = text.find(':') != std::string_view::npos;
  const bool ok =
      address.is_v6 ? ParseV6(text, &address.bytes) : ParseV4(text, address.bytes.data());
  return ok ? std::optional(address) : std::nullopt;
}

// RFC 5952: the longest run of zero groups is left out.
std::string NetworkAddress::Text() const {
  if (!is_v6) return fmt::format("{}.{}.{}.{}", bytes[0], bytes[1], bytes[2], bytes[3]);
  uint16_t groups[8];
  for (size_t i = 0; i < 8; ++i)
    groups[i] = static_cast<uint16_t>(bytes[2 * i] << 8 | bytes[2 * i + 1]);
  size_t gap = 8, gap_size = 1;
  for (size_t i = 0; i < 8; ++i) {
    size_t size = 0;
    while (i + size < 8 && groups[i + size] == 0) ++size;
    if (size > gap_size) gap = i, gap_size = size;
  }
  std::string text;
  for (size_t i = 0; i < 8; ++i) {
    if (i == gap) {
      text += "::";
      i += gap_size - 1;
      continue;
    }
    if (!text.empty() && text.back() != ':') text += ':';
    text += fmt::format("{:x}", groups[i]);
  }
  return text;
}

bool NetworkAddress::IsPublic() const {
  const auto is_in = [this](std::string_view block) { return IsIn(*this, block); };
  if (!is_v6) return std::ranges::none_of(kSpecialV4, is_in);
  // ::ffff:0:0/96 (mapped) and 64:ff9b::/96 (NAT64) are outside of what is given out, as are
  // loopback, link-local, unique local and multicast addresses.
  return is_in(kGivenOutV6) && std::ranges::none_of(kSpecialV6, is_in);
}

void NetworkAddress::Fields(Archive& archive) {
  archive(is_v6);
  for (uint8_t& byte : bytes) archive(byte);
}

std::optional<NetworkBlock> NetworkBlock::Parse(std::string_view text) {
  const size_t slash = text.find('/');
  const std::optional<NetworkAddress> address = NetworkAddress::Parse(text.substr(0, slash));
  if (!address) return std::nullopt;
  const uint32_t all = address->is_v6 ? 128 : 32;
  std::optional<uint32_t> bits = all;
  if (slash != std::string_view::npos) bits = Decimal(text.substr(slash + 1), all);
  if (!bits) return std::nullopt;
  return NetworkBlock{*address, static_cast<uint8_t>(*bits)};
}

bool NetworkBlock::Contains(const NetworkAddress& other) const {
  if (other.is_v6 != address.is_v6) return false;
  for (size_t i = 0, left = bits; left > 0 && i < 16; ++i) {
    const size_t here = std::min<size_t>(left, 8);
    const auto mask = static_cast<uint8_t>(0xff00u >> here);
    if ((other.bytes[i] & mask) != (address.bytes[i] & mask)) return false;
    left -= here;
  }
  return true;
}

void NetworkBlock::Fields(Archive& archive) {
  archive(address, bits);
  if (bits > (address.is_v6 ? 128 : 32)) archive.Fail();
}

}  // namespace pysub::shell
