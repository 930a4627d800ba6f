#ifndef PYSUB_SHELL_SQLITE_PAYER_H_
#define PYSUB_SHELL_SQLITE_PAYER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/shell/command.h"

namespace pysub::shell::sqlite {

// Who pays for one run of sqlite3: for what SQLite allocates, for what the client keeps, for work.
//
// SQLite's heap belongs to the process, and its allocator is told nothing of connections. But all
// that a connection does happens on the thread that calls it. So the allocator asks for the payer
// of its thread, which is set during a Turn; memory of other users of SQLite has none and is not
// counted.
class Payer {
 public:
  // With less of the thread's stack nothing is begun that may lie in itself.
  static constexpr size_t kLeastStack = 48 << 10;

  Payer() = default;
  Payer(const Payer&) = delete;
  Payer& operator=(const Payer&) = delete;

  // A step of the command. Without an io (the command is destroyed) nothing is refused, and
  // nothing given back: the scheduler does that for all of the command.
  class Turn {
   public:
    Turn(Payer& payer, CommandIo* io);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    Payer& payer_;
    Payer* before_;
  };

  // During a Turn.
  CommandIo* io() { return io_; }
  // Counts work. False: the script ends, and so must whoever asks.
  bool Tick(uint64_t work);
  // The same for work of which nobody knows how much it was.
  bool LookAtClock();
  // Where the library can be left and entered again: after some work the shell's other processes
  // have a turn. False: as above, or a signal has ended the command.
  bool Share();
  // Before memory grows, or after it shrank. False: there is none, and the script ends.
  bool Charge(int64_t bytes);
  // The script has ended: a limit, or it was cancelled. Nothing is written any more.
  bool over() const { return over_; }

 private:
  CommandIo* io_ = nullptr;
  bool over_ = false;
  uint32_t looks_ = 0, shares_ = 0;
  // SQLite allocates often and little, so the shell's account is asked for more at a time.
  int64_t used_ = 0, reserved_ = 0;
};

// A text that a run keeps and that grows: paid for before it does.
class PaidText {
 public:
  explicit PaidText(Payer& payer) : payer_(&payer) {}
  PaidText(PaidText&& other) noexcept { *this = std::move(other); }
  PaidText& operator=(PaidText&& other) noexcept {
    std::swap(payer_, other.payer_);
    std::swap(text_, other.text_);
    std::swap(paid_, other.paid_);
    return *this;
  }
  ~PaidText() { Clear(); }

  // False: there is no memory; the text stays as it is. (Who makes a text of many parts may look
  // at Payer::over() at its end instead.)
  bool Append(std::string_view more);
  bool Append(size_t count, char c);
  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }
  size_t size() const { return text_.size(); }
  void Clear();
  // Empty, with the room that it has.
  void Reuse() { text_.clear(); }

 private:
  bool MakeRoom(size_t more);

  Payer* payer_ = nullptr;
  std::string text_;
  int64_t paid_ = 0;
};

// The same for a list.
template <typename T>
class PaidList {
 public:
  explicit PaidList(Payer& payer) : payer_(payer) {}
  PaidList(const PaidList&) = delete;
  PaidList& operator=(const PaidList&) = delete;
  ~PaidList() { Clear(); }

  bool Add(T item) {
    if (items_.size() == items_.capacity()) {
      const size_t room = items_.size() + std::max(items_.size() / 2, size_t{16});
      const auto bytes = static_cast<int64_t>(room * sizeof(T));
      if (!payer_.Tick(room) || !payer_.Charge(bytes)) return false;
      std::vector<T> larger;
      larger.reserve(room);
      for (T& one : items_) larger.push_back(std::move(one));
      items_.swap(larger);
      payer_.Charge(-std::exchange(paid_, bytes));
    }
    items_.push_back(std::move(item));
    return true;
  }
  T& operator[](size_t at) { return items_[at]; }
  const T& operator[](size_t at) const { return items_[at]; }
  size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }
  void Clear() {
    items_ = std::vector<T>();
    payer_.Charge(-std::exchange(paid_, 0));
  }

 private:
  Payer& payer_;
  std::vector<T> items_;
  int64_t paid_ = 0;
};

}  // namespace pysub::shell::sqlite

#endif  // PYSUB_SHELL_SQLITE_PAYER_H_
