#include <errno.h>

#include <string>
#include <string_view>
#include <vector>

#include "shell/builtins/builtins.h"
#include "shell/run/kernel.h"

// hash: where commands were found.

namespace pysub::shell {
namespace {

struct HashOptions {
  bool forgets = false;               // -d
  bool reusable = false;              // -l
  bool clears = false;                // -r
  bool shows = false;                 // -t
  const std::string* path = nullptr;  // -p
};

bool ReadOptions(OptionReader& options, std::string* path, HashOptions* read) {
  while (char option = options.Next()) {
    switch (option) {
      case 'd': read->forgets = true; break;
      case 'l': read->reusable = true; break;
      case 'r': read->clears = true; break;
      case 't': read->shows = true; break;
      case 'p':
        *path = options.value();
        read->path = path;
        break;
      default: return false;
    }
  }
  return true;
}

void Print(Process& process, std::string_view name, const CommandHash::Entry& entry,
           bool reusable) {
  if (reusable) {
    process.Write(1, "builtin hash -p " + entry.path + " " + std::string(name) + "\n");
    return;
  }
  const std::string hits = std::to_string(entry.hits);
  process.Write(
      1, std::string(hits.size() < 4 ? 4 - hits.size() : 0, ' ') + hits + "\t" + entry.path + "\n");
}

int PrintAll(Process& process, bool reusable) {
  if (process.hashed.empty()) {
    process.Write(1, "hash: hash table empty\n");
    return 0;
  }
  if (!reusable) process.Write(1, "hits\tcommand\n");
  for (std::string_view name : process.hashed.Names()) {
    if (!process.budget().Tick(16)) return 1;
    Print(process, name, *process.hashed.Find(name), reusable);
  }
  return 0;
}

// hash -t NAME...
int ShowPaths(Process& process, const std::vector<std::string>& args, size_t at, bool reusable) {
  int status = 0;
  const bool several = at + 1 < args.size();
  for (; at < args.size(); ++at) {
    if (!process.budget().Tick(16)) return 1;
    const CommandHash::Entry* entry = process.hashed.Use(args[at]);
    if (entry == nullptr) {
      process.BuiltinError(args[at], ": not found");
      status = 1;
    } else if (reusable) {
      Print(process, args[at], *entry, true);
    } else {
      process.Write(1, (several ? args[at] + "\t" : "") + entry->path + "\n");
    }
  }
  return status;
}

// Looks for it anew.
int HashOne(Process& process, const std::string& name) {
  if (process.functions->contains(name) || FindBuiltin(process, name) != nullptr) return 0;
  (void)process.hashed.Remove(&process.budget(), name);
  const FoundCommand found = process.kernel->FindCommand(process, name);
  if (found.kind == FoundCommand::Kind::kNothing) {
    process.BuiltinError(name, ": not found");
    return 1;
  }
  return process.hashed.Set(&process.budget(), name, found.path, 0) ? 0 : 1;
}

int SetPath(Process& process, const std::string& name, const std::string& path) {
  const auto stat = process.files().StatPath(process.caller(), path);
  if (stat.ok() && stat->IsDirectory()) {
    process.BuiltinError(path, ": ", ErrnoText(EISDIR));
    return 1;
  }
  return process.hashed.Set(&process.budget(), name, path, 0) ? 0 : 1;
}

int Forget(Process& process, const std::string& name) {
  // (A table that bash has not made yet lacks nothing.)
  if (process.hashed.Remove(&process.budget(), name) || !process.hashed.was_used()) return 0;
  process.BuiltinError(name, ": not found");
  return 1;
}

}  // namespace

BuiltinResult BuiltinHash(Process& process, const std::vector<std::string>& args) {
  if (!process.options.Has(SetOption::kHashAll)) {
    process.BuiltinError("hashing disabled");
    return 1;
  }
  OptionReader options(process, args, "dlp:rt");
  HashOptions read;
  std::string path;
  if (!ReadOptions(options, &path, &read)) return 2;
  const size_t first = options.index();
  if (first >= args.size() && (read.shows || read.forgets)) {
    process.BuiltinError(read.shows ? "-t" : "-d", ": option requires an argument");
    return 1;
  }
  if (CommandHash& hashed = Kernel::HashOf(process); read.clears) hashed.RemoveAll();
  if (first >= args.size()) return read.clears ? 0 : PrintAll(process, read.reusable);
  if (read.shows) return ShowPaths(process, args, first, read.reusable);
  int status = 0;
  for (size_t at = first; at < args.size(); ++at) {
    if (!process.budget().Tick(16)) return 1;
    if (args[at].find('/') != std::string::npos) continue;
    const int one = read.path != nullptr ? SetPath(process, args[at], path)
                    : read.forgets       ? Forget(process, args[at])
                                         : HashOne(process, args[at]);
    status = std::max(status, one);
  }
  return status;
}

}  // namespace pysub::shell
