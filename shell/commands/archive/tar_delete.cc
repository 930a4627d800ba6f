// tar --delete: members that stay move to where those were that go. What is written never passes
// what was read, so the archive is its own room.

#include <algorithm>

#include "shell/commands/archive/tar.h"
#include "shell/commands/simple.h"

namespace pysub::shell {

// The heads of a member, until its name is known.
void Tar::KeepRaw(CommandIo& io, std::string_view bytes) {
  if (options_.mode != 'D' || !MakeRoom(io, &raw_, bytes.size(), &raw_charged_)) return;
  raw_ += bytes;
  (void)io.Tick(bytes.size());
}

void Tar::ChooseRaw(CommandIo& io) {
  keeps_ = !IsWanted(io, member_.name);
  any_deleted_ |= !keeps_;
  if (keeps_) Emit(io, raw_);
  raw_.clear();
}

// What stands where it stood is not written once more.
void Tar::Emit(CommandIo& io, std::string_view bytes) {
  const uint64_t at = written_;
  written_ += bytes.size();
  if (archive_fd_ == 0) return io.Write(1, bytes);
  if (!any_deleted_ || bytes.empty()) return;
  files::WriteOptions options;
  options.how = files::WriteOptions::kAt;
  options.create = false;
  options.offset = at;
  const files::Result<uint64_t> put =
      io.files().WriteFile(CallerOf(io), options_.archive, bytes, options);
  if (!put.ok()) Fail(io, options_.archive + ": Cannot write", put.error());
  (void)io.Tick(bytes.size());
}

// Two blocks of zeros, and a whole record. A status: the script has to end.
std::optional<Progress> Tar::EndDelete(CommandIo& io) {
  keeps_end_ = true;
  if (!any_deleted_ && archive_fd_ != 0) return std::nullopt;
  const uint64_t end = written_ + 2 * kTarBlock;
  const uint64_t whole = (end + options_.record - 1) / options_.record * options_.record;
  constexpr uint64_t kPiece = 65536;
  while (written_ < whole) {
    Emit(io, std::string(static_cast<size_t>(std::min(kPiece, whole - written_)), '\0'));
    if (!io.account().Tick(kPiece)) return Progress::Done(2);
  }
  if (archive_fd_ == 0) return std::nullopt;
  const files::Status cut = io.files().Truncate(CallerOf(io), options_.archive, written_);
  if (!cut.ok()) Fail(io, options_.archive + ": Cannot truncate", cut.error());
  return std::nullopt;
}

}  // namespace pysub::shell
