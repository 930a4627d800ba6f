#ifndef PYSUB_SHELL_COMMANDS_NET_FETCH_H_
#define PYSUB_SHELL_COMMANDS_NET_FETCH_H_

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "pysub/shell/command.h"
#include "pysub/shell/network.h"

namespace pysub::shell {

// One request of a command, as it is waited for between steps, saved and begun again.
//
//   Begin(request)      nothing is sent yet
//   Next()              the first one sends; kWait: the step ends with Progress::Wait()
//   (saved, loaded)     an exchange is a matter of this process, so it is gone
//   Next()              GET and HEAD are sent once more, and what the command had of the answer
//                       already is passed over; any other request may have been done, so it fails:
//                       nothing is ever sent twice that could be done twice
class Fetch {
 public:
  void Begin(NetworkRequest request);
  // kWait: it has asked to be woken. kBody comes at most 64 KiB at a time.
  NetworkEvent Next(CommandIo& io, Network* network);
  // Gives up what is under way.
  void End(CommandIo& io);
  bool is_begun() const { return is_begun_; }

  void Fields(Archive& archive);

 private:
  NetworkEvent Start(CommandIo& io, Network* network);
  // Passes over what came before the shell was saved. True: there is nothing left of the event.
  bool PassOver(NetworkEvent* event);
  void Remember(const NetworkEvent& event);
  static NetworkEvent Failure(NetworkErrorKind kind, std::string message);

  NetworkRequest request_;
  bool is_begun_ = false;
  bool was_sent_ = false;
  uint32_t heads_ = 0;   // that the command has
  uint64_t body_ = 0;    // the same of bytes
  std::string version_;  // what of the head says that it is still the same answer
  uint32_t pass_heads_ = 0;
  uint64_t pass_body_ = 0;
  uint64_t charged_ = 0;
  std::unique_ptr<NetworkExchange> exchange_;  // not saved
  int64_t delay_ns_ = 0;
};

// A moment that was loaded can be reckoned with, whatever it was.
inline void KeepTime(const Archive& archive, int64_t* ns) {
  constexpr int64_t kFar = INT64_MAX / 4;
  if (archive.loading()) *ns = std::clamp(*ns, -kFar, kFar);
}

// What is said of a request of a shell to which its host gave no network.
inline constexpr std::string_view kNoNetwork = "this sandbox has no network";

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_NET_FETCH_H_
