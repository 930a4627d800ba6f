#include "shell/agent/page.h"

namespace pysub::agent {
namespace {

constexpr PageFile kFiles[] = {
    {
        "/",
        "text/html; charset=utf-8",
#include "shell/agent/page/index.html.inc"
    },
    {
        "/page.css",
        "text/css; charset=utf-8",
#include "shell/agent/page/page.css.inc"
    },
    {
        "/page.js",
        "text/javascript; charset=utf-8",
#include "shell/agent/page/page.js.inc"
    },
};

}  // namespace

const PageFile* FindPageFile(std::string_view path) {
  for (const PageFile& file : kFiles) {
    if (file.path == path) return &file;
  }
  return nullptr;
}

}  // namespace pysub::agent
