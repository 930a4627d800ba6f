// Files of programs, answered by a host that the run stops for, and at once.

#include <gtest/gtest.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "pysub/files/file_system.h"
#include "pysub/replay.h"
#include "pysub/sandbox.h"

namespace pysub {
namespace {

std::unique_ptr<files::FileSystem> NewFiles() {
  auto made = std::make_unique<files::FileSystem>();
  const files::Caller root{.uid = 0, .gid = 0};
  EXPECT_TRUE(made->Mkdir(root, "/tmp").ok());
  EXPECT_TRUE(made->Chmod(root, "/tmp", 01777).ok());
  return made;
}

HostException ErrorOf(int number) {
  return HostException("OSError",
                       std::vector<HostValue>{HostValue(number), HostValue(std::strerror(number))});
}

// A host that answers every stop from a FileSystem.
struct TestHost {
  files::FileSystem& files;
  files::Caller caller;

  template <typename Call>
  Reply Done(const Call&, files::Status status) {
    if (!status.ok()) return ErrorOf(status.error());
    return Call::ToValue({});
  }
  template <typename Call>
  Reply Text(const Call&, const files::Result<std::string>& text) {
    if (!text.ok()) return ErrorOf(text.error());
    return Call::ToValue(*text);
  }
  static files::Follow FollowOf(bool follow) {
    return follow ? files::Follow::kYes : files::Follow::kNo;
  }

  Reply operator()(const os::ReadLine&) { return os::ReadLine::ToValue("line\n"); }
  Reply operator()(const os::Now&) { return os::Now::ToValue(5'000'000'000); }
  Reply operator()(const os::Sleep&) { return os::Sleep::ToValue({}); }
  Reply operator()(const os::Entropy& call) {
    return os::Entropy::ToValue(std::string(call.bytes, 'r'));
  }
  Reply operator()(const os::GetEnvironment&) { return os::GetEnvironment::ToValue("v"); }
  Reply operator()(const os::FileStat& call) {
    files::Result<files::Stat> stat = files.StatPath(caller, call.path, FollowOf(call.follow));
    if (!stat.ok()) return ErrorOf(stat.error());
    os::FileStat::Reply reply;
    reply.mode = stat->StMode();
    reply.size = static_cast<int64_t>(stat->size);
    reply.inode = static_cast<int64_t>(stat->ino);
    return os::FileStat::ToValue(reply);
  }
  Reply operator()(const os::ListDirectory& call) {
    files::Result<std::vector<files::DirectoryEntry>> entries = files.List(caller, call.path);
    if (!entries.ok()) return ErrorOf(entries.error());
    os::ListDirectory::Reply reply;
    for (const files::DirectoryEntry& entry : *entries) {
      files::Stat kind;
      kind.kind = entry.kind;
      reply.push_back({entry.name, kind.StMode() & 0170000, static_cast<int64_t>(entry.ino)});
    }
    return os::ListDirectory::ToValue(reply);
  }
  Reply operator()(const os::ReadFile& call) {
    return Text(
        call, files.ReadFile(caller, call.path, static_cast<uint64_t>(call.offset),
                             call.size < 0 ? files::kToTheEnd : static_cast<uint64_t>(call.size)));
  }
  Reply operator()(const os::WriteFile& call) {
    files::WriteOptions options;
    options.how = call.offset < 0 ? files::WriteOptions::kAppend : files::WriteOptions::kAt;
    options.create = false;
    options.offset = call.offset < 0 ? 0 : static_cast<uint64_t>(call.offset);
    files::Result<uint64_t> end = files.WriteFile(caller, call.path, call.bytes, options);
    if (!end.ok()) return ErrorOf(end.error());
    return os::WriteFile::ToValue(static_cast<int64_t>(*end));
  }
  Reply operator()(const os::OpenFile& call) {
    files::Result<files::Stat> stat = files.CheckOpen(
        caller, call.path, static_cast<uint32_t>(call.flags), static_cast<uint32_t>(call.mode));
    if (!stat.ok()) return ErrorOf(stat.error());
    return os::OpenFile::ToValue(static_cast<int64_t>(stat->size));
  }
  Reply operator()(const os::TruncateFile& call) {
    return Done(call, files.Truncate(caller, call.path, static_cast<uint64_t>(call.size)));
  }
  Reply operator()(const os::MakeDirectory& call) {
    return Done(call, files.Mkdir(caller, call.path, static_cast<uint32_t>(call.mode)));
  }
  Reply operator()(const os::RemoveDirectory& call) {
    return Done(call, files.Rmdir(caller, call.path));
  }
  Reply operator()(const os::Unlink& call) { return Done(call, files.Unlink(caller, call.path)); }
  Reply operator()(const os::Rename& call) {
    return Done(call, files.Rename(caller, call.from, call.to));
  }
  Reply operator()(const os::Link& call) {
    return Done(call, files.Link(caller, call.from, call.to, FollowOf(call.follow)));
  }
  Reply operator()(const os::Symlink& call) {
    return Done(call, files.Symlink(caller, call.target, call.path));
  }
  Reply operator()(const os::ReadLink& call) {
    return Text(call, files.Readlink(caller, call.path));
  }
  Reply operator()(const os::ChangeMode& call) {
    return Done(call, files.Chmod(caller, call.path, static_cast<uint32_t>(call.mode),
                                  FollowOf(call.follow)));
  }
  Reply operator()(const os::SetTimes& call) {
    return Done(call,
                files.SetTimes(caller, call.path, call.atime_ns.value_or(files::kTimeNow),
                               call.mtime_ns.value_or(files::kTimeNow), FollowOf(call.follow)));
  }
  Reply operator()(const os::RealPath& call) {
    return Text(call, files.Realpath(caller, call.path,
                                     call.strict ? files::RealpathMode::kAllMustExist
                                                 : files::RealpathMode::kNothingNeedsExist));
  }
  Reply operator()(const os::EnterDirectory& call) {
    return Text(call, files.Realpath(caller, call.path));
  }
  Reply operator()(const os::Access& call) {
    return os::Access::ToValue(
        files.Access(caller, call.path, static_cast<uint32_t>(call.mode)).ok());
  }
  Reply operator()(const os::Environment&) { return os::Environment::ToValue({{"NAME", "value"}}); }
  Reply operator()(const os::RunCommand& call) {
    return os::RunCommand::ToValue({.status = 0, .out = call.command, .error = ""});
  }
  Reply operator()(const os::ReadInput& call) {
    return os::ReadInput::ToValue(
        call.size < 0 ? "input" : std::string("input").substr(0, static_cast<size_t>(call.size)));
  }
};

Permissions AllByHost() {
  Permissions permissions;
  permissions.standard_input = permissions.clock = permissions.sleep = permissions.entropy =
      permissions.environment = permissions.files_read = permissions.files_write =
          permissions.run_command = Permission::kHost;
  return permissions;
}

Program Compiled(std::string_view source) { return Program::Compile(source); }

// Uses every call of files at least once, and stops in places where natives are in the middle of
// something.
constexpr std::string_view kProgram = R"(
import os, io, tempfile, shutil, glob, time
from pathlib import Path
os.chdir('/tmp')
print(os.getcwd(), os.environ.get('NAME'))
with open('a', 'w') as f:
    f.write('one\ntwo\n'); print('three', file=f)
print(open('a').read().split(), [l.strip() for l in open('a')], sorted(open('a'), key=lambda l: open('a').read().find(l)))
Path('d/e').mkdir(parents=True); Path('d/e/x.py').write_text('x'); Path('d/y.py').touch()
print(sorted(map(str, Path('d').rglob('*'))), sorted(glob.glob('d/**', recursive=True)), [t for t in os.walk('d')])
os.symlink('a', 'l'); os.link('a', 'h'); print(os.readlink('l'), os.path.realpath('l'), os.stat('h').st_size, os.access('a', os.R_OK))
os.chmod('a', 0o600); os.utime('a', (1, 2)); os.truncate('h', 3); print(open('a').read())
os.rename('h', 'g'); os.remove('g'); shutil.copytree('d', 'd2'); shutil.rmtree('d2'); print(sorted(os.listdir()))
def lines():
    with open('a') as f:
        yield from f
print(list(lines()), sum(len(l) for l in lines()), max(os.listdir(), key=lambda n: os.lstat(n).st_size) in os.listdir())
with tempfile.TemporaryDirectory() as t: open(t + '/f', 'w').write('x'); print(os.listdir(t))
try: open('nope')
except OSError as e: print(repr(e), e)
try: os.rename('nope', 'x')
except OSError as e: print(e, e.filename, e.filename2)
f = open('late', 'w'); f.write('at the end'); g = open('b', 'wb'); g.write(b'12'); g.flush(); g.write(b'34')
)";
constexpr std::string_view kOutput = R"(/tmp value
['one', 'two', 'three'] ['one', 'two', 'three'] ['one\n', 'two\n', 'three\n']
['d/e', 'd/e/x.py', 'd/y.py'] ['d/', 'd/e', 'd/e/x.py', 'd/y.py'] [('d', ['e'], ['y.py']), ('d/e', [], ['x.py'])]
a /tmp/a 14 True
one
['a', 'd', 'l']
['one'] 3 True
['f']
FileNotFoundError(2, 'No such file or directory') [Errno 2] No such file or directory: 'nope'
[Errno 2] No such file or directory: 'nope' -> 'x' nope x
)";

std::string ContentOf(const files::FileSystem& files, std::string_view path) {
  return *files.ReadFile({}, path);
}

TEST(FilesTest, AtOnce) {
  std::shared_ptr<files::FileSystem> files = NewFiles();
  SandboxOptions options;
  options.file_system = files;
  options.environment.emplace()["NAME"] = "value";
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Compiled(kProgram), options);
  ASSERT_TRUE(sandbox.ok());
  Stop stop = sandbox->Run();
  ASSERT_TRUE(std::holds_alternative<Finished>(stop)) << std::get<Raised>(stop).traceback;
  EXPECT_EQ(sandbox->TakeOutput(OutputStream::kOut), kOutput);
  EXPECT_EQ(ContentOf(*files, "/tmp/late"), "at the end");
  EXPECT_EQ(ContentOf(*files, "/tmp/b"), "1234");
}

// Each call stops; at each stop the program is saved, and goes on from the bytes.
TEST(FilesTest, ByStopsWithSnapshots) {
  std::unique_ptr<files::FileSystem> files = NewFiles();
  TestHost host{*files, {}};
  SandboxOptions options;
  options.permissions = AllByHost();
  std::string output;
  options.on_output = [&](OutputStream, std::string_view text) { output += text; };
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Compiled(kProgram), options);
  ASSERT_TRUE(sandbox.ok());
  bool seen[std::variant_size_v<OsCall>] = {};
  size_t stops = 0;
  while (true) {
    Stop stop = sandbox->Run();
    if (const Raised* raised = std::get_if<Raised>(&stop)) FAIL() << raised->traceback;
    if (!std::holds_alternative<OsRequest>(stop)) break;
    ++stops;
    const OsRequest& request = std::get<OsRequest>(stop);
    seen[request.call.index()] = true;
    if (stops % 7 == 0) {
      absl::StatusOr<std::string> bytes = sandbox->Snapshot();
      ASSERT_TRUE(bytes.ok());
      sandbox = Sandbox::Restore(*bytes, options);
      ASSERT_TRUE(sandbox.ok()) << sandbox.status() << " at stop " << stops << ", "
                                << kOsCallNames[request.call.index()];
    } else if (stops % 11 == 0) {
      sandbox = sandbox->Fork();
      ASSERT_TRUE(sandbox.ok()) << sandbox.status();
    }
    ASSERT_TRUE(sandbox->Answer(request.id, std::visit(host, request.call)).ok());
  }
  EXPECT_EQ(output, kOutput);
  EXPECT_EQ(ContentOf(*files, "/tmp/late"), "at the end");
  EXPECT_EQ(ContentOf(*files, "/tmp/b"), "1234");
  for (size_t i = 5; i < std::size(seen); ++i) {
    const bool unused = kOsCallNames[i] == "RunCommand" || kOsCallNames[i] == "ReadInput";
    EXPECT_TRUE(seen[i] || unused) << kOsCallNames[i];
  }
}

TEST(FilesTest, Denied) {
  SandboxOptions options;
  options.permissions.files_read = options.permissions.files_write = Permission::kDenied;
  options.file_system = NewFiles();
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Compiled(R"(
import os
for f in (lambda: os.stat('/'), lambda: os.listdir('/'), lambda: os.path.realpath('/x', strict=True), lambda: os.chdir('/'),
          lambda: open('/x'), lambda: os.mkdir('/x'), lambda: os.remove('/x'), lambda: os.rename('/x', '/y')):
    try: f()
    except PermissionError as e: print(e)
)"),
                                                    options);
  ASSERT_TRUE(std::holds_alternative<Finished>(sandbox->Run()));
  std::string expected;
  for (int i = 0; i < 4; ++i) expected += "reading files is not permitted here\n";
  for (int i = 0; i < 4; ++i) expected += "changing files is not permitted here\n";
  EXPECT_EQ(sandbox->TakeOutput(OutputStream::kOut), expected);
}

TEST(FilesTest, NothingIsThereWithoutAFileSystem) {
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Compiled(R"(
import os
print(os.path.exists('/'), os.getcwd(), os.environ)
open('/etc/passwd')
)"),
                                                    {});
  Stop stop = sandbox->Run();
  ASSERT_TRUE(std::holds_alternative<Raised>(stop));
  EXPECT_EQ(std::get<Raised>(stop).message, "[Errno 2] No such file or directory: '/etc/passwd'");
  EXPECT_EQ(sandbox->TakeOutput(OutputStream::kOut), "False / environ({})\n");
}

// What a host answers is checked before the program sees it, and the request goes on waiting.
TEST(FilesTest, WrongAnswersAreRefused) {
  struct Row {
    const char* source;
    HostValue wrong;
  };
  const Row rows[] = {
      {"import os; os.stat('/x')", HostValue(5)},
      {"import os; os.stat('/x')", HostValue::Tuple({HostValue(1), HostValue(2)})},
      {"import os; os.listdir('/')", HostValue::List({HostValue("name")})},
      {"import os; os.listdir('/')",
       HostValue::List({HostValue::Tuple({HostValue("a/b"), HostValue(0), HostValue(0)})})},
      {"import os; os.listdir('/')",
       HostValue::List({HostValue::Tuple({HostValue(".."), HostValue(0), HostValue(0)})})},
      {"import os; os.readlink('/')", HostValue()},
      {"import os; os.chdir('/')", HostValue("relative")},
      {"import os; os.access('/', 0)", HostValue(1)},
      {"import os; os.mkdir('/x')", HostValue(true)},
      {"import os; os.path.realpath('/x', strict=True)", HostValue("x")},
      {"open('/x')", HostValue("x")},
      {"open('/x')", HostValue(-1)},
      {"import os; os.urandom(4)", HostValue::Bytes("abc")},
      {"import sys; sys.stdin.buffer.read(2)", HostValue::Bytes("abc")},
  };
  for (const Row& row : rows) {
    SandboxOptions options;
    options.permissions = AllByHost();
    options.permissions.environment = Permission::kVirtual;
    absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Compiled(row.source), options);
    Stop stop = sandbox->Run();
    ASSERT_TRUE(std::holds_alternative<OsRequest>(stop)) << row.source;
    const CallId id = std::get<OsRequest>(stop).id;
    EXPECT_EQ(sandbox->Answer(id, row.wrong).code(), absl::StatusCode::kInvalidArgument)
        << row.source;
    EXPECT_TRUE(sandbox->Answer(id, ErrorOf(EACCES)).ok());
    stop = sandbox->Run();
    // realpath looks at the parts of the path then
    if (const auto* next = std::get_if<OsRequest>(&stop)) {
      EXPECT_TRUE(sandbox->Answer(next->id, ErrorOf(EACCES)).ok());
      stop = sandbox->Run();
    }
    // it says False
    if (std::string_view(row.source).find("access") != std::string_view::npos) continue;
    ASSERT_TRUE(std::holds_alternative<Raised>(stop)) << row.source;
    EXPECT_EQ(std::get<Raised>(stop).exception.name(), "PermissionError");
  }
}

TEST(FilesTest, EveryCallIsAudited) {
  std::vector<std::string> lines;
  SandboxOptions options;
  options.file_system = NewFiles();
  options.permissions.run_command = Permission::kDenied;
  options.on_audit = [&](std::string_view line) { lines.emplace_back(line); };
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Compiled(R"(
with open('/tmp/a', 'w') as f: f.write('secret')
try: open('/tmp/"b')
except OSError: pass
)"),
                                                    options);
  ASSERT_TRUE(std::holds_alternative<Finished>(sandbox->Run()));
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0],
            R"({"call":"OpenFile","path":"/tmp/a","flags":22,"mode":438,"outcome":"ok"})");
  EXPECT_EQ(lines[1],
            R"({"call":"WriteFile","path":"/tmp/a","offset":0,"bytes":6,"outcome":"ok"})");
  EXPECT_EQ(lines[2],
            R"({"call":"OpenFile","path":"/tmp/\"b","flags":1,"mode":438,"outcome":"ENOENT"})");
  lines.clear();
  options.permissions.files_write = Permission::kHost;
  sandbox = Sandbox::Create(Compiled("open('/tmp/a')"), options);
  Stop stop = sandbox->Run();
  EXPECT_TRUE(lines.empty());
  ASSERT_TRUE(sandbox->Answer(std::get<OsRequest>(stop).id, ErrorOf(EIO)).ok());
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_TRUE(lines[0].ends_with(R"("outcome":"OSError"})")) << lines[0];
}

// What was answered at once is in the recording: it replays without any files.
// Whatever pieces it ran in: an instruction that waits for an answer is charged again.
TEST(FilesTest, RecordingsReplayWithoutTheFiles) {
  for (uint64_t fuel = 300; fuel < 800; fuel += 7) {
    SandboxOptions options;
    options.file_system = NewFiles();
    options.environment.emplace()["NAME"] = "value";
    absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Compiled(kProgram), options);
    ASSERT_TRUE(sandbox->StartRecording().ok());
    while (std::holds_alternative<OutOfFuel>(sandbox->RunFor(fuel))) {
    }
    EXPECT_EQ(sandbox->TakeOutput(OutputStream::kOut), kOutput);
    absl::StatusOr<std::string> recording = sandbox->TakeRecording();
    ASSERT_TRUE(recording.ok());
    absl::StatusOr<Replay> replay = Replay::Open(*recording, {});
    ASSERT_TRUE(replay.ok()) << replay.status();
    const absl::Status status = replay->RunToEnd();
    EXPECT_TRUE(status.ok()) << fuel << ": " << status;
    EXPECT_EQ(replay->sandbox().TakeOutput(OutputStream::kOut), kOutput);
  }
}

// What the program changed of its own travels in snapshots.
TEST(FilesTest, DirectoryAndEnvironmentAreTheProgramsOwn) {
  SandboxOptions options;
  options.file_system = NewFiles();
  options.permissions.standard_input = Permission::kHost;
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Compiled(R"(
import os
os.chdir('/tmp'); os.environ['A'] = 'b'
f = open('x', 'w'); f.write('kept ')
input()
f.write('on'); f.close()
print(os.getcwd(), os.environ, open('x').read())
)"),
                                                    options);
  Stop stop = sandbox->Run();
  ASSERT_TRUE(std::holds_alternative<OsRequest>(stop));
  absl::StatusOr<std::string> bytes = sandbox->Snapshot();
  absl::StatusOr<Sandbox> other = Sandbox::Restore(*bytes, options);
  ASSERT_TRUE(other.ok()) << other.status();
  ASSERT_TRUE(other->Answer(std::get<OsRequest>(stop).id, HostValue("\n")).ok());
  ASSERT_TRUE(std::holds_alternative<Finished>(other->Run()));
  EXPECT_EQ(other->TakeOutput(OutputStream::kOut), "/tmp environ({'A': 'b'}) kept on\n");
}

}  // namespace
}  // namespace pysub
