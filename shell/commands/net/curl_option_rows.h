#ifndef PYSUB_SHELL_COMMANDS_NET_CURL_OPTION_ROWS_H_
#define PYSUB_SHELL_COMMANDS_NET_CURL_OPTION_ROWS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "shell/commands/net/curl_options.h"

// The tables of curl's options: what is a member that is set, what takes more, what is refused.
namespace pysub::shell {

enum class CurlSpecial : int {
  kUrl,
  kOutput,
  kRemoteName,
  kUpload,
  kHeader,
  kCookie,
  kData,
  kDataRaw,
  kDataBinary,
  kDataUrlencode,
  kJson,
  kForm,
  kFormString,
  kConfig,
  kNext,
  kHelp,
  kManual,
  kVersion,
  kHttp10,
  kHttp11,
  kHttp2,
  kIpv4,
  kIpv6,
  kReferer,
  kUser,
  kBasic,
  kTls12,
  kWriteOut,
};

struct CurlFlagRow {
  std::string_view name;
  char letter;
  bool CurlOperation::*flag;
};

struct CurlGlobalRow {
  std::string_view name;
  char letter;
  bool CurlGlobals::*flag;
  bool turned = false;  // the option says "no" of what the member says
};

// What a text has to be. It is kept as it will be read: digits, with the sign and the unit done.
enum class CurlForm : uint8_t {
  kText,
  kCount,    // a whole number
  kSigned,   // or one below 0
  kSeconds,  // with decimals
  kOffset,   // a whole number, or "-"
  kBytes,    // with k, M or G
  kRange,    // "1-2,5-": what is none is warned about, and sent
};

struct CurlTextRow {
  std::string_view name;
  char letter;
  std::optional<std::string> CurlOperation::*text;
  CurlForm form = CurlForm::kText;
};

struct CurlSpecialRow {
  std::string_view name;
  char letter;
  CurlSpecial id;
  bool takes_value;
};

struct CurlRefusedRow {
  std::string_view name;
  char letter;
  bool takes_value;
};

// A row of one of the tables.
struct CurlFound {
  const CurlFlagRow* flag = nullptr;
  const CurlGlobalRow* global = nullptr;
  const CurlTextRow* text = nullptr;
  const CurlSpecialRow* special = nullptr;
  const CurlRefusedRow* refused = nullptr;
  int matches = 0;
  bool is_exact = false;

  bool TakesValue() const {
    return text != nullptr || (special != nullptr && special->takes_value) ||
           (refused != nullptr && refused->takes_value);
  }
};

// `name` in whole, or the beginning of exactly one.
CurlFound FindCurlLong(std::string_view name);
CurlFound FindCurlLetter(char letter);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_NET_CURL_OPTION_ROWS_H_
