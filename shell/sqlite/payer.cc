#include "shell/sqlite/payer.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "lexer/base/stack_left.h"
#include "shell/run/let_others_run.h"
#include "shell/sqlite/sqlite.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace sqlite {
namespace {

// Before each block. Who did not pay for it is not given it back: blocks that SQLite keeps for the
// process, or that a connection of somebody else has, go through the same functions.
struct Head {
  uint64_t bytes;
  const Payer* payer;
};
static_assert(sizeof(Head) == 16, "blocks behind it stay aligned");

// Set during a step of the command, on the thread that makes it.
constinit thread_local Payer* payer_here = nullptr;

Head* HeadOf(void* block) { return static_cast<Head*>(block) - 1; }

void GiveBack(const Head& head) {
  if (payer_here != nullptr && head.payer == payer_here)
    payer_here->Charge(-static_cast<int64_t>(head.bytes + sizeof(Head)));
}

// Looking at the clock here, too, ends what allocates without running instructions of SQLite: its
// parser, its planner, readers of JSON. Between two allocations these may compare the newest term
// with all of the statement (constants, parameters, windows), so no fixed amount of work stands
// for one. Once the script has ended no allocation succeeds, from
// which SQLite always comes back.
//
// The same for depth: SQLite walks trees that a schema has made (views of views of views) by
// recursion, which nothing bounds but the stack. It allocates on each level.
bool Pay(uint64_t bytes) {
  if (payer_here != nullptr && StackLeft() < Payer::kLeastStack) return false;
  return payer_here == nullptr || (payer_here->LookAtClock() && payer_here->Tick(8 + bytes / 64) &&
                                   payer_here->Charge(static_cast<int64_t>(bytes + sizeof(Head))));
}

void* Allocate(int bytes) {
  const uint64_t size = static_cast<uint64_t>(bytes);
  if (!Pay(size)) return nullptr;
  auto* head = static_cast<Head*>(std::malloc(size + sizeof(Head)));
  if (head == nullptr) {
    GiveBack({size, payer_here});
    return nullptr;
  }
  *head = {size, payer_here};
  return head + 1;
}

void Free(void* block) {
  if (block == nullptr) return;
  Head* head = HeadOf(block);
  GiveBack(*head);
  std::free(head);
}

// Both blocks are there for a moment, so both are paid for.
void* Reallocate(void* block, int bytes) {
  void* larger = Allocate(bytes);
  if (larger == nullptr) return nullptr;
  std::memcpy(larger, block, std::min(HeadOf(block)->bytes, static_cast<uint64_t>(bytes)));
  Free(block);
  return larger;
}

int SizeOf(void* block) { return block == nullptr ? 0 : static_cast<int>(HeadOf(block)->bytes); }
int RoundUp(int bytes) { return (bytes + 7) & ~7; }
int Begin(void* /*unused*/) { return SQLITE_OK; }
void End(void* /*unused*/) {}

bool SetAllocator() {
  const sqlite3_mem_methods methods = {Allocate, Free,  Reallocate, SizeOf,
                                       RoundUp,  Begin, End,        nullptr};
  // Fails when SQLite has been initialised.
  if (sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) != SQLITE_OK) return false;
  // Now, since what it keeps for the process must not be paid for by the first who comes.
  return sqlite3_initialize() == SQLITE_OK;
}

}  // namespace

Payer::Turn::Turn(Payer& payer, CommandIo* io) : payer_(payer), before_(payer_here) {
  payer.io_ = io;
  payer_here = &payer;
}

Payer::Turn::~Turn() {
  payer_.io_ = nullptr;
  payer_here = before_;
}

bool Payer::Tick(uint64_t work) {
  if (!over_ && io_ != nullptr && !io_->account().Tick(work)) over_ = true;
  return !over_ || io_ == nullptr;
}

bool Payer::LookAtClock() {
  constexpr uint32_t kEvery = 4;
  if (!over_ && io_ != nullptr && ++looks_ % kEvery == 0 && !io_->account().Look()) over_ = true;
  return !over_ || io_ == nullptr;
}

// By count and not by time: a script does the same each time.
bool Payer::Share() {
  constexpr uint32_t kEvery = 256;
  if (over_ || io_ == nullptr || ++shares_ % kEvery != 0) return !over_;
  CommandIo* const io = io_;
  Payer* const here = payer_here;
  payer_here = nullptr;  // nobody else's work is this one's
  if (!LetOthersRun(*io)) over_ = true;
  payer_here = here;
  return !over_;
}

bool Payer::Charge(int64_t bytes) {
  constexpr int64_t kPiece = 64 << 10;
  constexpr int64_t kSpare = 1 << 20;
  if (io_ == nullptr) return true;
  const int64_t used = std::max(used_ + bytes, int64_t{0});
  if (used > reserved_) {
    const int64_t more = (used - reserved_ + kPiece - 1) / kPiece * kPiece;
    if (!io_->Reserve(more)) {
      over_ = true;
      return false;
    }
    reserved_ += more;
  } else if (reserved_ - used > kSpare) {
    const int64_t less = (reserved_ - used) / kPiece * kPiece;
    // (What is given back is always taken.)
    if (io_->Reserve(-less)) reserved_ -= less;
  }
  used_ = used;
  return true;
}

bool PaidText::MakeRoom(size_t more) {
  const size_t need = text_.size() + more;
  if (need <= text_.capacity()) return true;
  const size_t room = need + need / (need > (1 << 20) ? 4 : 1);
  if (!payer_->Tick(need / 16) || !payer_->Charge(static_cast<int64_t>(room))) return false;
  std::string larger;
  larger.reserve(room);
  larger.append(text_);
  text_.swap(larger);
  payer_->Charge(-std::exchange(paid_, static_cast<int64_t>(room)));
  return true;
}

bool PaidText::Append(std::string_view more) {
  if (!MakeRoom(more.size())) return false;
  text_.append(more);
  return true;
}

bool PaidText::Append(size_t count, char c) {
  if (!MakeRoom(count)) return false;
  text_.append(count, c);
  return true;
}

void PaidText::Clear() {
  text_ = std::string();
  if (payer_ != nullptr && paid_ != 0) payer_->Charge(-std::exchange(paid_, 0));
}

}  // namespace sqlite

bool CountSqliteMemory() {
  static const bool is_counted = sqlite::SetAllocator();
  return is_counted;
}

}  // namespace pysub::shell
