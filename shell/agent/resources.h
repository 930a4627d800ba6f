#ifndef PYSUB_SHELL_AGENT_RESOURCES_H_
#define PYSUB_SHELL_AGENT_RESOURCES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/agent/json.h"
#include "shell/agent/service.h"

// What can be read by its URI: files and logs of sessions, output that was too long for a result.
//   pysub://session/ID/log   pysub://session/ID/files/PATH   pysub://output/NUMBER   ?offset=N
namespace pysub::agent {

struct ResourceUri {
  enum class Kind : uint8_t { kLog, kFile, kOutput };
  Kind kind = Kind::kLog;
  std::string session;
  std::string path;     // kFile: absolute
  uint64_t number = 0;  // kOutput
  uint64_t offset = 0;  // where reading begins
};
// Nothing: it is none of ours.
std::optional<ResourceUri> ParseResourceUri(std::string_view uri);
std::string FileUri(std::string_view session, std::string_view path);

// All that there is, as resources/list gives it: outputs, logs, and the files below the directory
// in which programs begin, of sessions at rest; of each session at most some hundred.
std::vector<HostValue> ResourceRows(Service& service);
std::vector<HostValue> ResourceTemplates();

// One item of "contents": at most Quotas::resource_bytes of it, and where the rest begins. Nothing:
// there is no such thing.
std::optional<Json> ReadResourceAt(Service& service, const ResourceUri& uri, std::string_view text);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_RESOURCES_H_
