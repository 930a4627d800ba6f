// The policy of a shell's network, and curl and wget over a broker that answers from a table.

#include "pysub/shell/network.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "pysub/shell/shell.h"

namespace pysub {
namespace {

using shell::CheckedRequest;
using shell::Network;
using shell::NetworkAddress;
using shell::NetworkBlock;
using shell::NetworkError;
using shell::NetworkErrorKind;
using shell::NetworkEvent;
using shell::NetworkExchange;
using shell::NetworkPolicy;
using shell::NetworkRequest;
using shell::NetworkRule;
using Kind = NetworkEvent::Kind;

NetworkEvent Event(Kind kind, std::string bytes) {
  NetworkEvent event;
  event.kind = kind;
  event.bytes = std::move(bytes);
  return event;
}

// Answers from a table, and remembers what it was asked.
class TableBroker : public shell::NetworkBroker {
 public:
  std::map<std::string, std::vector<NetworkEvent>> answers;  // by "METHOD URL"
  std::vector<CheckedRequest> requests;
  int waits = 0;        // so often it says "nothing yet" before each event
  bool stands = false;  // nothing comes at all
  int under_way = 0;

  void Add(const std::string& request, const std::string& head, const std::string& body) {
    std::vector<NetworkEvent> events = {Event(Kind::kHead, head)};
    if (!body.empty()) events.push_back(Event(Kind::kBody, body));
    events.push_back(Event(Kind::kEnd, ""));
    answers[request] = std::move(events);
  }
  std::unique_ptr<NetworkExchange> Begin(const CheckedRequest& request) override {
    requests.push_back(request);
    return std::make_unique<Exchange>(this, answers[request.method + " " + request.Url()]);
  }

 private:
  class Exchange : public NetworkExchange {
   public:
    Exchange(TableBroker* broker, std::vector<NetworkEvent> events)
        : broker_(broker), events_(std::move(events)) {
      ++broker_->under_way;
    }
    ~Exchange() override { --broker_->under_way; }
    NetworkEvent Next() override {
      if (broker_->stands || waited_++ < broker_->waits) return {};
      waited_ = 0;
      if (next_ < events_.size()) return events_[next_++];
      NetworkEvent event = Event(Kind::kError, "");
      event.error = {NetworkErrorKind::kEmptyAnswer, "Empty reply from server"};
      return event;
    }

   private:
    TableBroker* const broker_;
    const std::vector<NetworkEvent> events_;
    size_t next_ = 0;
    int waited_ = 0;
  };
};

constexpr char kOk[] = "HTTP/1.1 200 OK\r\n\r\n";

// ---- addresses

TEST(NetworkAddressTest, OnlyThePublicOnesArePublic) {
  for (const char* text :
       {"1.1.1.1", "8.8.8.8", "93.184.216.34", "172.15.0.1", "172.32.0.1", "100.63.0.1",
        "100.128.0.1", "192.167.1.1", "223.255.255.255", "2606:4700::1111", "2a00:1450::8a"}) {
    const auto address = NetworkAddress::Parse(text);
    ASSERT_TRUE(address) << text;
    EXPECT_TRUE(address->IsPublic()) << text;
    EXPECT_EQ(address->Text(), text);
  }
  for (const char* text : {"0.0.0.0",
                           "0.1.2.3",
                           "10.0.0.1",
                           "10.255.255.255",
                           "100.64.0.1",
                           "100.127.255.255",
                           "127.0.0.1",
                           "127.255.0.1",
                           "169.254.169.254",
                           "172.16.0.1",
                           "172.31.255.255",
                           "192.0.0.1",
                           "192.0.2.1",
                           "192.88.99.1",
                           "192.168.0.1",
                           "198.18.0.1",
                           "198.19.255.255",
                           "198.51.100.1",
                           "203.0.113.9",
                           "224.0.0.1",
                           "239.255.255.255",
                           "240.0.0.1",
                           "255.255.255.255",  // IPv4
                           "::",
                           "::1",
                           "::7f00:1",
                           "::ffff:127.0.0.1",
                           "::ffff:8.8.8.8",
                           "64:ff9b::7f00:1",
                           "64:ff9b:1::1",
                           "100::1",
                           "2001::1",
                           "2001:db8::1",
                           "2002:7f00:1::",
                           "3fff::1",
                           "fc00::1",
                           "fd12::1",
                           "fe80::1",
                           "fec0::1",
                           "ff02::1",
                           "5f00::1"}) {
    const auto address = NetworkAddress::Parse(text);
    ASSERT_TRUE(address) << text;
    EXPECT_FALSE(address->IsPublic()) << text;
  }
}

TEST(NetworkAddressTest, OtherSpellingsAreNone) {
  for (const char* text : {"",           "1",          "127.1",
                           "127.0.1",    "0x7f.0.0.1", "0177.0.0.1",
                           "2130706433", "127.0.0.1.", "127.0.0.1.1",
                           "256.0.0.1",  "1.2.3.04",   " 1.2.3.4",
                           "1.2.3.4 ",   "1..2.3",     "1.2.3.",
                           ":::",        "1:2:3",      "1:2:3:4:5:6:7:8:9",
                           "1::2::3",    "::12345",    "fe80::1%eth0",
                           "::1.2.3",    "[::1]",      "::ffff:1.2.3.4:5",
                           "g::",        "1.2.3.4::1", "1.2.3.4:1:2:3:4:5:6"})
    EXPECT_FALSE(NetworkAddress::Parse(text)) << text;
  EXPECT_EQ(NetworkAddress::Parse("0:0:0:0:0:0:0:1")->Text(), "::1");
  EXPECT_EQ(NetworkAddress::Parse("2001:DB8:0:0:1:0:0:1")->Text(), "2001:db8::1:0:0:1");
  EXPECT_FALSE(NetworkBlock::Parse("10.0.0.0/33"));
  EXPECT_FALSE(NetworkBlock::Parse("10.0.0.0/"));
  EXPECT_TRUE(NetworkBlock::Parse("10.0.0.0/9")->Contains(*NetworkAddress::Parse("10.127.0.1")));
  EXPECT_FALSE(NetworkBlock::Parse("10.0.0.0/9")->Contains(*NetworkAddress::Parse("10.128.0.1")));
}

// ---- what is asked for

class NetworkPolicyTest : public ::testing::Test {
 protected:
  std::shared_ptr<Network> Make(NetworkPolicy policy) {
    auto network = Network::Create(broker_, std::move(policy));
    EXPECT_TRUE(network.ok()) << network.status();
    return network.ok() ? *network : nullptr;
  }
  static NetworkPolicy For(std::vector<std::string> lines) {
    NetworkPolicy policy;
    for (const std::string& line : lines) policy.rules.push_back(*NetworkRule::Parse(line));
    return policy;
  }
  // "": allowed; else why not.
  static std::string Why(const Network& network, const std::string& url,
                         const std::string& method = "GET") {
    NetworkRequest request;
    request.url = url;
    request.method = method;
    NetworkError error;
    return network.Check(request, &error) ? "" : error.message;
  }

  std::shared_ptr<TableBroker> broker_ = std::make_shared<TableBroker>();
};

TEST_F(NetworkPolicyTest, HostsSchemesPortsAndMethodsAreThoseOfARule) {
  NetworkPolicy policy = For({"example.org", "https://*.sure.org", "odd.org:8080"});
  policy.rules[0].methods = {"GET", "PURGE"};
  const auto network = Make(policy);
  for (const char* url : {"http://example.org/", "https://EXAMPLE.org/a?b",
                          "http://example.org:80/", "https://a.sure.org/", "https://a.b.sure.org",
                          "http://odd.org:8080/", "https://odd.org:8080"})
    EXPECT_EQ(Why(*network, url), "") << url;
  EXPECT_EQ(Why(*network, "http://example.org/", "PURGE"), "");
  EXPECT_EQ(Why(*network, "http://example.org/", "POST"),
            "this sandbox may not use POST with example.org");
  EXPECT_EQ(Why(*network, "https://a.sure.org/", "BREW"),
            "this sandbox may not use BREW with a.sure.org");
  EXPECT_EQ(Why(*network, "http://a.sure.org/"), "this sandbox may not use http with a.sure.org");
  EXPECT_EQ(Why(*network, "http://example.org:81/"),
            "this sandbox may not reach port 81 of example.org");
  for (const char* host :
       {"sure.org", "notsure.org", "a.example.org", "example.org.evil.org", "8.8.8.8", "evil.org"})
    EXPECT_EQ(Why(*network, std::string("https://") + host + "/"),
              std::string("this sandbox may not reach ") + host);
}

TEST_F(NetworkPolicyTest, AUrlThatCouldBeReadInTwoWaysIsRefused) {
  const auto network = Make(For({"*", "*:8080"}));
  for (const char* url : {"",
                          "example.org",
                          "//example.org/",
                          "ftp://example.org/",
                          "file:///etc/passwd",
                          "gopher://example.org/",
                          "http:example.org",
                          "http:/example.org",
                          "http:///",
                          "http://",
                          "http://user@example.org/",
                          "http://user:pass@example.org/",
                          "http://a.org@b.org/",
                          "http://a.org\\@b.org/",
                          "http://a.org#@b.org/",
                          "http://example.org/#x",
                          "http://a b/",
                          "http://example.org/ x",
                          "http://example.org/\r\nX: y",
                          "http://example.org/\t",
                          "http://example.org/\x01",
                          "http://ex\xc3\xa4mple.org/",
                          "http://example.org/\xc3\xa4",
                          "http://example.org./",
                          "http://.example.org/",
                          "http://a..b/",
                          "http://%65xample.org/",
                          "http://example.org:0/",
                          "http://example.org:/",
                          "http://example.org:65536/",
                          "http://example.org:8080x/",
                          "http://example.org:+80/",
                          "http://127.1/",
                          "http://0x7f.1/",
                          "http://2130706433/",
                          "http://0177.0.0.1/",
                          "http://1.2.3.4.5/",
                          "http://[::1/",
                          "http://[::1]x/",
                          "http://[fe80::1%25lo]/",
                          "http://[v1.x]/",
                          "http://::1/",
                          "http://a.0x10/",
                          "http://a.1/"})
    EXPECT_NE(Why(*network, url), "") << url;
  EXPECT_EQ(Why(*network, "http://xn--exmple-cua.org:8080/%20?q=%0d%0a"), "");
}

TEST_F(NetworkPolicyTest, AddressesThatAreNotPublicNeedARuleOfTheirOwn) {
  const auto all = Make(For({"*"}));
  EXPECT_EQ(Why(*all, "http://127.0.0.1/"), "127.0.0.1 is not a public address");
  EXPECT_EQ(Why(*all, "http://169.254.169.254/latest/meta-data/"),
            "169.254.169.254 is not a public address");
  EXPECT_EQ(Why(*all, "http://[::ffff:127.0.0.1]/"), "::ffff:7f00:1 is not a public address");
  EXPECT_EQ(Why(*all, "http://8.8.8.8/"), "");
  const auto one = Make(For({"127.0.0.1:9", "[::1]"}));
  EXPECT_EQ(Why(*one, "http://127.0.0.1:9/"), "");
  EXPECT_EQ(Why(*one, "http://[0:0::1]/"), "");
  EXPECT_EQ(Why(*one, "http://127.0.0.2:9/"), "this sandbox may not reach 127.0.0.2");
  // What a name's rule allows is asked again of each address that the name turns out to have.
  NetworkPolicy policy = For({"in.test", "out.test"});
  policy.rules[0].networks = {"10.1.0.0/16"};
  policy.names = {{"out.test", {"8.8.8.8", "10.1.0.1"}}};
  const auto network = Make(policy);
  NetworkRequest request;
  request.url = "http://in.test/";
  NetworkError error;
  const auto checked = network->Check(request, &error);
  ASSERT_TRUE(checked);
  EXPECT_TRUE(checked->MayConnectTo(*NetworkAddress::Parse("10.1.2.3")));
  EXPECT_TRUE(checked->MayConnectTo(*NetworkAddress::Parse("9.9.9.9")));
  EXPECT_FALSE(checked->MayConnectTo(*NetworkAddress::Parse("10.2.0.1")));
  EXPECT_FALSE(checked->MayConnectTo(*NetworkAddress::Parse("127.0.0.1")));
  EXPECT_FALSE(checked->MayConnectTo(*NetworkAddress::Parse("::ffff:10.1.2.3")));
  EXPECT_EQ(Why(*network, "http://out.test/"), "10.1.0.1 is not a public address");
}

TEST_F(NetworkPolicyTest, HeadersCannotMakeASecondRequest) {
  const auto network = Make(For({"example.org"}));
  const auto why = [&](std::string name, std::string value) {
    NetworkRequest request;
    request.url = "http://example.org/";
    request.headers = {{std::move(name), std::move(value)}};
    NetworkError error;
    return network->Check(request, &error) ? std::string() : error.message;
  };
  EXPECT_EQ(why("X-Good", "a\tb \xc3\xa4"), "");
  EXPECT_EQ(why("Host", "example.org"), "");
  for (const auto& [name, value] :
       std::vector<shell::NetworkHeader>{{"X", "a\r\nY: b"},
                                         {"X", "a\nb"},
                                         {"X", std::string("a\0b", 3)},
                                         {"X\r\nY", "b"},
                                         {"X Y", "b"},
                                         {"", "b"},
                                         {"X:", "b"},
                                         {"Host", "other.org"},
                                         {"Content-Length", "3"},
                                         {"transfer-encoding", "chunked"},
                                         {"Connection", "close"},
                                         {"Upgrade", "h2c"},
                                         {"Proxy-Authorization", "x"},
                                         {"TE", "trailers"}})
    EXPECT_NE(why(name, value), "") << name << ": " << value;
  NetworkRequest request;
  request.url = "http://example.org/";
  request.method = "GET / HTTP/1.1\r\nX: ";
  NetworkError error;
  EXPECT_FALSE(network->Check(request, &error));
  // (libcurl would leave the body out, and not say so.)
  request.method = "HEAD";
  EXPECT_TRUE(network->Check(request, &error));
  request.body = "x";
  EXPECT_FALSE(network->Check(request, &error));
}

TEST_F(NetworkPolicyTest, ASecretGoesToItsHostAloneAndIsNotShown) {
  NetworkPolicy policy = For({"api.org", "other.org"});
  policy.rules[0].headers = {{"Authorization", "Bearer s3cret"}};
  broker_->answers["GET https://api.org/"] = {
      Event(Kind::kNote, "> GET / HTTP/1.1\n"),
      Event(Kind::kNote, "> authorization: Bearer s3cret\n"),
      Event(Kind::kNote, "* h2h3 [Authorization: Bearer s3cret]\n"),
      Event(Kind::kNote, "* [HTTP/2] [1] [authorization: Bearer s3cret]\n"),
      Event(Kind::kNote, "> \n"),
      Event(Kind::kHead, "HTTP/1.1 302 Found\r\nLocation: https://other.org/\r\n\r\n"),
      Event(Kind::kEnd, "")};
  broker_->Add("GET https://other.org/", kOk, "other\n");
  auto shell = Shell::Builder().Network(Make(policy)).Build();
  const ExecResult result =
      shell->Exec("curl -sSvL -H 'authorization: mine' https://api.org/; curl -s http://api.org/");
  EXPECT_EQ(result.stdout_text, "other\n");
  EXPECT_EQ(result.stderr_text.find("s3cret"), std::string::npos);
  EXPECT_NE(result.stderr_text.find("> GET / HTTP/1.1"), std::string::npos);
  ASSERT_EQ(broker_->requests.size(), 3u);
  const auto told = [&](size_t request) {
    std::string text;
    for (const auto& [name, value] : broker_->requests[request].headers)
      if (name == "Authorization" || name == "authorization") text += value + ";";
    return text;
  };
  EXPECT_EQ(told(0), "Bearer s3cret;");
  EXPECT_EQ(told(1), "");  // neither the rule's nor the script's
  EXPECT_EQ(told(2), "");  // not in plain text
}

TEST_F(NetworkPolicyTest, MistakesOfAPolicyAreTold) {
  for (const char* line : {"", "a b", "a.org:0", "a.org:x", "a.org:", "*.1.2.3.4", "http://",
                           "a.org/x", "*x.org", "a.*.org", "127.1", "[::1"})
    EXPECT_FALSE(NetworkRule::Parse(line).ok()) << line;
  for (auto change : std::vector<void (*)(NetworkPolicy*)>{
           [](NetworkPolicy* p) { p->rules[0].networks = {"10.0.0.0/40"}; },
           [](NetworkPolicy* p) { p->rules[0].methods = {"CONNECT"}; },
           [](NetworkPolicy* p) {
             p->rules[0].headers = {{"X", "a\r\nb"}};
           },
           [](NetworkPolicy* p) {
             p->rules[0].headers = {{"Host", "x"}};
           },
           [](NetworkPolicy* p) { p->rules[0].ports = {0}; },
           [](NetworkPolicy* p) {
             p->names = {{"a", {"b"}}};
           },
           [](NetworkPolicy* p) {
             p->names = {{"a", {}}};
           },
           [](NetworkPolicy* p) { p->time = {}; }}) {
    NetworkPolicy policy = For({"a.org"});
    change(&policy);
    EXPECT_EQ(Network::Create(broker_, policy).status().code(), absl::StatusCode::kInvalidArgument);
  }
}

TEST_F(NetworkPolicyTest, LimitsHoldOverShellsAndForks) {
  NetworkPolicy policy = For({"a.org"});
  policy.requests = 3;
  broker_->Add("GET http://a.org/", kOk, "x");
  const auto network = Make(policy);
  auto one = Shell::Builder().Network(network).Build();
  EXPECT_EQ(one->Exec("curl -s a.org a.org").stdout_text, "xx");
  auto fork = one->Fork();
  ASSERT_TRUE(fork.ok());
  EXPECT_EQ(fork->Exec("curl -s a.org").stdout_text, "x");
  const ExecResult over = one->Exec("curl -sS a.org");
  EXPECT_EQ(over.exit_code, 7);
  EXPECT_EQ(over.stderr_text,
            "curl: (7) the network of this sandbox has a limit: the number of requests\n");
  EXPECT_EQ(network->usage().requests, 3u);
  EXPECT_EQ(network->usage().refused, 1u);
  EXPECT_EQ(network->usage().at_once, 0u);
}

TEST_F(NetworkPolicyTest, ABrokerThatSendsTooMuchIsCutOff) {
  NetworkPolicy policy = For({"a.org"});
  policy.answer_bytes = 100;
  policy.head_bytes = 60;
  policy.request_bytes = 500;
  broker_->Add("GET http://a.org/body", kOk, std::string(101, 'x'));
  broker_->Add("GET http://a.org/head",
               "HTTP/1.1 200 OK\r\nX: " + std::string(60, 'y') + "\r\n\r\n", "x");
  broker_->Add("GET http://a.org/none", "no head at all\r\n\r\n", "x");
  auto shell = Shell::Builder().Network(Make(policy)).Build();
  const auto status = [&](const std::string& path) {
    return shell->Exec("curl -s http://a.org/" + path).exit_code;
  };
  EXPECT_EQ(status("body"), 63);
  EXPECT_EQ(status("head"), 56);
  EXPECT_EQ(status("none"), 1);
  EXPECT_EQ(status("post -d " + std::string(500, 'x')), 7);
}

// ---- the commands

class NetworkShellTest : public NetworkPolicyTest {
 protected:
  Shell Build() {
    auto shell = Shell::Builder().Network(network_).Seed(1).Build();
    EXPECT_TRUE(shell.ok());
    return *std::move(shell);
  }
  Shell Restored(Shell& shell) {
    const auto bytes = shell.Snapshot();
    EXPECT_TRUE(bytes.ok()) << bytes.status();
    auto restored = Shell::Builder().Network(network_).Seed(1).Restore(*bytes);
    EXPECT_TRUE(restored.ok()) << restored.status();
    return *std::move(restored);
  }
  // Runs until the broker has been asked so often.
  void RunUntilAsked(Shell& shell, size_t requests) {
    for (int i = 0; i < 10000 && broker_->requests.size() < requests; ++i)
      ASSERT_FALSE(shell.RunFor(100));
  }

  std::shared_ptr<Network> network_ = Make(For({"a.org", "b.org"}));
};

TEST_F(NetworkShellTest, WithoutANetworkBothSaySo) {
  auto shell = Shell::Builder().File("/tmp/f", "text\n").Build();
  ExecResult result = shell->Exec("curl -sS http://a.org/");
  EXPECT_EQ(result.exit_code, 6);
  EXPECT_EQ(result.stderr_text,
            "curl: (6) Could not resolve host: a.org: this sandbox has no network\n");
  result = shell->Exec("wget -q http://a.org/; wget -nv a.org");
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_EQ(result.stderr_text, "wget: unable to reach ‘a.org’: this sandbox has no network\n");
  EXPECT_EQ(shell->Exec("curl -s file:///tmp/f").stdout_text, "text\n");
}

TEST_F(NetworkShellTest, ARedirectIsARequestThatIsCheckedAnew) {
  for (const char* to : {"http://169.254.169.254/latest/", "http://127.0.0.1/", "http://c.org/"}) {
    broker_->Add("GET http://a.org/",
                 std::string("HTTP/1.1 302 Found\r\nLocation: ") + to + "\r\n\r\n", "");
    auto shell = Build();
    const ExecResult result = shell.Exec("curl -sSL http://a.org/; wget -qO- a.org");
    EXPECT_EQ(result.exit_code, 4);
    EXPECT_EQ(result.stdout_text, "");
    EXPECT_NE(result.stderr_text.find("curl: (7) this sandbox may not reach "), std::string::npos);
  }
  for (const CheckedRequest& request : broker_->requests) EXPECT_EQ(request.host, "a.org");
  broker_->Add("GET http://a.org/", "HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n",
               "");
  auto shell = Build();
  EXPECT_EQ(shell.Exec("curl -sL http://a.org/").exit_code, 1);
}

TEST_F(NetworkShellTest, AGetGoesOnBehindARestoreAndAPostDoesNot) {
  broker_->Add("GET http://a.org/", kOk, "got\n");
  broker_->Add("POST http://a.org/", kOk, "posted\n");
  for (const bool is_post : {false, true}) {
    broker_->requests.clear();
    broker_->stands = true;
    Shell shell = Build();
    shell.Start(is_post ? "curl -sS -d x http://a.org/; echo $?"
                        : "curl -sS http://a.org/; echo $?");
    RunUntilAsked(shell, 1);
    Shell restored = Restored(shell);
    broker_->stands = false;
    const ExecResult result = restored.Run();
    if (is_post) {
      EXPECT_EQ(result.stdout_text, "56\n");
      EXPECT_NE(result.stderr_text.find("(56) the request was interrupted"), std::string::npos)
          << result.stderr_text;
      EXPECT_EQ(broker_->requests.size(), 1u);
    } else {
      EXPECT_EQ(result.stdout_text, "got\n0\n");
      EXPECT_EQ(broker_->requests.size(), 2u);
    }
    // The first shell has its exchange still.
    EXPECT_EQ(shell.Run().stdout_text, is_post ? "posted\n0\n" : "got\n0\n");
  }
}

TEST_F(NetworkShellTest, BetweenAllStepsAnAnswerIsToldOnce) {
  broker_->answers["GET http://a.org/"] = {
      Event(Kind::kHead, "HTTP/1.1 302 Found\r\nLocation: /b\r\n\r\n"), Event(Kind::kBody, "moved"),
      Event(Kind::kEnd, "")};
  broker_->answers["GET http://a.org/b"] = {
      Event(Kind::kHead, "HTTP/1.1 100 Continue\r\n\r\n"),
      Event(Kind::kHead, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"),
      Event(Kind::kBody, "one"),
      Event(Kind::kBody, "two"),
      Event(Kind::kBody, "six"),
      Event(Kind::kEnd, "")};
  for (const char* script : {"curl -siL http://a.org/", "wget -qO- http://a.org/"}) {
    const std::string whole = Build().Exec(script).stdout_text;
    EXPECT_TRUE(whole.ends_with("onetwosix")) << whole;
    Shell shell = Build();
    shell.Start(script);
    std::string out;
    for (int i = 0; i < 1000; ++i) {
      const auto result = shell.RunFor(1);
      out += result ? result->stdout_text : shell.TakeStdout();
      if (result) {
        EXPECT_EQ(result->exit_code, 0) << result->stderr_text;
        break;
      }
      shell = Restored(shell);
    }
    EXPECT_EQ(out, whole) << script;
  }
}

TEST_F(NetworkShellTest, AnEndedCommandGivesItsExchangeUp) {
  broker_->stands = true;
  Shell shell = Build();
  EXPECT_EQ(shell.Exec("timeout 0.01 curl -s http://a.org/; echo $?").stdout_text, "124\n");
  EXPECT_EQ(broker_->under_way, 0);
  ExecOptions options;
  options.timeout = std::chrono::milliseconds(20);
  EXPECT_EQ(shell.Exec("wget -q http://a.org/", options).exit_code, 124);
  EXPECT_EQ(broker_->under_way, 0);
}

}  // namespace
}  // namespace pysub
