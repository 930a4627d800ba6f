#include <absl/status/statusor.h>

#include "shell/cli/agent_serve.h"

namespace pysub {
namespace {

absl::Status IsMissing() {
  return absl::UnimplementedError(
      "HTTP is not in this program: it was built without libboost1.74-dev");
}

}  // namespace

absl::Status ServeHttp(const agent::AgentConfig&, const std::string&) { return IsMissing(); }

absl::StatusOr<std::string> HttpUrl(const std::string&) { return IsMissing(); }

bool DescribeHttp(const agent::AgentConfig&, const std::string&, std::string* text) {
  *text += std::string(IsMissing().message()) + "\n";
  return true;  // it is wanted only by those who say so
}

}  // namespace pysub
