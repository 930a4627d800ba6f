// Dot commands that take files: scripts, output, other databases.

#include <fmt/format.h>

#include <cerrno>

#include "shell/sqlite/words.h"

namespace pysub::shell::sqlite {
namespace {

// .output and .once
Dot SendOutput(Client& client, const Words& words, std::string_view name, bool is_once) {
  std::optional<std::string> file;
  bool with_mark = false;
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word.starts_with('-')) {
      const std::string_view option = std::string_view(word).substr(word.starts_with("--") ? 1 : 0);
      if (option == "-bom") {
        with_mark = true;
      } else if (option == "-x" || option == "-e") {
        return client.Fail(
            fmt::format("Error: .{} {} is not supported in this sandbox\n", name, word));
      } else {
        client.Out(fmt::format("ERROR: unknown option: \"{}\".  Usage:\n", word));
        ShowHelp(client, name);
        return Dot::kFailed;
      }
    } else if (!file) {
      file = word;
      if (word.starts_with('|'))
        return client.Fail("Error: pipes are not supported in this sandbox\n");
    } else {
      client.Out(fmt::format("ERROR: extra parameter: \"{}\".  Usage:\n", word));
      ShowHelp(client, name);
      return Dot::kFailed;
    }
  }
  client.once = is_once ? 2 : 0;
  client.SendToStandardOutput();
  if (!file) return Dot::kDone;
  if (*file == "off") return Dot::kFailed;  // (which the real one takes for no file)
  if (!client.SendTo(*file))
    return client.Fail(fmt::format("Error: cannot write to \"{}\"\n", *file));
  if (with_mark) client.Out("\xEF\xBB\xBF");
  return Dot::kDone;
}

// All pages, a hundred at a time.
int CopyPages(Client& client, sqlite3_backup* backup) {
  int code = SQLITE_OK;
  while (code == SQLITE_OK && client.payer().Tick(1 << 12)) code = sqlite3_backup_step(backup, 100);
  sqlite3_backup_finish(backup);
  return code;
}

}  // namespace

Dot DotOutput(Client& client, const Words& words) {
  return SendOutput(client, words, "output", false);
}
Dot DotOnce(Client& client, const Words& words) { return SendOutput(client, words, "once", true); }

Dot DotRead(Client& client, const Words& words) {
  if (words.size() != 2) return Misuse(client, "read");
  if (words[1].starts_with('|'))
    return client.Fail("Error: pipes are not supported in this sandbox\n");
  int error = 0;
  std::optional<PaidText> text = ReadWhole(client, words[1], &error);
  if (!text) return client.Fail(fmt::format("Error: cannot open \"{}\"\n", words[1]));
  client.dot_failed = false;
  client.Push(MakeScriptJob(client, *std::move(text), false));
  return Dot::kPushed;
}

Dot DotOpen(Client& client, const Words& words) {
  std::optional<std::string> file;
  bool is_new = false;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, more = 0;
  for (size_t i = 1; i < words.size(); ++i) {
    if (IsOption(words[i], "new")) {
      is_new = true;
    } else if (IsOption(words[i], "readonly")) {
      flags = SQLITE_OPEN_READONLY;
    } else if (IsOption(words[i], "nofollow")) {
      more |= SQLITE_OPEN_NOFOLLOW;
    } else if (IsOption(words[i], "append") || IsOption(words[i], "deserialize") ||
               IsOption(words[i], "hexdb") || IsOption(words[i], "maxsize") ||
               IsOption(words[i], "zip")) {
      return client.Fail(
          fmt::format("Error: .open {} is not supported in this sandbox\n", words[i]));
    } else if (words[i].starts_with('-')) {
      return client.Fail(fmt::format("unknown option: {}\n", words[i]));
    } else if (file) {
      return client.Fail(fmt::format("extra argument: \"{}\"\n", words[i]));
    } else {
      file = words[i];
    }
  }
  client.connection().Close();
  client.open_flags = flags | more;
  client.database = ":memory:";
  if (!file) {
    client.NeedDatabase();
    return Dot::kDone;
  }
  if (is_new) static_cast<void>(client.files().Unlink(client.caller(), *file));
  if (client.connection().Open(*file, client.open_flags) == SQLITE_OK) {
    client.database = *file;
    return Dot::kDone;
  }
  client.Err(fmt::format("Error: unable to open database \"{}\": {}\n", *file,
                         client.connection().message()));
  client.connection().Close();
  return Dot::kDone;  // what follows works in memory
}

Dot DotBackup(Client& client, const Words& words) {
  std::optional<std::string> file, database;
  for (size_t i = 1; i < words.size(); ++i) {
    if (IsOption(words[i], "append"))
      return client.Fail("Error: .backup --append is not supported in this sandbox\n");
    if (IsOption(words[i], "async")) continue;  // nothing is waited for anyway
    if (words[i].starts_with('-'))
      return client.Fail(fmt::format("unknown option: {}\n", words[i]));
    if (database) return client.Fail("Usage: .backup ?DB? ?OPTIONS? FILENAME\n");
    if (file) database = std::exchange(file, std::nullopt);
    file = words[i];
  }
  if (!file) return client.Fail("missing FILENAME argument on .backup\n");
  Connection to(client.payer(), client.vfs());
  if (to.Open(*file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) != SQLITE_OK)
    return client.Fail(fmt::format("Error: cannot open \"{}\"\n", *file));
  if (!client.NeedDatabase()) return Dot::kFailed;
  sqlite3_backup* backup =
      sqlite3_backup_init(to.db(), "main", client.db(), database.value_or("main").c_str());
  if (backup != nullptr && CopyPages(client, backup) == SQLITE_DONE) return Dot::kDone;
  if (client.is_over()) return Dot::kFailed;
  return client.Fail(fmt::format("Error: {}\n", sqlite3_errmsg(to.db())));
}

Dot DotRestore(Client& client, const Words& words) {
  if (words.size() != 2 && words.size() != 3) return Misuse(client, "restore");
  const std::string database = words.size() == 3 ? words[1] : "main";
  Connection from(client.payer(), client.vfs());
  if (from.Open(words.back(), SQLITE_OPEN_READWRITE) != SQLITE_OK)
    return client.Fail(fmt::format("Error: cannot open \"{}\"\n", words.back()));
  if (!client.NeedDatabase()) return Dot::kFailed;
  sqlite3_backup* backup = sqlite3_backup_init(client.db(), database.c_str(), from.db(), "main");
  const int code = backup != nullptr ? CopyPages(client, backup) : SQLITE_ERROR;
  if (code == SQLITE_DONE) return Dot::kDone;
  if (client.is_over()) return Dot::kFailed;
  if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
    return client.Fail("Error: source database is busy\n");
  return client.Fail(fmt::format("Error: {}\n", sqlite3_errmsg(client.db())));
}

}  // namespace pysub::shell::sqlite
