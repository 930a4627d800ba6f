#ifndef PYSUB_SHELL_AGENT_CLIENT_TRANSPORT_H_
#define PYSUB_SHELL_AGENT_CLIENT_TRANSPORT_H_

#include <poll.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "shell/agent/json.h"

// How messages go to a server of somebody else and back. All of it runs on the thread of a
// ClientLoop and never blocks.
namespace pysub::agent {

using HeaderFields = std::vector<std::pair<std::string, std::string>>;

// A message that goes out. What it says is in `line`; the rest is for HTTP, whose headers say it
// again.
struct Outgoing {
  uint64_t id = 0;      // of a request; 0: none, so nobody waits for an answer
  std::string line;     // JSON with its newline
  std::string method;   // empty: an answer of ours
  std::string name;     // the tool that is called
  HeaderFields params;  // Mcp-Param-...
};

// Who hears of what comes.
class TransportSink {
 public:
  virtual ~TransportSink() = default;
  virtual void TakeMessage(const Json& message) = 0;
  // The request gets no answer any more.
  virtual void FailRequest(uint64_t id, std::string why) = 0;
  // Something came that is no message.
  virtual void TakeGarbage() = 0;
  // Nothing more comes, and nothing goes out.
  virtual void Break(std::string why) = 0;
};

class Transport {
 public:
  virtual ~Transport() = default;
  // False: too much waits to be sent.
  virtual bool Send(Outgoing message) = 0;
  // Nobody waits for this request any more. True: leaving it is what tells the server so.
  virtual bool Forget(uint64_t id) = 0;
  // The era is known, and from the answer to `initialize` on the revision.
  virtual void SetRevision(std::string_view name, bool is_modern) = 0;
  virtual void AddTo(std::vector<pollfd>* polled) const = 0;
  // Takes and sends what can be now.
  virtual void Work() = 0;
  // Tells the server that it is over; the destructor waits for its end for a moment.
  virtual void BeginClose() {}
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CLIENT_TRANSPORT_H_
