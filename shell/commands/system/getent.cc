// getent: entries of /etc/passwd, /etc/group and /etc/hosts. There are no other services here, so
// the databases that nothing here has are empty.

#include <algorithm>

#include "pysub/files/file_system.h"
#include "shell/commands/simple.h"
#include "shell/commands/text_command.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

enum LongOptions { kUsageName = kFirstLongOption };
constexpr CommandOption kOptions[] = {
    {'A', "no-addrconfig"}, {'i', "no-idn"}, {'s', "service", OptionArgument::kRequired},
    HelpRow('?'),           VersionRow('V'), LongRow(kUsageName, "usage"),
};
constexpr std::string_view kTry = "Try `getent --help' or `getent --usage' for more information.";
constexpr int kUnknownWord = 1, kNotFound = 2, kNotListed = 3, kBadOption = 64;

// The first of a text's lines, which it loses.
std::string_view TakeLine(std::string_view* text) {
  const size_t end = std::min(text->find('\n'), text->size());
  const std::string_view line = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return line;
}

// "NAME:PASSWORD:NUMBER:...": the key is the name or the number; empty: any.
bool IsAccount(std::string_view line, std::string_view key) {
  const size_t name = line.find(':');
  const size_t password = name == std::string_view::npos ? name : line.find(':', name + 1);
  uint32_t number = 0, wanted = 0;
  if (password == std::string_view::npos) return false;
  const std::string_view rest = line.substr(password + 1);
  if (!ReadWhole(rest.substr(0, rest.find(':')), &number)) return false;
  return key.empty() || (ReadWhole(key, &wanted) ? number == wanted : line.substr(0, name) == key);
}

void PrintAccounts(CommandIo& io, std::string_view text, std::string_view key, bool* found) {
  while (!text.empty()) {
    const std::string_view line = TakeLine(&text);
    if (!IsAccount(line, key)) continue;
    io.Out(std::string(line) + "\n");
    *found = true;
    if (!key.empty()) return;
  }
}

bool SameName(std::string_view a, std::string_view b) {
  constexpr auto lower = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

// "ADDRESS NAME ALIAS... # remark"
std::vector<std::string_view> WordsOfHost(std::string_view line) {
  std::vector<std::string_view> words;
  line = line.substr(0, line.find('#'));
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.empty()) return words;
    const size_t end = std::min(line.find_first_of(" \t"), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

bool IsHost(std::span<const std::string_view> words, std::string_view key) {
  return words.size() > 1 &&
         (key.empty() || words[0] == key ||
          std::any_of(words.begin() + 1, words.end(),
                      [&](std::string_view name) { return SameName(name, key); }));
}

std::string AddressColumn(std::string_view address) {
  std::string column(address);
  column.resize(std::max<size_t>(column.size(), 15), ' ');
  return column + " ";
}

void PrintHosts(CommandIo& io, std::string_view text, std::string_view key, bool* found) {
  while (!text.empty()) {
    const std::vector<std::string_view> words = WordsOfHost(TakeLine(&text));
    if (!IsHost(words, key)) continue;
    std::string line = AddressColumn(words[0]);
    for (size_t i = 1; i < words.size(); ++i) (line += i == 1 ? "" : " ") += words[i];
    io.Out(line + "\n");
    *found = true;
  }
}

// Each address for each kind of socket; the name once.
void PrintAddresses(CommandIo& io, std::string_view text, std::string_view key, bool* found) {
  if (key.empty()) return PrintHosts(io, text, key, found);
  while (!text.empty()) {
    const std::vector<std::string_view> words = WordsOfHost(TakeLine(&text));
    if (!IsHost(words, key)) continue;
    const std::string address = AddressColumn(words[0]);
    const std::string name(words[0] == key ? key : words[1]);
    io.Out(address + "STREAM " + (*found ? "" : name) + "\n" + address + "DGRAM  \n" + address +
           "RAW    \n");
    *found = true;
  }
}

struct Database {
  std::string_view name, path;
  void (*print)(CommandIo& io, std::string_view text, std::string_view key, bool* found) = nullptr;
  bool is_listed = true;  // without keys
};
constexpr Database kDatabases[] = {
    {"ahosts", "/etc/hosts", PrintAddresses},
    {"ahostsv4", "/etc/hosts", PrintAddresses},
    {"ahostsv6", ""},
    {"aliases", ""},
    {"ethers", "", nullptr, false},
    {"group", "/etc/group", PrintAccounts},
    {"gshadow", ""},
    {"hosts", "/etc/hosts", PrintHosts},
    {"netgroup", "", nullptr, false},
    {"networks", ""},
    {"passwd", "/etc/passwd", PrintAccounts},
    {"protocols", ""},
    {"rpc", ""},
    {"services", ""},
    {"shadow", ""},
};

class Getent : public TextCommand {
 public:
  void Fields(Archive& archive) override { archive(next_, status_); }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions, Options::kPermute, kBadOption);
    options.set_usage_only(kTry);
    std::vector<std::string> services;  // "files", "passwd:files"
    while (options.Next()) {
      if (options.id() == 's') services.emplace_back(options.value());
      if (options.id() != kUsageName) continue;
      io.Out(UsageOf(io));
      return 0;
    }
    if (options.status()) return options.status();
    keys_ = options.operands();
    if (keys_.empty()) {
      io.Error("wrong number of arguments");
      io.Out(std::string(kTry) + "\n");
      return kUnknownWord;
    }
    database_ = std::find_if(std::begin(kDatabases), std::end(kDatabases),
                             [&](const Database& one) { return one.name == keys_[0]; });
    if (database_ == std::end(kDatabases)) {
      io.Write(2, "Unknown database: " + keys_[0] + "\n");
      io.Out(std::string(kTry) + "\n");
      return kUnknownWord;
    }
    // There is one service: files.
    for (std::string_view service : services) {
      const size_t colon = service.find(':');
      if (colon == std::string_view::npos || service.substr(0, colon) == keys_[0])
        is_asked_ = service.substr(colon + 1) == "files";
    }
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    if (keys_.size() == 1) return List(io);
    while (next_ < keys_.size()) {
      const std::string& key = keys_[next_++];
      if (key.empty() || !Print(io, key)) status_ = kNotFound;
      if (io.Tick(64)) return Progress::Yield();
    }
    return Progress::Done(status_);
  }

 private:
  Progress List(CommandIo& io) {
    if (!database_->is_listed) {
      io.Write(2, "Enumeration not supported on " + std::string(database_->name) + "\n");
      return Progress::Done(kNotListed);
    }
    (void)Print(io, "");
    return Progress::Done(0);
  }

  // Whether there is such an entry.
  bool Print(CommandIo& io, std::string_view key) {
    constexpr uint64_t kMostText = 131072;
    if (database_->print == nullptr || !is_asked_) return false;
    const files::Result<std::string> text =
        io.files().ReadFile(CallerOf(io), database_->path, 0, kMostText);
    if (!text.ok()) return false;
    (void)io.Tick(text->size());
    bool found = false;
    database_->print(io, *text, key, &found);
    return found;
  }

  const Database* database_ = nullptr;
  std::vector<std::string> keys_;  // behind the database's name
  bool is_asked_ = true;           // -s names the service that there is
  uint64_t next_ = 1;
  int status_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeGetent() { return Make<Getent>(); }

}  // namespace pysub::shell
