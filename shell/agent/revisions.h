#ifndef PYSUB_SHELL_AGENT_REVISIONS_H_
#define PYSUB_SHELL_AGENT_REVISIONS_H_

#include <span>
#include <string_view>

// The revisions of the Model Context Protocol that are spoken here, as server and as client.
namespace pysub::agent {

// A revision of the protocol, and what of ours depends on it.
struct Revision {
  std::string_view name;
  bool is_modern = false;  // everything is in each request; before that there is a handshake
  bool has_batches = false;
  bool has_structure = false;       // schemas of results, links
  bool arguments_are_told = false;  // wrong arguments are the result of a tool, which models see
};
// The newest first.
std::span<const Revision> Revisions();
// Null: it is none of ours.
const Revision* FindRevision(std::string_view name);
// The last one that begins with `initialize`.
const Revision& NewestLegacyRevision();

// What stands in _meta of requests and results since 2026-07-28.
inline constexpr std::string_view kMetaVersion = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kMetaCapabilities = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view kMetaClient = "io.modelcontextprotocol/clientInfo";
inline constexpr std::string_view kMetaServer = "io.modelcontextprotocol/serverInfo";

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_REVISIONS_H_
