#ifndef PYSUB_SHELL_AGENT_CLIENT_HTTP_RESPONSE_H_
#define PYSUB_SHELL_AGENT_CLIENT_HTTP_RESPONSE_H_

#include <memory>
#include <string>
#include <string_view>

namespace pysub::agent {

// Bytes of a connection as the response that they are. Nothing is kept of a body.
class HttpResponse {
 public:
  HttpResponse();
  ~HttpResponse();

  // More bytes. What they have of the body goes to its end. False: they are no response.
  bool Put(std::string_view bytes, std::string* body);
  // No more come. False: the response is not whole.
  bool End();

  bool has_head() const;
  bool is_whole() const;
  int status() const;
  // Of the fields that we look at; empty: it is not there.
  std::string_view content_type() const;
  std::string_view session_id() const;

 private:
  class Parser;
  const std::unique_ptr<Parser> parser_;
  std::string kept_;  // of a head, or a piece's, that is not whole yet
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CLIENT_HTTP_RESPONSE_H_
