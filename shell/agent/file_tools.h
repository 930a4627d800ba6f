#ifndef PYSUB_SHELL_AGENT_FILE_TOOLS_H_
#define PYSUB_SHELL_AGENT_FILE_TOOLS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "shell/agent/call.h"
#include "shell/agent/service.h"

// Tools that work on the files of a session.
namespace pysub::agent {

struct ReadFileRequest {
  std::string path;
  uint64_t offset = 0;
  uint64_t most = 0;  // bytes
};
CallResult ReadSessionFile(const Service& service, Session& session,
                           const ReadFileRequest& request);

struct WriteFileRequest {
  std::string path, content;
  bool is_base64 = false;
  bool append = false;
  bool create_only = false;
};
CallResult WriteSessionFile(Session& session, const WriteFileRequest& request);

struct ListFilesRequest {
  std::string path;
  bool recursive = false;
  uint64_t most = 0;
};
CallResult ListSessionFiles(const Service& service, Session& session,
                            const ListFilesRequest& request);

// Calls visit(path, entry's stat) for what is below `path`, directories before what is in them, at
// most `most` times and until it says false; false: there is more. An errno where `path` is no
// directory that can be read.
files::Result<bool> WalkFiles(
    files::FileSystem& files, const std::string& path, bool recursive, uint64_t most,
    const std::function<bool(const std::string& path, const files::Stat& stat)>& visit);

// A directory, with those above it that are missing.
files::Status MakeDirectories(files::FileSystem& files, const files::Caller& caller,
                              std::string_view path);

// The files with which a program for once begins: the mounts, and directories that it may use.
files::Status FillFiles(files::FileSystem& files, const Config& config);

// An absolute path; others begin where the shell stands.
std::string AbsolutePath(const Session& session, std::string_view path);
// "No such file or directory: /x"
std::string FileError(int error, std::string_view path);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_FILE_TOOLS_H_
