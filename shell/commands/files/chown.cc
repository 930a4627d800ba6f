// chown and chgrp. There is one user, and he can give nothing away: what is asked for is what is
// there already, or is not permitted.

#include <cerrno>
#include <utility>

#include "pysub/shell/command.h"
#include "shell/commands/files/file_mode.h"
#include "shell/commands/files/tree_walk.h"
#include "shell/commands/quoting.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

enum { kReference = kFirstLongOption, kFrom, kPreserve };
constexpr CommandOption kOptions[] = {
    {'c', "changes"},
    {'f', "silent"},
    LongRow('f', "quiet"),
    {'h', "no-dereference"},
    LongRow('D', "dereference"),
    LongRow(kFrom, "from", OptionArgument::kRequired),
    LongRow(kPreserve, "preserve-root"),
    LongRow(kPreserve, "no-preserve-root"),
    LongRow(kReference, "reference", OptionArgument::kRequired),
    {'R', "recursive"},
    {'v', "verbose"},
    {'H', ""},
    {'L', ""},
    {'P', ""},
};

// Who is to be the owner, and the group.
struct Owners {
  std::optional<uint32_t> user, group;
  std::string shown;  // "user:group"
  void Fields(Archive& archive) { archive(user, group, shown); }
  bool AreThoseOf(const files::Stat& stat) const {
    return (!user || *user == stat.uid) && (!group || *group == stat.gid);
  }
  std::string ShownOf(const files::Stat& stat) const {
    if (!user) return group ? GroupName(stat.gid) : "";
    return UserName(stat.uid) + (group ? ":" + GroupName(stat.gid) : "");
  }
};

// A name, or a number. (The last number means "nobody".)
std::optional<uint32_t> IdOf(std::string_view text,
                             std::optional<uint32_t> (*find)(std::string_view)) {
  if (std::optional<uint32_t> known = find(text)) return known;
  uint32_t number = 0;
  if (text.starts_with('+')) text.remove_prefix(1);
  return ReadWhole(text, &number) && number != UINT32_MAX ? std::optional(number) : std::nullopt;
}

class Chown : public Command {
 public:
  Progress Step(CommandIo& io) override {
    if (!started_) {
      started_ = true;
      if (std::optional<Progress> end = Start(io)) return *end;
    }
    while (true) {
      const std::optional<TreeWalk::Visit> visit = walk_.Next(io);
      if (!visit) return Progress::Done(status_);
      One(io, *visit);
      if (io.Tick(visit->path.size() + 64)) return Progress::Yield();
    }
  }
  void Fields(Archive& archive) override {
    archive(started_, is_group_, recursive_, changes_, verbose_, quiet_, owners_, from_, walk_,
            status_);
  }

 private:
  std::optional<Progress> Start(CommandIo& io) {
    is_group_ = ProgramName(io) == "chgrp";
    Options options(io, kOptions);
    std::optional<std::string> reference, from;
    bool follows = true;
    while (options.Next()) {
      switch (options.id()) {
        case 'R': recursive_ = true; break;
        case 'c': changes_ = true; break;
        case 'f': quiet_ = true; break;
        case 'v': verbose_ = true; break;
        case 'h': follows = false; break;
        case kReference: reference = options.value(); break;
        case kFrom: from = options.value(); break;
        default: break;
      }
    }
    if (options.status()) return Progress::Done(*options.status());
    std::vector<std::string> operands = options.operands();
    if (operands.size() < (reference ? 1 : 2)) {
      if (operands.empty()) return MissingOperand(io);
      io.Error("missing operand after " + QuoteWord(operands[0]));
      return TryHelp(io);
    }
    if (from && !TakeSpec(io, *from, &from_)) return Progress::Done(1);
    if (reference) {
      if (!TakeReference(io, *reference)) return Progress::Done(1);
    } else {
      if (!(is_group_ ? TakeGroup(io, operands[0]) : TakeSpec(io, operands[0], &owners_)))
        return Progress::Done(1);
      operands.erase(operands.begin());
    }
    const uint32_t links = follows && !recursive_ ? uint32_t{TreeWalk::kOperandLinks} : 0;
    walk_.Start(std::move(operands), recursive_ ? links : links | TreeWalk::kFlat);
    return std::nullopt;
  }

  bool TakeGroup(CommandIo& io, const std::string& name) {
    owners_.shown = name;
    if (name.empty()) return true;
    owners_.group = IdOf(name, FindGroup);
    if (!owners_.group) io.Error("invalid group: " + QuoteWord(name));
    return owners_.group.has_value();
  }
  // "user", "user:group", ":group", "user:".
  bool TakeSpec(CommandIo& io, const std::string& spec, Owners* to) {
    size_t colon = spec.find(':');
    if (colon == std::string::npos && !IdOf(spec, FindUser)) {
      colon = spec.find('.');
      if (colon != std::string::npos && IdOf(spec.substr(0, colon), FindUser))
        io.Error("warning: '.' should be ':': " + QuoteWord(spec));
      else
        colon = std::string::npos;
    }
    const std::string user = spec.substr(0, colon);
    const std::string group = colon == std::string::npos ? "" : spec.substr(colon + 1);
    to->shown = spec;
    if (!user.empty()) to->user = IdOf(user, FindUser);
    if (!group.empty()) to->group = IdOf(group, FindGroup);
    const bool login_group = !user.empty() && colon != std::string::npos && group.empty();
    const char* wrong = nullptr;
    if (!user.empty() && !to->user)
      wrong = "invalid user: ";
    else if (!group.empty() && !to->group)
      wrong = "invalid group: ";
    else if (login_group && !FindUser(user))
      wrong = "invalid spec: ";
    if (wrong != nullptr) {
      io.Error(wrong + QuoteWord(spec));
      return false;
    }
    if (login_group) to->group = to->user;
    return true;
  }
  bool TakeReference(CommandIo& io, const std::string& name) {
    const files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), name);
    if (!stat.ok()) {
      io.Error("failed to get attributes of " + QuoteFile(name), stat.error());
      return false;
    }
    if (!is_group_) owners_.user = stat->uid;
    owners_.group = stat->gid;
    owners_.shown = owners_.ShownOf(*stat);
    return true;
  }

  // Directories come behind what is in them.
  void One(CommandIo& io, const TreeWalk::Visit& visit) {
    using Kind = TreeWalk::Visit::Kind;
    if (visit.kind == (recursive_ ? Kind::kEnter : Kind::kLeave)) return;
    const std::string what = is_group_ || !owners_.user ? "group" : "ownership";
    if (visit.kind == Kind::kCannotRead)
      return Fail(io, "cannot read directory " + QuoteFile(visit.path), visit.error);
    if (visit.kind == Kind::kCannotStat) {
      const bool is_link = io.files().Lstat(CallerOf(io), visit.path).ok();
      Fail(io, (is_link ? "cannot dereference " : "cannot access ") + QuoteFile(visit.path),
           visit.error);
      if (verbose_)
        io.Out("failed to change " + what + " of " + QuoteFile(visit.path) + " to " +
               owners_.shown + "\n");
      return;
    }
    if (!from_.AreThoseOf(visit.stat)) return Retained(io, what, visit);
    if (owners_.AreThoseOf(visit.stat)) return Retained(io, what, visit);
    Fail(io, "changing " + what + " of " + QuoteFile(visit.path), EPERM);
    if (verbose_)
      io.Out("failed to change " + what + " of " + QuoteFile(visit.path) + " from " +
             owners_.ShownOf(visit.stat) + " to " + owners_.shown + "\n");
  }
  void Retained(CommandIo& io, const std::string& what, const TreeWalk::Visit& visit) {
    if (!verbose_) return;
    const std::string owners = owners_.ShownOf(visit.stat);
    io.Out(what + " of " + QuoteFile(visit.path) + " retained" +
           (owners.empty() ? "" : " as " + owners) + "\n");
  }
  void Fail(CommandIo& io, const std::string& text, int error) {
    if (!quiet_) io.Error(text, error);
    status_ = 1;
  }

  bool started_ = false;
  bool is_group_ = false, recursive_ = false, changes_ = false, verbose_ = false, quiet_ = false;
  Owners owners_, from_;
  TreeWalk walk_;
  int status_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeChown() { return Make<Chown>(); }

}  // namespace pysub::shell
