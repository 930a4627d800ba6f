// Modules that are files: SandboxOptions::module_path, with files at once and with a host
// that the run stops for.

#include <gtest/gtest.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "pysub/files/file_system.h"
#include "pysub/sandbox.h"

namespace pysub {
namespace {

using Texts = std::map<std::string, std::string>;

std::shared_ptr<files::FileSystem> FilesOf(const Texts& texts) {
  auto made = std::make_shared<files::FileSystem>();
  const files::Caller root{.uid = 0, .gid = 0};
  for (const auto& [path, text] : texts) {
    for (size_t slash = path.find('/', 1); slash != std::string::npos;
         slash = path.find('/', slash + 1)) {
      static_cast<void>(made->Mkdir(root, path.substr(0, slash)));
    }
    EXPECT_TRUE(made->WriteFile(root, path, text).ok()) << path;
  }
  return made;
}

Program ProgramOf(const std::string& source) {
  return Program::Compile(source, {.file_name = "/work/main.py", .from_file = true});
}

std::string EndOf(const Stop& stop) {
  if (const auto* raised = std::get_if<Raised>(&stop)) return raised->traceback;
  if (const auto* limit = std::get_if<LimitReached>(&stop)) return limit->message;
  return std::holds_alternative<Finished>(stop) ? "" : "stopped";
}

// What a program prints, and how it ended if not well.
std::string Played(const std::string& source, SandboxOptions options) {
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(ProgramOf(source), options);
  EXPECT_TRUE(sandbox.ok()) << sandbox.status();
  const Stop stop = sandbox->Run();
  return sandbox->TakeOutput(OutputStream::kOut) + EndOf(stop);
}

SandboxOptions With(const Texts& texts) {
  SandboxOptions options;
  options.file_system = FilesOf(texts);
  options.module_path = {"/work"};
  return options;
}

HostException NoFile() {
  return HostException("OSError",
                       std::vector<HostValue>{HostValue(ENOENT), HostValue(std::strerror(ENOENT))});
}

// Answers what import asks, and counts.
struct ImportHost {
  const Texts& texts;
  int asked = 0;
  std::string last_read;

  Reply Answer(const OsRequest& request) {
    ++asked;
    if (const auto* stat = std::get_if<os::FileStat>(&request.call)) {
      os::FileStat::Reply reply;
      reply.mode = texts.contains(stat->path) ? 0100644 : 0040755;
      const auto below = texts.lower_bound(stat->path + "/");
      const bool directory = below != texts.end() && below->first.starts_with(stat->path + "/");
      if (!texts.contains(stat->path) && !directory) return NoFile();
      return os::FileStat::ToValue(reply);
    }
    const auto* read = std::get_if<os::ReadFile>(&request.call);
    if (read == nullptr || !texts.contains(read->path)) return NoFile();
    last_read = read->path;
    return os::ReadFile::ToValue(texts.at(read->path));
  }
};

TEST(Imports, AreOffUnlessTheHostAllowsThem) {
  SandboxOptions options;
  options.file_system = FilesOf({{"/work/helper.py", "x = 1\n"}});
  const std::string source =
      "import sys\nprint(sys.path)\nsys.path.append('/work')\n"
      "import importlib\n"
      "for text in ('import helper', 'importlib.import_module(\"helper\")', "
      "'__import__(\"helper\")'):\n"
      "  try: exec(text)\n"
      "  except ModuleNotFoundError as e: print(e)\n";
  const std::string refused =
      "[]\nNo module named 'helper'\nNo module named 'helper'\nNo module named 'helper'\n";
  EXPECT_EQ(Played(source, options), refused);
  // And nobody is asked.
  options.file_system = nullptr;
  options.permissions.files_read = Permission::kHost;
  EXPECT_EQ(Played(source, options), refused);
  options.permissions.files_read = Permission::kVirtual;
  options.module_path = {"/work"};
  EXPECT_EQ(Played("import helper", options).substr(0, 9), "Traceback");
  EXPECT_EQ(Played("import math; print(math.floor(1.5))", options), "1\n");
}

TEST(Imports, FilesAreFoundAtOnce) {
  const SandboxOptions options = With({{"/work/helper.py", "def f(n): return n + 1\n"},
                                       {"/work/pkg/__init__.py", "from . import leaf\n"},
                                       {"/work/pkg/leaf.py", "name = __name__\n"}});
  EXPECT_EQ(
      Played(
          "import helper, pkg, sys\nprint(helper.f(1), pkg.leaf.name, helper.__file__, sys.path)\n",
          options),
      "2 pkg.leaf /work/helper.py ['/work']\n");
}

TEST(Imports, ReadingFilesMustBeAllowed) {
  SandboxOptions options = With({{"/work/helper.py", "x = 1\n"}});
  options.permissions.files_read = Permission::kDenied;
  const std::string said = Played("import helper\n", options);
  EXPECT_NE(said.find("ModuleNotFoundError: No module named 'helper'"), std::string::npos) << said;
}

TEST(Imports, TracebacksShowTheLinesOfFiles) {
  const SandboxOptions options = With({{"/work/helper.py", "def f(n):\n    return 1 // n\n"}});
  EXPECT_EQ(Played("import helper\nhelper.f(0)\n", options),
            "Traceback (most recent call last):\n"
            "  File \"/work/main.py\", line 2, in <module>\n"
            "    helper.f(0)\n"
            "    ~~~~~~~~^^^\n"
            "  File \"/work/helper.py\", line 2, in f\n"
            "    return 1 // n\n"
            "           ~~^^~~\n"
            "ZeroDivisionError: division by zero\n");
}

TEST(Imports, BesideTheProgramAFileCanHideTheLibrary) {
  const SandboxOptions options = With({{"/work/random.py", "x = 1\n"},
                                       {"/work/itertools.py", "x = 1\n"},
                                       {"/work/a.py", "import b\nx = 1\n"},
                                       {"/work/b.py", "import a\nprint(a.x)\n"},
                                       {"/work/c.py", "from d import x\n"},
                                       {"/work/d.py", "from c import x\n"}});
  const std::string text = Played(
      "import random, itertools, json\n"
      "print(random.x, itertools.chain, json.dumps)\n"
      "for text in ('random.choice', 'from random import choice', 'import a', 'import c'):\n"
      "  try: exec(text)\n"
      "  except Exception as e: print(e)\n",
      options);
  EXPECT_NE(text.find("1 <class 'itertools.chain'> <"), std::string::npos) << text;
  const std::string hides =
      " (consider renaming '/work/random.py' since it has the same name as the standard library "
      "module named 'random' and prevents "
      "importing that standard library module)\n";
  EXPECT_NE(text.find("\nmodule 'random' has no attribute 'choice'" + hides), std::string::npos)
      << text;
  EXPECT_NE(text.find("\ncannot import name 'choice' from 'random'" + hides), std::string::npos)
      << text;
  EXPECT_NE(text.find("\nmodule 'a' has no attribute 'x' (consider renaming '/work/a.py' if it has "
                      "the same name as a library you "
                      "intended to import)\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\ncannot import name 'x' from 'c' (consider renaming '/work/c.py' if it has "
                      "the same name as a library you "
                      "intended to import)\n"),
            std::string::npos)
      << text;
}

// Who came first is there for both: the library's modules import the library's, unless the program
// has put another there.
TEST(Imports, TheLibraryDoesNotLookAtFiles) {
  const SandboxOptions options = With({{"/work/random.py", "x = 1\n"}});
  EXPECT_EQ(
      Played("import secrets, random\nprint(random.randrange(1), secrets.randbelow(1))\n", options),
      "0 0\n");
  EXPECT_NE(Played("import random, secrets\n", options)
                .find("cannot import name 'SystemRandom' from 'random'"),
            std::string::npos);
}

// The run stops for each look and each read; it is saved there, loaded without any file, and goes
// on.
TEST(Imports, SnapshotsWhileAFileIsAskedFor) {
  const Texts texts = {{"/work/pkg/__init__.py", "from .leaf import value\nfrom . import other\n"},
                       {"/work/pkg/leaf.py", "import pkg\nvalue = [n for n in range(3)]\n"},
                       {"/work/pkg/other.py", "def f(n):\n    return n * 2\n"}};
  SandboxOptions options;
  options.permissions.files_read = Permission::kHost;
  options.module_path = {"/work"};
  ImportHost host{texts};
  absl::StatusOr<Sandbox> sandbox =
      Sandbox::Create(ProgramOf("import math, collections.abc as c\nfrom json import loads\n"
                                "import pkg\nprint(pkg.value, pkg.other.f(4), "
                                "pkg.__path__)\nimport pkg.leaf, bisect, heapq as h\n"),
                      options);
  ASSERT_TRUE(sandbox.ok());
  std::string output;
  int saved = 0;
  while (true) {
    const Stop stop = sandbox->RunFor(37);
    output += sandbox->TakeOutput(OutputStream::kOut);
    if (std::holds_alternative<Finished>(stop)) break;
    ASSERT_TRUE(std::holds_alternative<OsRequest>(stop) || std::holds_alternative<OutOfFuel>(stop))
        << EndOf(stop);
    absl::StatusOr<std::string> bytes = sandbox->Snapshot();
    ASSERT_TRUE(bytes.ok()) << bytes.status();
    sandbox = Sandbox::Restore(*bytes, options);
    ASSERT_TRUE(sandbox.ok()) << sandbox.status();
    ++saved;
    if (const auto* request = std::get_if<OsRequest>(&stop)) {
      ASSERT_TRUE(sandbox->Answer(request->id, host.Answer(*request)).ok());
    }
  }
  EXPECT_EQ(output, "[0, 1, 2] 8 ['/work/pkg']\n");
  EXPECT_GT(saved, 20);
  EXPECT_GE(host.asked, 19);
}

// What is saved inside of a module's body has the module's text.
TEST(Imports, SnapshotsInsideOfAModuleNeedNoFile) {
  SandboxOptions options =
      With({{"/work/slow.py",
             "total = 0\nfor n in range(100000):\n    total += n\ndef f():\n    return total\n"}});
  absl::StatusOr<Sandbox> sandbox =
      Sandbox::Create(ProgramOf("import slow\nprint(slow.f())\n"), options);
  ASSERT_TRUE(sandbox.ok());
  ASSERT_TRUE(std::holds_alternative<OutOfFuel>(sandbox->RunFor(50000)));
  absl::StatusOr<std::string> bytes = sandbox->Snapshot();
  ASSERT_TRUE(bytes.ok());
  options.file_system = nullptr;
  options.module_path = {};
  sandbox = Sandbox::Restore(*bytes, options);
  ASSERT_TRUE(sandbox.ok()) << sandbox.status();
  EXPECT_TRUE(std::holds_alternative<Finished>(sandbox->Run()));
  EXPECT_EQ(sandbox->TakeOutput(OutputStream::kOut), "4999950000\n");
}

TEST(Imports, ForksGoOnAlone) {
  SandboxOptions options =
      With({{"/work/one.py", "import two\nx = two.x\n"}, {"/work/two.py", "x = 5\n"}});
  absl::StatusOr<Sandbox> sandbox =
      Sandbox::Create(ProgramOf("import one\nprint(one.x)\n"), options);
  ASSERT_TRUE(sandbox.ok());
  for (int steps = 0; steps < 400; ++steps) {
    const Stop stop = sandbox->RunFor(5);
    absl::StatusOr<Sandbox> fork = sandbox->Fork();
    if (std::holds_alternative<Finished>(stop)) return;
    ASSERT_TRUE(fork.ok());
    EXPECT_TRUE(std::holds_alternative<Finished>(fork->Run()));
    EXPECT_EQ(fork->TakeOutput(OutputStream::kOut), "5\n");
  }
}

TEST(Imports, FeedsImportWhatHasChanged) {
  SandboxOptions options = With({{"/work/helper.py", "x = 1\n"}});
  absl::StatusOr<Sandbox> sandbox =
      Sandbox::Create(ProgramOf("import helper\nprint(helper.x)\n"), options);
  ASSERT_TRUE(sandbox.ok());
  EXPECT_TRUE(std::holds_alternative<Finished>(sandbox->Run()));
  ASSERT_TRUE(
      options.file_system->WriteFile({.uid = 0, .gid = 0}, "/work/helper.py", "y = 2\n").ok());
  ASSERT_TRUE(
      sandbox
          ->Feed("import helper, importlib\nprint(helper.x)\nprint(importlib.reload(helper) is "
                 "helper, helper.x, helper.y)\n")
          .ok());
  EXPECT_TRUE(std::holds_alternative<Finished>(sandbox->Run()));
  EXPECT_EQ(sandbox->TakeOutput(OutputStream::kOut), "1\n1\nTrue 1 2\n");
}

// Chains and loops of imports, texts that are too large, and hosts that answer nonsense.
TEST(Imports, HostileFiles) {
  Texts texts;
  for (int i = 0; i < 3000; ++i)
    texts["/work/m" + std::to_string(i) + ".py"] = "import m" + std::to_string(i + 1) + "\n";
  texts["/work/self.py"] = "import self\nimport sys\ndel sys.modules['self']\nimport self\n";
  texts["/work/large.py"] = "x = '" + std::string(8 << 20, 'x') + "'\n";
  texts["/work/bombs.py"] = "x = [0] * (1 << 40)\n";
  texts["/work/gone.py"] = "import sys\ndel sys.modules['gone']\n";
  texts["/work/stop.py"] = "raise SystemExit(3)\n";
  texts["/work/forever.py"] = "while True: pass\n";
  SandboxOptions options = With(texts);
  EXPECT_NE(Played("import m0\n", options).find("RecursionError: maximum recursion depth exceeded"),
            std::string::npos);
  EXPECT_NE(
      Played("import self\n", options).find("RecursionError: maximum recursion depth exceeded"),
      std::string::npos);
  EXPECT_NE(Played("import large\n", options).find("memory limit"), std::string::npos);
  EXPECT_NE(Played("import bombs\n", options).find("memory limit"), std::string::npos);
  EXPECT_NE(Played("import gone\n", options).find("KeyError: 'gone'"), std::string::npos);
  EXPECT_NE(Played("__import__('a.' * 100000)\n", options).find("RecursionError"),
            std::string::npos);
  EXPECT_NE(Played("import stop\n", options).find("SystemExit: 3"), std::string::npos);
  options.limits.steps = 100'000;
  EXPECT_NE(Played("import forever\n", options).find("step limit"), std::string::npos);

  options.limits.steps.reset();
  options.file_system = nullptr;
  options.permissions.files_read = Permission::kHost;
  for (const HostValue& answer : {HostValue(), HostValue(5), HostValue::Tuple({}),
                                  HostValue("text"), HostValue::Bytes("x = 1\0")}) {
    absl::StatusOr<Sandbox> sandbox = Sandbox::Create(ProgramOf("import nonsense\n"), options);
    ASSERT_TRUE(sandbox.ok());
    Stop stop = sandbox->Run();
    for (int i = 0; i < 10 && std::holds_alternative<OsRequest>(stop); ++i) {
      const CallId id = std::get<OsRequest>(stop).id;
      if (!sandbox->Answer(id, answer).ok()) {
        ASSERT_TRUE(sandbox->Answer(id, NoFile()).ok());
      }
      stop = sandbox->Run();
    }
    EXPECT_TRUE(std::holds_alternative<Raised>(stop));
  }
}

// The program's own hands on what imports use.
TEST(Imports, HostilePrograms) {
  const SandboxOptions options =
      With({{"/work/helper.py", "x = 1\n"}, {"/work/pkg/__init__.py", ""}, {"/work/pkg/a.py", ""}});
  for (const char* source : {
           "import sys\nsys.modules['_frozen_importlib'] = 5\nimport helper\n",
           "import sys\nsys.modules['_frozen_importlib'] = sys\nimport helper\n",
           "import sys\nsys.path = 5\nimport helper\n",
           "import sys\nsys.path = None\nimport json\n",
           "import sys\ndel sys.path\nimport helper\n",
           "import sys\nsys.modules['sys'] = 5\nimport helper\n",
           "import _frozen_importlib as f\nf._find_and_load = None\nimport helper\n",
           "import _frozen_importlib as f\nf._start(5)\nimport helper\n",
           "import _frozen_importlib as f\nf._start(None)\nimport helper\n",
           "import _frozen_importlib as f\nf._run('x = 1', '/x.py', 5)\n",
           "import _frozen_importlib as f\nf._run(b'x = (', '/x.py', f)\n",
           "import _frozen_importlib as f\nf._new(f.ModuleSpec, {}).parent\n",
           "import helper\nhelper.__spec__ = 5\nhelper.y\n",
           "import helper\nhelper.__spec__._initializing = 5\nhelper.__spec__.origin = "
           "5\nhelper.y\n",
           "import helper\nhelper.__spec__._uninitialized_submodules = [5, 'y']\nhelper.y\n",
           "import helper\nhelper.__spec__.submodule_search_locations = "
           "helper.__spec__\nhelper.__spec__.origin = None\nrepr(helper) + 5\n",
           "import helper\nhelper.__name__ = 5\nfrom helper import y\n",
           "import pkg\npkg.__path__ = 5\nimport pkg.a\n",
           "import pkg\npkg.__spec__ = None\npkg.__name__ = None\nfrom pkg import a\n",
           "import pkg, sys\nsys.modules['pkg'] = None\nimport pkg.a\n",
           "exec('from . import x', {'__package__': 'pkg.' * 10000})\n",
           "exec('import helper', {'__builtins__': {}})\n",
       }) {
    const std::string said = Played(source, options);
    EXPECT_NE(said.find("Traceback"), std::string::npos) << source << said;
    EXPECT_EQ(said.find("SystemError"), std::string::npos) << source << said;
  }
}

}  // namespace
}  // namespace pysub
