#include "osbridge/worker/file_answers.h"

#include <errno.h>
#include <string.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "osbridge/file_calls.h"
#include "osbridge/os_calls.h"
#include "osbridge/worker/text_of.h"

namespace pysub {
namespace {

// Takes the fields of a call.
struct ToArguments {
  FileArguments& args;
  size_t count = 0;

  FileArgument& Next() { return args.at(count++); }
  void operator()(std::string_view, const std::string& text) { Next().text = text; }
  void operator()(std::string_view, int64_t number) { Next().number = number; }
  void operator()(std::string_view, const std::optional<int64_t>& number) {
    Next().number = number;
  }
  void operator()(std::string_view, bool flag) { Next().flag = flag; }
  void Bytes(std::string_view, const std::string& bytes) { Next().text = bytes; }
};

// An answer of the file system as it goes over the wire.
struct ToHostValue {
  HostValue operator()(std::monostate) const { return HostValue(); }
  HostValue operator()(bool flag) const { return HostValue(flag); }
  HostValue operator()(int64_t number) const { return HostValue(number); }
  HostValue operator()(const FileText& path) const { return TextOf(path.text); }
  HostValue operator()(const std::string& bytes) const { return HostValue::Bytes(bytes); }
  HostValue operator()(const StatNumbers& numbers) const {
    return HostValue::Tuple(std::vector<HostValue>(numbers.begin(), numbers.end()));
  }
  HostValue operator()(const std::vector<files::DirectoryEntry>& entries) const {
    std::vector<HostValue> items;
    for (const files::DirectoryEntry& entry : entries) {
      items.push_back(
          HostValue::Tuple({TextOf(entry.name), HostValue(KindBits(entry)), HostValue(entry.ino)}));
    }
    return HostValue::List(std::move(items));
  }
};

}  // namespace

HostException OsErrorOf(int number, std::optional<std::string_view> path) {
  const char* text = strerrordesc_np(number);
  std::vector<HostValue> args = {number, text != nullptr ? text : "Unknown error"};
  if (path) args.emplace_back(*path);
  // OSError itself becomes the type that belongs to the number; a file system that cannot be
  // written is the exception.
  return HostException(number == EROFS ? "PermissionError" : "OSError", std::move(args));
}

std::optional<Reply> AnswerFromFiles(files::FileSystem& files, const OsCall& call) {
  FileArguments args;
  switch (IdOf(call)) {
#define PYSUB_OS_CALL(Name, permission, Reply, Alone)
#define PYSUB_FILE_CALL(Name, permission, Reply)                   \
  case OsCallId::k##Name:                                          \
    os::Name::Fields(std::get<os::Name>(call), ToArguments{args}); \
    break;
#include "vm/host/os_calls.def"
    default: return std::nullopt;
  }
  files::Result<FileAnswer> answer = AnswerFileCall(files, IdOf(call), args);
  if (!answer.ok()) return OsErrorOf(answer.error());
  return std::visit(ToHostValue(), *answer);
}

}  // namespace pysub
