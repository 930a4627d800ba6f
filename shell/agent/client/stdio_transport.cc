#include "shell/agent/client/stdio_transport.h"

#include <errno.h>
#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "shell/agent/client/message.h"
#include "shell/agent/line_splitter.h"

namespace pysub::agent {
namespace {

constexpr size_t kPiece = 64 << 10;
constexpr size_t kMostPieces = 16;  // that are read before somebody else has a turn
constexpr size_t kMostWaiting = size_t{16} << 20;
constexpr size_t kMostSaid = 512;  // of its standard error, the end

class StdioTransport : public Transport {
 public:
  StdioTransport(std::unique_ptr<ChildProcess> child, size_t most_bytes, TransportSink& sink)
      : child_(std::move(child)), most_bytes_(most_bytes), lines_(most_bytes), sink_(sink) {}

  bool Send(Outgoing message) override {
    if (waiting_.size() - sent_ > kMostWaiting) return false;
    waiting_ += message.line;
    return true;
  }
  bool Forget(uint64_t) override { return false; }
  void SetRevision(std::string_view, bool) override {}
  void BeginClose() override { child_->CloseInput(); }

  void AddTo(std::vector<pollfd>* polled) const override {
    if (is_over_) return;
    polled->push_back({child_->output(), POLLIN, 0});
    if (!error_is_over_) polled->push_back({child_->error(), POLLIN, 0});
    if (sent_ < waiting_.size() && child_->input() >= 0)
      polled->push_back({child_->input(), POLLOUT, 0});
  }

  void Work() override {
    if (is_over_) return;
    Write();
    ReadError();
    for (size_t i = 0; i < kMostPieces && !is_over_ && Read(); ++i) {
    }
  }

 private:
  void Write() {
    while (sent_ < waiting_.size() && child_->input() >= 0) {
      const ssize_t wrote =
          write(child_->input(), waiting_.data() + sent_, waiting_.size() - sent_);
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote < 0 && errno != EAGAIN) child_->CloseInput();
      if (wrote <= 0) return;
      sent_ += static_cast<size_t>(wrote);
    }
    waiting_.clear();
    sent_ = 0;
  }
  // What it says to people: the end of it tells why it ended.
  void ReadError() {
    char bytes[4'096];
    while (!error_is_over_) {
      const ssize_t size = read(child_->error(), bytes, sizeof(bytes));
      if (size < 0) return;
      error_is_over_ = size == 0;
      said_.append(bytes, static_cast<size_t>(size));
      if (said_.size() > kMostSaid) said_.erase(0, said_.size() - kMostSaid);
      if (size < static_cast<ssize_t>(sizeof(bytes))) return;
    }
  }
  // False: there is nothing more now.
  bool Read() {
    char bytes[kPiece];
    const ssize_t size = read(child_->output(), bytes, sizeof(bytes));
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    if (size > 0) {
      lines_.Add({bytes, static_cast<size_t>(size)});
    } else {
      lines_.End();
    }
    TakeLines();
    if (size <= 0 && !is_over_) {
      ReadError();
      Break(said_.empty() ? "the server has ended"
                          : fmt::format("the server has ended; it said: {}", CleanText(said_)));
    }
    return true;
  }
  void TakeLines() {
    std::string_view line;
    while (!is_over_) {
      switch (lines_.Take(&line)) {
        case LineSplitter::Next::kNothing: return;
        case LineSplitter::Next::kTooLong:
          return Break(fmt::format(
              "the server sent a message of more than {} bytes (message_bytes)", most_bytes_));
        case LineSplitter::Next::kLine: TakeLine(line); break;
      }
    }
  }
  void TakeLine(std::string_view line) {
    const absl::StatusOr<Json> message = ParseMessage(line, most_bytes_);
    message.ok() ? sink_.TakeMessage(*message) : sink_.TakeGarbage();
  }
  void Break(std::string why) {
    is_over_ = true;
    sink_.Break(std::move(why));
  }

  const std::unique_ptr<ChildProcess> child_;
  const size_t most_bytes_;
  LineSplitter lines_;
  TransportSink& sink_;
  std::string waiting_;  // to be written
  size_t sent_ = 0;      // of it
  std::string said_;     // on standard error
  bool error_is_over_ = false;
  bool is_over_ = false;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Transport>> StartStdioServer(const CommandLine& command,
                                                            size_t most_bytes,
                                                            TransportSink& sink) {
  absl::StatusOr<std::unique_ptr<ChildProcess>> child = ChildProcess::Start(command);
  if (!child.ok()) return child.status();
  return std::make_unique<StdioTransport>(*std::move(child), most_bytes, sink);
}

}  // namespace pysub::agent
