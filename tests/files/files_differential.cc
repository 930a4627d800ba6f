// Random operations, done by the virtual filesystem and by somebody who knows what has to come out:
//
//   files_differential [--operations=N] [--seed=N] [--only=NAME]
//
// Ends at the first difference and prints the operations that lead to it.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "tests/files/subject.h"

namespace pysub::files {
namespace {

namespace fs = std::filesystem;

struct Settings {
  uint64_t operations = 100'000;
  uint64_t seed = 1;
  std::string only;
};

// A directory for the kernel's side, gone at the end.
class Scratch {
 public:
  Scratch() {
    char name[] = "/tmp/pysub_files_XXXXXX";
    if (mkdtemp(name) == nullptr) std::abort();
    path_ = name;
  }
  ~Scratch() { Remove(path_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& path() const { return path_; }
  // An empty directory of that name.
  std::string Fresh(const char* name) const {
    const std::string path = path_ + '/' + name;
    Remove(path);
    mkdir(path.c_str(), 0755);
    return path;
  }

 private:
  // Whatever permissions it has.
  static void Remove(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::symlink_status(path, error);
    if (status.type() == fs::file_type::directory) {
      chmod(path.c_str(), 0700);
      for (const fs::directory_entry& entry : fs::directory_iterator(path, error))
        Remove(entry.path());
    }
    fs::remove(path, error);
  }

  std::string path_;
};

// A virtual filesystem that now and then goes on as its own fork, or as what was saved and
// restored;
// it must be the same.
class Travelling {
 public:
  Travelling(VirtualSubject* subject, std::string mounted, MountOptions options)
      : subject_(subject), mounted_(std::move(mounted)), options_(options) {}

  FileSystem& files() { return *files_; }
  void Begin(std::unique_ptr<FileSystem> files) {
    files_ = std::move(files);
    subject_->set_files(files_.get());
  }

  // False: something was lost on the way.
  bool Move(std::mt19937_64& random) {
    if (random() % 40 != 0) return true;
    const std::string bytes = files_->Snapshot();
    const bool forks = random() % 2 == 0;
    auto moved =
        forks ? files_->Fork(nullptr) : FileSystem::Restore(bytes, files_->limits(), nullptr);
    if (!moved.ok()) return Say(moved.status().ToString().c_str());
    std::unique_ptr<FileSystem> next = *std::move(moved);
    if (!forks && !mounted_.empty() && !next->Attach("/", mounted_, options_).ok())
      return Say("attach");
    if (next->Snapshot() != bytes) return Say("other bytes");
    if (next->BytesUsed() != files_->BytesUsed() || next->FilesUsed() != files_->FilesUsed())
      return Say("other charge");
    // What is left behind must not notice what happens from now on.
    if (kept_ != nullptr && kept_->Snapshot() != kept_bytes_) return Say("a fork was changed");
    kept_ = std::move(files_);
    kept_bytes_ = bytes;
    Begin(std::move(next));
    return true;
  }

 private:
  static bool Say(const char* what) {
    std::printf("after moving: %s\n", what);
    return false;
  }

  VirtualSubject* subject_;
  std::string mounted_;
  MountOptions options_;
  std::unique_ptr<FileSystem> files_;
  std::unique_ptr<FileSystem> kept_;
  std::string kept_bytes_;
};

// Do `operations` change nothing but what they should? One round: a fresh pair of trees.
bool PlayRound(Subject& tested, Subject& oracle, uint64_t operations, std::mt19937_64& random,
               const Taste& taste, Travelling* travelling) {
  std::vector<std::string> log;
  for (uint64_t i = 0; i < operations; ++i) {
    const Operation operation = RandomOperation(random, taste);
    const std::string expected = oracle.Do(operation);
    const std::string answer = tested.Do(operation);
    log.push_back(operation.Text() + "  => " + expected.substr(0, 100));
    if (travelling != nullptr && !travelling->Move(random)) {
      for (const std::string& line : log) std::printf("%s\n", line.c_str());
      return false;
    }
    if (answer != expected) {
      for (const std::string& line : log) std::printf("%s\n", line.c_str());
      std::printf("expected %s\nanswer   %s\n", expected.substr(0, 500).c_str(),
                  answer.substr(0, 500).c_str());
      return false;
    }
    if (operation.kind == Operation::kChmod) {  // a root without permissions ends all
      const Operation repair{.kind = Operation::kChmod, .path = "/", .mode = 0755};
      oracle.Do(repair);
      tested.Do(repair);
    }
    if (i % 64 != 63 && i + 1 != operations) continue;
    const std::string expected_tree = DescribeTree(oracle);
    const std::string tree = DescribeTree(tested);
    if (tree != expected_tree) {
      for (const std::string& line : log) std::printf("%s\n", line.c_str());
      std::printf("expected tree\n%s\ntree\n%s\n", expected_tree.substr(0, 5000).c_str(),
                  tree.substr(0, 5000).c_str());
      return false;
    }
  }
  return true;
}

constexpr uint64_t kRoundOperations = 400;

void SayWhere(const char* what, const Settings& settings, uint64_t done) {
  std::printf("%s, --seed=%llu, round at %llu\n", what,
              static_cast<unsigned long long>(settings.seed),
              static_cast<unsigned long long>(done));
}

bool MemoryAgainstKernel(const Settings& settings, const Scratch& scratch, const Taste& taste) {
  for (uint64_t done = 0; done < settings.operations; done += kRoundOperations) {
    std::mt19937_64 random(settings.seed * 1'000'003 + done);
    VirtualSubject tested(nullptr, taste);
    Travelling travelling(&tested, "", {});
    travelling.Begin(std::make_unique<FileSystem>());
    std::unique_ptr<Subject> oracle = MakeKernelSubject(scratch.Fresh("kernel"), taste);
    if (!PlayRound(tested, *oracle, kRoundOperations, random, taste, &travelling)) {
      SayWhere("memory against kernel", settings, done);
      return false;
    }
  }
  return true;
}

// The memory tree against the model, from changing working directories.
bool MemoryAgainstModel(const Settings& settings, const Scratch&, const Taste& tastes) {
  Taste taste = tastes;
  taste.directory_links = true;
  taste.permissions = taste.open_files = false;
  taste.only_names = true;
  for (uint64_t done = 0; done < settings.operations; done += kRoundOperations) {
    std::mt19937_64 random(settings.seed * 1'000'003 + done);
    const char* const places[] = {"/", "/a", "/b/c", "/c/../d", "/a/."};
    const std::string cwd = places[done / kRoundOperations % 5];
    VirtualSubject tested(nullptr, taste);
    tested.set_caller({.cwd = cwd, .uid = 0});
    Travelling travelling(&tested, "", {});
    travelling.Begin(std::make_unique<FileSystem>());
    std::unique_ptr<Subject> oracle = MakeModelSubject(&cwd);
    if (!PlayRound(tested, *oracle, kRoundOperations, random, taste, &travelling)) {
      SayWhere("memory against model", settings, done);
      return false;
    }
  }
  return true;
}

Limits Roomy() { return {.max_bytes = uint64_t{1} << 32, .max_files = 1'000'000'000}; }

// A kReadWrite mount does to its directory what the kernel does to another one.
bool ReadWriteAgainstKernel(const Settings& settings, const Scratch& scratch, const Taste& tastes) {
  Taste taste = tastes;
  taste.absolute_links = taste.upward_links = false;  // these may not lead out
  taste.open_files = false;                           // these are paths here
  for (uint64_t done = 0; done < settings.operations; done += kRoundOperations) {
    std::mt19937_64 random(settings.seed * 1'000'003 + done);
    const std::string mounted = scratch.Fresh("mounted");
    FileSystem files(Roomy());
    const MountOptions options{.mode = MountMode::kReadWrite,
                               .new_links = NewLinks::kAny,
                               .without_openat2 = done / kRoundOperations % 2 == 1};
    if (!files.Mount("/", mounted, options).ok()) std::abort();
    VirtualSubject tested(&files, taste);
    std::unique_ptr<Subject> oracle = MakeKernelSubject(scratch.Fresh("kernel"), taste);
    if (!PlayRound(tested, *oracle, kRoundOperations, random, taste, nullptr)) {
      SayWhere("read-write mount against kernel", settings, done);
      return false;
    }
    std::unique_ptr<Subject> outside = MakeKernelSubject(mounted, taste);
    if (DescribeTree(*outside) != DescribeTree(*oracle)) {
      SayWhere("what a read-write mount left behind", settings, done);
      return false;
    }
  }
  return true;
}

// An overlay shows what the kernel makes of a copy of the host's directory, and leaves the
// directory alone.
bool OverlayAgainstKernel(const Settings& settings, const Scratch& scratch, const Taste& tastes) {
  Taste taste = tastes;
  taste.directory_links = false;
  Taste before = taste;  // of what is on the host
  before.absolute_links = before.upward_links = before.permissions = before.open_files = false;
  for (uint64_t done = 0; done < settings.operations; done += kRoundOperations) {
    std::mt19937_64 random(settings.seed * 1'000'003 + done);
    const std::string mounted = scratch.Fresh("mounted");
    std::unique_ptr<Subject> oracle = MakeKernelSubject(scratch.Fresh("kernel"), taste);
    std::unique_ptr<Subject> outside = MakeKernelSubject(mounted, taste);
    for (int i = 0; i < 100; ++i) {
      const Operation operation = RandomOperation(random, before);
      if (operation.kind == Operation::kLink) continue;  // an overlay takes each name for a file
      if (operation.kind == Operation::kChmod)
        continue;  // what the host may not read stays so in an overlay
      if (oracle->Do(operation) != outside->Do(operation)) std::abort();
    }
    const std::string untouched = DescribeTree(*outside);
    const MountOptions options{.without_openat2 = done / kRoundOperations % 2 == 1};
    VirtualSubject tested(nullptr, taste);
    Travelling travelling(&tested, mounted, options);
    travelling.Begin(std::make_unique<FileSystem>(Roomy()));
    if (!travelling.files().Mount("/", mounted, options).ok()) std::abort();
    if (!PlayRound(tested, *oracle, kRoundOperations, random, taste, &travelling)) {
      std::printf("on the host\n%s\n", untouched.substr(0, 5000).c_str());
      SayWhere("overlay against kernel", settings, done);
      return false;
    }
    if (DescribeTree(*outside) != untouched) {
      SayWhere("an overlay changed the host's directory", settings, done);
      return false;
    }
  }
  return true;
}

// The kernel's side must be an ordinary user, too.
void BecomeOrdinary() {
  if (geteuid() != 0) return;
  if (setegid(65534) != 0 || seteuid(65534) != 0) std::abort();
}

int Main(int count, char** arguments) {
  Settings settings;
  for (int i = 1; i < count; ++i) {
    if (std::strncmp(arguments[i], "--operations=", 13) == 0)
      settings.operations = std::strtoull(arguments[i] + 13, nullptr, 10);
    if (std::strncmp(arguments[i], "--seed=", 7) == 0)
      settings.seed = std::strtoull(arguments[i] + 7, nullptr, 10);
    if (std::strncmp(arguments[i], "--only=", 7) == 0) settings.only = arguments[i] + 7;
  }
  BecomeOrdinary();
  umask(022);
  Scratch scratch;
  Taste taste;
  struct stat stat;
  mkdir((scratch.path() + "/one").c_str(), 0755);
  if (lstat(scratch.path().c_str(), &stat) < 0 || stat.st_nlink != 3) taste.directory_links = false;
  struct Part {
    const char* name;
    bool (*play)(const Settings&, const Scratch&, const Taste&);
  };
  const Part parts[] = {{"memory-model", MemoryAgainstModel},
                        {"memory-kernel", MemoryAgainstKernel},
                        {"readwrite-kernel", ReadWriteAgainstKernel},
                        {"overlay-kernel", OverlayAgainstKernel}};
  for (const Part& part : parts) {
    if (!settings.only.empty() && settings.only != part.name) continue;
    const auto begin = std::chrono::steady_clock::now();
    if (!part.play(settings, scratch, taste)) return 1;
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::printf("%s: %llu operations, 0 differences, %.1f s\n", part.name,
                static_cast<unsigned long long>(settings.operations), seconds);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace pysub::files

int main(int count, char** arguments) {
  const int result = pysub::files::Main(count, arguments);
  // The leak checker looks into its own process, which an ordinary user that was root may not.
  if (getuid() == 0 && seteuid(0) != 0) return 1;
  return result;
}
