#ifndef PYSUB_SHELL_AGENT_CLIENTS_H_
#define PYSUB_SHELL_AGENT_CLIENTS_H_

#include <string>
#include <string_view>
#include <vector>

namespace pysub::agent {

// What a client wants in its settings so that it starts `program` with these arguments; of "all",
// what each of them wants.
std::string ClientSettings(std::string_view client, const std::string& program,
                           const std::vector<std::string>& arguments);
// The same of a server at `url`. With tokens, each client reads its own from the variable
// PYSUB_TOKEN.
std::string HttpClientSettings(std::string_view client, const std::string& url, bool has_tokens);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CLIENTS_H_
