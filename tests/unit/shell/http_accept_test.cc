// Values of headers, which strangers write.
#include "shell/agent/http_accept.h"

#include <gtest/gtest.h>

#include <optional>
#include <string_view>

#include "shell/agent/http_server.h"

namespace pysub::agent {
namespace {

TEST(HttpAcceptTest, AnAnswerIsOfATypeThatIsTaken) {
  for (std::string_view accept : {"", " ", "*/*", "application/json, text/event-stream",
                                  "text/*;q=0.1,application/*", "x/y , */*;q=0"}) {
    EXPECT_TRUE(AcceptedBy(accept).json) << accept;
    EXPECT_TRUE(AcceptedBy(accept).stream) << accept;
  }
  for (std::string_view accept : {"application/json", "APPLICATION/JSON;x=y", "application/*"}) {
    EXPECT_TRUE(AcceptedBy(accept).json) << accept;
    EXPECT_FALSE(AcceptedBy(accept).stream) << accept;
  }
  for (std::string_view accept :
       {"text/html", ",", ";", "application/jsonx", "application /json"}) {
    EXPECT_FALSE(AcceptedBy(accept).json) << accept;
    EXPECT_FALSE(AcceptedBy(accept).stream) << accept;
  }
  EXPECT_TRUE(IsJsonType("application/json; charset=utf-8"));
  EXPECT_FALSE(IsJsonType("text/plain, application/json"));
}

TEST(HttpAcceptTest, HeadersMayBeEncoded) {
  EXPECT_EQ(DecodedHeader("plain"), "plain");
  EXPECT_EQ(DecodedHeader(""), "");
  EXPECT_EQ(DecodedHeader("=?base64?w6k=?="), "\xC3\xA9");
  EXPECT_EQ(DecodedHeader("=?base64?"
                          "?="),
            "");
  EXPECT_EQ(DecodedHeader("=?BASE64?w6k=?="), "=?BASE64?w6k=?=");
  for (std::string_view value : {"=?base64?w6k?=", "=?base64?!?=", "\xC3\xA9", "a\x7F", "a\x01"})
    EXPECT_EQ(DecodedHeader(value), std::nullopt) << value;
}

TEST(HttpAcceptTest, TokensStandBehindBearer) {
  EXPECT_EQ(BearerToken("Bearer abc"), "abc");
  EXPECT_EQ(BearerToken("bEARER   abc "), "abc");
  for (std::string_view value : {"", "Bearer", "Bearer ", "abc", "Basic abc", "Bearerabc"})
    EXPECT_EQ(BearerToken(value), "") << value;
}

// A page of a stranger has a name of its own in Host, whatever address it was given.
TEST(HttpAcceptTest, AddressesAndLocalhostAreNoNames) {
  for (std::string_view host :
       {"localhost", "LocalHost:80", "127.0.0.1:8931", "10.0.0.1", "[::1]", "[fe80::1]:80"})
    EXPECT_TRUE(IsAddressOrLocal(HostName(host))) << host;
  for (std::string_view host : {"", ":80", "example.com", "127.0.0.1.example.com", "localhost.",
                                "[::1", "[example.com]", "1", "0x7f.1", "127.1"})
    EXPECT_FALSE(IsAddressOrLocal(HostName(host))) << host;
}

TEST(HttpAcceptTest, AddressesAreRead) {
  for (std::string_view text : {"127.0.0.1:8931", "[::1]:0", "127.8.9.1:65535"}) {
    const absl::StatusOr<HttpServer::Address> address = HttpServer::ParseAddress(text);
    ASSERT_TRUE(address.ok()) << text;
    EXPECT_TRUE(address->is_loopback);
    EXPECT_EQ(address->text(), text);
  }
  EXPECT_FALSE(HttpServer::ParseAddress("0.0.0.0:1")->is_loopback);
  EXPECT_FALSE(HttpServer::ParseAddress("[::]:1")->is_loopback);
  for (std::string_view text : {"", ":", ":1", "1", "x:1", "::1:1", "[127.0.0.1]:1",
                                "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1: 1"})
    EXPECT_FALSE(HttpServer::ParseAddress(text).ok()) << text;
}

}  // namespace
}  // namespace pysub::agent
