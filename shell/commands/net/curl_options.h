#ifndef PYSUB_SHELL_COMMANDS_NET_CURL_OPTIONS_H_
#define PYSUB_SHELL_COMMANDS_NET_CURL_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/command.h"
#include "pysub/shell/network.h"

namespace pysub::shell {

// A URL of curl's command line with where its body goes and what is sent. Words fill these in the
// order in which they come: the second -o is of the second URL.
struct CurlUrl {
  std::optional<std::string> url;
  std::optional<std::string> output;  // -o
  bool remote_name = false;           // -O
  bool has_output = false;            // one of both was given
  std::optional<std::string> upload;  // -T: a name, "-" for standard input
  std::string upload_body;

  void Fields(Archive& archive) {
    archive(url, output, remote_name, has_output, upload, upload_body);
  }
};

// A part of -F.
struct CurlPart {
  std::string name, value;
  std::optional<std::string> file_name, type;
  std::vector<std::string> headers;

  void Fields(Archive& archive) { archive(name, value, file_name, type, headers); }
};

// What holds between two --next.
struct CurlOperation {
  std::vector<CurlUrl> urls;
  // The first of them that lack a URL, a place for the body, something to send.
  uint64_t next_url = 0, next_output = 0, next_upload = 0;
  std::vector<std::string> headers, cookies, cookie_files;
  std::vector<CurlPart> parts;
  std::optional<std::string> method, data, user, bearer, agent, referer, cookie_jar, range, resume,
      write_out, output_dir, head_file, max_redirects, retry, retry_delay, retry_time, max_time,
      connect_time, max_size, url_query, protocols, redirect_protocols;
  bool get = false, head = false, include = false, fail = false, fail_with_body = false,
       follow = false, trusted = false, post301 = false, post302 = false, post303 = false,
       compressed = false, insecure = false, create_dirs = false, all_remote_names = false,
       remote_header_name = false, no_globbing = false, junk_cookies = false, retry_all = false,
       retry_refused = false, path_as_is = false, json = false, remove_on_error = false,
       remote_time = false, missing_part = false;
  NetworkRequest::Version version = NetworkRequest::Version::kAny;
  NetworkRequest::Family family = NetworkRequest::Family::kAny;

  void Fields(Archive& archive);
};

// What holds for all of them.
struct CurlGlobals {
  bool silent = false, show_error = false, verbose = false, progress_bar = false, no_meter = false,
       fail_early = false, no_buffer = false, serial = false;
  bool disabled = false;  // -q that is not the first word: nothing
  void Fields(Archive& archive) {
    archive(silent, show_error, verbose, progress_bar, no_meter, fail_early, no_buffer, serial,
            disabled);
  }
};

enum class CurlSpecial : int;  // curl_option_rows.h
struct CurlTextRow;

// Reads curl's words. Options name files whose text they take (-d @FILE, -K FILE): the parser stops
// there, its command reads the file in as many steps as it takes, and the option is read again with
// the text at hand.
class CurlParser {
 public:
  enum class Outcome : uint8_t { kDone, kNeedsFile, kOver };

  void Start(std::vector<std::string> words) { words_ = std::move(words); }
  // kDone: operations() are complete. kOver: status() says how.
  Outcome Run(CommandIo& io);
  // Of kNeedsFile: "-" is standard input.
  const std::string& wanted() const { return wanted_; }
  // The text of wanted(); nothing: it cannot be read.
  void GiveFile(std::optional<std::string> text) {
    loaded_ = std::move(text);
    has_loaded_ = true;
  }
  int status() const { return status_; }
  std::vector<CurlOperation>& operations() { return operations_; }
  CurlGlobals& globals() { return globals_; }
  const CurlGlobals& globals() const { return globals_; }

  void Fields(Archive& archive);

 private:
  enum class Step : uint8_t { kTaken, kNeedsFile, kOver };
  struct Given {
    std::string shown;   // "--data", "-d", as messages name it
    bool is_no = false;  // --no-...
  };

  CurlOperation& operation() { return operations_.back(); }
  // The URL that an option belongs to. Null: out of memory.
  CurlUrl* UrlFor(CommandIo& io, uint64_t* next);
  Step TakeWord(CommandIo& io);
  Step TakeOption(CommandIo& io, std::string_view name, const Given& given,
                  std::optional<std::string_view> value, bool* used_value);
  Step TakeText(CommandIo& io, const CurlTextRow& row, const Given& given, std::string_view value);
  Step TakeSpecial(CommandIo& io, CurlSpecial id, const Given& given, std::string_view value);
  Step TakeData(CommandIo& io, CurlSpecial id, std::string_view value);
  Step TakePart(CommandIo& io, const Given& given, std::string_view value, bool is_literal);
  Step TakeConfig(CommandIo& io, const Given& given, std::string_view value);
  Step TakeHeaders(CommandIo& io, std::string_view value);
  bool AddConfigWords(CommandIo& io, std::string_view text);
  Step TakeUpload(CommandIo& io, std::string_view value);
  bool Want(std::string_view path);
  Step NoMemory();
  Step Refuse(CommandIo& io, std::string_view text, int status = 2);

  std::vector<std::string> words_;
  uint64_t at_ = 0;      // of words_
  uint64_t letter_ = 1;  // of that word, when it has letters
  bool options_end_ = false;
  std::string wanted_;
  bool has_loaded_ = false;
  std::optional<std::string> loaded_;
  int status_ = 0;
  std::vector<CurlOperation> operations_;
  CurlGlobals globals_;
};

// "try 'curl --help' or 'curl --manual' for more information".
void CurlTryHelp(CommandIo& io);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_NET_CURL_OPTIONS_H_
