#ifndef PYSUB_SHELL_AGENT_PAGE_H_
#define PYSUB_SHELL_AGENT_PAGE_H_

#include <string_view>

namespace pysub::agent {

// The page that shows a tenant's sessions in a browser: three files, a client of MCP like any
// other.
struct PageFile {
  std::string_view path, type, text;
};

// Null: there is none at this path.
const PageFile* FindPageFile(std::string_view path);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_PAGE_H_
