// curl: transfers of URLs, one after the other. Without a network of the host it has file: alone.

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <utility>

#include "shell/commands/commands.h"
#include "shell/commands/net/curl_glob.h"
#include "shell/commands/net/curl_options.h"
#include "shell/commands/net/curl_transfer.h"
#include "shell/commands/net/net_commands.h"
#include "shell/commands/simple.h"

namespace pysub::shell {
namespace {

// What a text that was read takes while it is put to its place and sent.
constexpr int64_t kCopiesOfText = 4;

// As the meter writes a number of bytes in five places.
std::string FiveDigits(uint64_t bytes) {
  if (bytes < 100'000) return fmt::format("{:5}", bytes);
  constexpr std::string_view kUnits = "kMGTP";
  for (size_t i = 0;; ++i) {
    const uint64_t whole = bytes >> 10;
    if (i + 1 == kUnits.size() || whole < 10'000) {
      if (i > 0 && whole < 100)
        return fmt::format("{:2}.{}{}", whole, (bytes & 1023) * 10 / 1024, kUnits[i]);
      if (whole < 10'000) return fmt::format("{:4}{}", whole, kUnits[i]);
    }
    bytes = whole;
  }
}

std::string MeterTime(uint64_t seconds) {
  if (seconds == 0) return "--:--:--";
  return fmt::format("{:2}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

class Curl : public Command {
 public:
  explicit Curl(std::shared_ptr<Network> network = nullptr) : network_(std::move(network)) {}

  Progress Step(CommandIo& io) override {
    while (true) {
      switch (phase_) {
        case Phase::kBegin: Begin(io); break;
        case Phase::kParse: Parse(io); break;
        case Phase::kLoad:
          if (std::optional<Progress> progress = Load(io)) return *progress;
          break;
        case Phase::kCookies:
          if (!NextCookieFile(io)) phase_ = Phase::kNext;
          break;
        case Phase::kNext: Next(io); break;
        case Phase::kTransfer:
          switch (transfer_.Step(With(io))) {
            case CurlTransfer::Outcome::kWait: return Progress::Wait();
            case CurlTransfer::Outcome::kYield: return Progress::Yield();
            case CurlTransfer::Outcome::kDone: EndTransfer(io); break;
          }
          break;
        case Phase::kEnd: return Progress::Done(status_);
      }
      if (io.Tick(64)) return Progress::Yield();
    }
  }

  void Fields(Archive& archive) override {
    archive(phase_, after_load_, parser_, transfer_, jar_, has_jar_, operation_, url_, index_,
            number_, ordinal_, cookie_file_, load_fd_, text_, status_, meter_begun_);
    archive.Charged(charged_);
    if (phase_ > Phase::kEnd) archive.Fail();
    if (after_load_ != Phase::kParse && after_load_ != Phase::kCookies) archive.Fail();
    if (archive.loading() && operation_ >= parser_.operations().size() &&
        (phase_ == Phase::kTransfer || phase_ == Phase::kCookies))
      archive.Fail();
    if (archive.loading() && phase_ == Phase::kTransfer && archive.ok() &&
        url_ >= parser_.operations()[operation_].urls.size())
      archive.Fail();
  }

 private:
  enum class Phase : uint8_t { kBegin, kParse, kLoad, kCookies, kNext, kTransfer, kEnd };

  CurlOperation& operation() { return parser_.operations()[operation_]; }
  CurlTransfer::With With(CommandIo& io) {
    return {io,
            network_.get(),
            operation(),
            operation().urls[url_],
            parser_.globals(),
            has_jar_ ? &jar_ : nullptr};
  }

  // ~/.curlrc stands before all words, unless -q is the first of them.
  void Begin(CommandIo& io) {
    std::vector<std::string> words(io.args().begin(), io.args().end());
    const bool has_rc = words.empty() || (!words[0].starts_with("-q") && words[0] != "--disable");
    if (!has_rc && words[0].size() > 2 && words[0] != "--disable") {
      words[0].erase(1, 1);
    } else if (!has_rc) {
      words.erase(words.begin());
    }
    const std::string home(io.Env("CURL_HOME").value_or(io.Env("HOME").value_or("")));
    const std::string path = JoinPath(home, ".curlrc");
    if (has_rc && !home.empty() && io.files().StatPath(CallerOf(io), path).ok())
      words.insert(words.begin(), {"-K", path});
    parser_.Start(std::move(words));
    phase_ = Phase::kParse;
  }

  void Parse(CommandIo& io) {
    switch (parser_.Run(io)) {
      case CurlParser::Outcome::kNeedsFile:
        phase_ = Phase::kLoad;
        after_load_ = Phase::kParse;
        break;
      case CurlParser::Outcome::kOver:
        status_ = parser_.status();
        phase_ = Phase::kEnd;
        break;
      case CurlParser::Outcome::kDone:
        for (const CurlOperation& operation : parser_.operations())
          has_jar_ = has_jar_ || operation.cookie_jar || !operation.cookie_files.empty();
        phase_ = NextCookieFile(io) ? phase_ : Phase::kNext;
        break;
    }
  }

  // Starts reading the next file of -b. False: there is none.
  bool NextCookieFile(CommandIo& io) {
    uint64_t before = 0;
    for (const CurlOperation& operation : parser_.operations()) {
      (void)io.Tick(16);
      if (cookie_file_ - before < operation.cookie_files.size()) {
        const std::string& name = operation.cookie_files[cookie_file_ - before];
        ++cookie_file_;
        if (name.empty()) return NextCookieFile(io);  // an engine without cookies yet
        wanted_cookies_ = name;
        phase_ = Phase::kLoad;
        after_load_ = Phase::kCookies;
        return true;
      }
      before += operation.cookie_files.size();
    }
    return false;
  }

  // Reads the file that is wanted. Nothing: it is there, or is not.
  std::optional<Progress> Load(CommandIo& io) {
    const std::string& name = after_load_ == Phase::kParse ? parser_.wanted() : CookieFileName();
    if (load_fd_ < 0) {
      load_fd_ = name == "-" ? 0 : io.Open(name, OpenMode::kRead);
      if (load_fd_ < 0) {
        EndLoad(io, std::nullopt);
        return std::nullopt;
      }
    }
    while (true) {
      std::string_view bytes;
      switch (io.ReadSome(load_fd_, &bytes)) {
        case ReadStatus::kWait: return Progress::Wait();
        case ReadStatus::kError:
        case ReadStatus::kEnd:
          if (load_fd_ != 0) io.Close(load_fd_);
          load_fd_ = -1;
          EndLoad(io, std::exchange(text_, ""));
          return std::nullopt;
        case ReadStatus::kData: break;
      }
      const int64_t more = kCopiesOfText * static_cast<int64_t>(bytes.size());
      if (!io.Reserve(more)) return Progress::Done(2);
      charged_ += static_cast<uint64_t>(more);
      text_ += bytes;
      if (io.Tick(bytes.size())) return Progress::Yield();
    }
  }

  const std::string& CookieFileName() {
    // (Found again after a load: names are not saved twice.)
    uint64_t at = cookie_file_ - 1;
    for (const CurlOperation& operation : parser_.operations()) {
      if (at < operation.cookie_files.size()) return operation.cookie_files[at];
      at -= operation.cookie_files.size();
    }
    return wanted_cookies_;
  }

  void EndLoad(CommandIo& io, std::optional<std::string> text) {
    phase_ = after_load_;
    if (after_load_ == Phase::kParse) {
      parser_.GiveFile(std::move(text));
    } else if (text && !parser_.operations().empty()) {
      (void)jar_.Load(io, *text, io.RealTimeNs() / 1'000'000'000,
                      parser_.operations()[0].junk_cookies);
    }
  }

  // The next URL of what the words ask for.
  void Next(CommandIo& io) {
    if (operation_ >= parser_.operations().size()) return Finish(io);
    if (url_ >= operation().urls.size()) {
      ++operation_;
      url_ = index_ = 0;
      return;
    }
    const CurlUrl& given = operation().urls[url_];
    if (!given.url) {
      ++url_;
      return;
    }
    CurlGlob glob;
    std::string error;
    std::vector<std::string> values;
    std::string text = *given.url;
    uint64_t count = 1;
    if (!operation().no_globbing) {
      (void)io.Tick(given.url->size());  // (the patterns are read anew for each that they make)
      if (!glob.Parse(*given.url, &error)) {
        Say(io, {3, error});
        status_ = 3;
        phase_ = Phase::kEnd;
        return;
      }
      count = glob.count();
      if (index_ < count) text = glob.Make(index_, &values);
    }
    if (index_ >= count) {
      ++url_;
      ++ordinal_;
      index_ = 0;
      return;
    }
    transfer_.Start(std::move(text), std::move(values), ordinal_, number_ == 0);
    ++number_;
    phase_ = Phase::kTransfer;
    BeginMeter(io);
  }

  bool HasMeter(CommandIo& io) {
    const CurlGlobals& globals = parser_.globals();
    return !globals.silent && !globals.no_meter && !(io.IsTerminal(1) && !HasFile());
  }
  bool HasFile() {
    const CurlUrl& given = operation().urls[url_];
    return given.remote_name || given.output || operation().all_remote_names;
  }

  void BeginMeter(CommandIo& io) {
    meter_begun_ = false;
    if (!HasMeter(io) || parser_.globals().progress_bar) return;
    meter_begun_ = true;
    if (number_ == 1) {
      io.Write(2,
               "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n"
               "                                 Dload  Upload   Total   Spent    Left  Speed\n");
    }
    io.Write(2, "\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0");
  }

  void EndMeter(CommandIo& io) {
    if (HasMeter(io) && parser_.globals().progress_bar && transfer_.error().code == 0) {
      io.Write(2, "\r" + std::string(72, '#') + " 100.0%\n");
      return;
    }
    if (!std::exchange(meter_begun_, false)) return;
    const CurlStats& stats = transfer_.stats();
    const uint64_t down = stats.size_download, up = stats.size_upload;
    const uint64_t us = std::max<uint64_t>(stats.times.end_us + stats.redirect_us, 1);
    const uint64_t all = down + up;
    const bool is_whole = transfer_.error().code == 0 && all > 0;
    const uint64_t down_speed = down * 1'000'000 / us, up_speed = up * 1'000'000 / us;
    io.Write(2,
             fmt::format("\r{:3} {}  {:3} {}  {:3} {}  {} {} {} {} {} {}\n", is_whole ? 100 : 0,
                         FiveDigits(all), is_whole && down > 0 ? 100 : 0, FiveDigits(down),
                         is_whole && up > 0 ? 100 : 0, FiveDigits(up), FiveDigits(down_speed),
                         FiveDigits(up_speed), MeterTime(us / 1'000'000), MeterTime(us / 1'000'000),
                         "--:--:--", FiveDigits(down_speed + up_speed)));
  }

  void Say(CommandIo& io, const CurlError& error) { CurlSayError(io, parser_.globals(), error); }

  void EndTransfer(CommandIo& io) {
    EndMeter(io);
    const CurlError& error = transfer_.error();
    if (error.code != 0) Say(io, error);
    status_ = error.code;
    if (operation().write_out) CurlWriteOut(io, *operation().write_out, transfer_);
    ++index_;
    phase_ = Phase::kNext;
    if (error.code != 0 && parser_.globals().fail_early) Finish(io);
  }

  void Finish(CommandIo& io) {
    phase_ = Phase::kEnd;
    for (const CurlOperation& operation : parser_.operations()) {
      (void)io.Tick(16);
      if (!operation.cookie_jar) continue;
      const std::string text = jar_.FileText(
          "# Netscape HTTP Cookie File\n# https://curl.se/docs/http-cookies.html\n"
          "# This file was generated by libcurl! Edit at your own risk.\n\n",
          true, true);
      if (*operation.cookie_jar == "-") {
        io.Out(text);
        continue;
      }
      const int fd = io.Open(*operation.cookie_jar, OpenMode::kWrite);
      if (fd < 0) {
        CurlWarn(io, parser_.globals(),
                 fmt::format("failed to save cookies in {}: {}", *operation.cookie_jar,
                             ErrnoText(io.error())));
        continue;
      }
      io.Write(fd, text);
      io.Close(fd);
    }
  }

  const std::shared_ptr<Network> network_;
  Phase phase_ = Phase::kBegin, after_load_ = Phase::kParse;
  CurlParser parser_;
  CurlTransfer transfer_;
  CookieJar jar_;
  bool has_jar_ = false;
  uint64_t operation_ = 0, url_ = 0, index_ = 0;
  uint64_t number_ = 0;       // of transfers
  uint64_t ordinal_ = 0;      // of the word among URLs
  uint64_t cookie_file_ = 0;  // of all operations together, that were begun
  int load_fd_ = -1;
  std::string text_;            // of the file that is being read
  std::string wanted_cookies_;  // not saved
  int status_ = 0;
  bool meter_begun_ = false;
  uint64_t charged_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeCurl() { return std::make_unique<Curl>(); }

std::unique_ptr<Command> MakeCurlOver(std::shared_ptr<Network> network) {
  return std::make_unique<Curl>(std::move(network));
}

}  // namespace pysub::shell
