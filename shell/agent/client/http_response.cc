// Boost.Beast parses responses, chunks included: docs/decisions/029 says why Beast.
#include "shell/agent/client/http_response.h"

#include <stdint.h>
#include <stdlib.h>
#include <strings.h>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>

namespace pysub::agent {
namespace {

namespace http = boost::beast::http;
using boost::beast::string_view;
using boost::system::error_code;

constexpr uint32_t kMostHead = 32 << 10;
constexpr size_t kMostKept = 40 << 10;

std::string Text(string_view text) { return {text.data(), text.size()}; }

}  // namespace

class HttpResponse::Parser : public http::basic_parser<false> {
 public:
  Parser() {
    header_limit(kMostHead);
    // (None at all would be less than any Content-Length to this version. Who reads bodies counts.)
    body_limit(UINT64_MAX);
    eager(true);
  }
  std::string* body = nullptr;
  int status = 0;
  std::string content_type, session_id;

 private:
  void on_request_impl(http::verb, string_view, string_view, int, error_code&) override {}
  void on_response_impl(int code, string_view, int, error_code&) override { status = code; }
  void on_field_impl(http::field, string_view name, string_view value, error_code&) override {
    const std::string field = Text(name);
    if (strcasecmp(field.c_str(), "Content-Type") == 0) content_type = Text(value);
    if (strcasecmp(field.c_str(), "Mcp-Session-Id") == 0) session_id = Text(value);
  }
  void on_header_impl(error_code&) override {}
  void on_body_init_impl(const boost::optional<uint64_t>&, error_code&) override {}
  size_t on_body_impl(string_view bytes, error_code&) override {
    body->append(bytes.data(), bytes.size());
    return bytes.size();
  }
  void on_chunk_header_impl(uint64_t, string_view, error_code&) override {}
  size_t on_chunk_body_impl(uint64_t, string_view bytes, error_code&) override {
    body->append(bytes.data(), bytes.size());
    return bytes.size();
  }
  void on_finish_impl(error_code&) override {}
};

HttpResponse::HttpResponse() : parser_(std::make_unique<Parser>()) {}
HttpResponse::~HttpResponse() = default;

bool HttpResponse::Put(std::string_view bytes, std::string* body) {
  kept_.append(bytes);
  parser_->body = body;
  size_t taken = 0;
  while (taken < kept_.size() && !parser_->is_done()) {
    error_code error;
    const size_t count =
        parser_->put(boost::asio::buffer(kept_.data() + taken, kept_.size() - taken), error);
    taken += count;
    if (error && error != http::error::need_more) return false;
    if (error == http::error::need_more || count == 0) break;
  }
  kept_.erase(0, parser_->is_done() ? kept_.size() : taken);
  return kept_.size() <= kMostKept;
}

bool HttpResponse::End() {
  error_code error;
  if (!parser_->is_done()) parser_->put_eof(error);
  return !error && has_head() && parser_->is_done();
}

bool HttpResponse::has_head() const { return parser_->is_header_done(); }
bool HttpResponse::is_whole() const { return parser_->is_done(); }
int HttpResponse::status() const { return parser_->status; }
std::string_view HttpResponse::content_type() const { return parser_->content_type; }
std::string_view HttpResponse::session_id() const { return parser_->session_id; }

}  // namespace pysub::agent
