#include "shell/commands/files/file_kind.h"

#include <algorithm>
#include <array>
#include <optional>

#include "shell/commands/files/file_text.h"
#include "shell/commands/system/civil_time.h"

namespace pysub::shell {
namespace {

// Numbers in a file; what is not there is 0.
uint64_t NumberAt(std::string_view bytes, uint64_t at, size_t size, bool big) {
  uint64_t number = 0;
  if (at > bytes.size() || size > bytes.size() - at) return 0;
  for (size_t i = 0; i < size; ++i)
    number = number << 8 | static_cast<unsigned char>(bytes[at + (big ? i : size - 1 - i)]);
  return number;
}
uint64_t Little(std::string_view bytes, uint64_t at, size_t size) {
  return NumberAt(bytes, at, size, false);
}
uint64_t Big(std::string_view bytes, uint64_t at, size_t size) {
  return NumberAt(bytes, at, size, true);
}
std::string Text(uint64_t number) { return std::to_string(number); }

// ---- compressed files and archives
std::string GzipWords(std::string_view bytes, std::string_view last) {
  constexpr unsigned kExtra = 4, kName = 8;
  std::string words = "gzip compressed data";
  const auto flags = static_cast<unsigned char>(bytes.size() > 3 ? bytes[3] : 0);
  if ((flags & kName) != 0 && (flags & kExtra) == 0) {
    std::string_view name = bytes.substr(std::min<size_t>(10, bytes.size()));
    name = name.substr(0, std::min<size_t>(name.find('\0'), 256));
    words += ", was \"" + std::string(name) + "\"";
  }
  if (const uint64_t time = Little(bytes, 4, 4); time != 0)
    words += ", last modified: " +
             FormatTime("%a %b %e %H:%M:%S %Y", static_cast<int64_t>(time), 0, TimeZone());
  if (bytes.size() > 9) {
    if (bytes[8] == 2) words += ", max compression";
    if (bytes[8] == 4) words += ", max speed";
    if (bytes[9] == 0) words += ", from FAT filesystem (MS-DOS, OS/2, NT)";
    if (bytes[9] == 3) words += ", from Unix";
  }
  return words + ", original size modulo 2^32 " + Text(Little(last, 0, 4));
}

std::string ZipWords(std::string_view bytes) {
  if (bytes.starts_with("PK\5\6")) return "Zip archive data (empty)";
  const uint64_t version = Little(bytes, 4, 1), method = Little(bytes, 8, 2);
  std::string words = "Zip archive data, at least v" + Text(version / 10) + "." +
                      Text(version % 10) + " to extract";
  if (method == 0) words += ", compression method=store";
  if (method == 8) words += ", compression method=deflate";
  return words;
}

std::string XzWords(std::string_view bytes) {
  switch (Big(bytes, 7, 1) & 0xF) {
    case 0: return "XZ compressed data, checksum NONE";
    case 1: return "XZ compressed data, checksum CRC32";
    case 4: return "XZ compressed data, checksum CRC64";
    case 10: return "XZ compressed data, checksum SHA-256";
    default: return "XZ compressed data";
  }
}

// The sum of a tar header is that of its bytes, with blanks for the sum itself.
bool IsTar(std::string_view bytes) {
  if (bytes.size() < 512) return false;
  uint64_t sum = 0, stored = 0;
  for (size_t i = 0; i < 512; ++i)
    sum += i >= 148 && i < 156 ? ' ' : static_cast<unsigned char>(bytes[i]);
  bool digits = false;
  for (char c : bytes.substr(148, 8)) {
    if (c < '0' || c > '7') {
      if (digits) break;
      if (c != ' ') return false;
      continue;
    }
    digits = true;
    stored = stored * 8 + static_cast<uint64_t>(c - '0');
  }
  return digits && sum == stored;
}

// ---- pictures
std::string PngWords(std::string_view bytes) {
  std::string words = "PNG image data, " + Text(Big(bytes, 16, 4)) + " x " +
                      Text(Big(bytes, 20, 4)) + ", " + Text(Big(bytes, 24, 1)) + "-bit";
  switch (Big(bytes, 25, 1)) {
    case 0: words += " grayscale"; break;
    case 2: words += "/color RGB"; break;
    case 3: words += " colormap"; break;
    case 4: words += " gray+alpha"; break;
    case 6: words += "/color RGBA"; break;
  }
  return words + (Big(bytes, 28, 1) == 0 ? ", non-interlaced" : ", interlaced");
}

std::string JpegWords(std::string_view bytes) {
  std::string words = "JPEG image data";
  if (bytes.substr(6).starts_with(std::string_view("JFIF\0", 5))) {
    const uint64_t unit = Big(bytes, 13, 1), minor = Big(bytes, 12, 1);
    words += ", JFIF standard " + Text(Big(bytes, 11, 1)) + (minor < 10 ? ".0" : ".") + Text(minor);
    words += unit == 0   ? ", aspect ratio"
             : unit == 1 ? ", resolution (DPI)"
                         : ", resolution (DPCM)";
    words += ", density " + Text(Big(bytes, 14, 2)) + "x" + Text(Big(bytes, 16, 2)) +
             ", segment length " + Text(Big(bytes, 4, 2));
  }
  // The frame that tells the size comes behind some segments.
  for (uint64_t at = 2; at + 4 <= bytes.size() && Big(bytes, at, 1) == 0xFF;) {
    const uint64_t marker = Big(bytes, at + 1, 1);
    if (marker >= 0xC0 && marker <= 0xC2) {
      words += marker == 0xC0   ? ", baseline"
               : marker == 0xC1 ? ", extended sequential"
                                : ", progressive";
      return words + ", precision " + Text(Big(bytes, at + 4, 1)) + ", " +
             Text(Big(bytes, at + 7, 2)) + "x" + Text(Big(bytes, at + 5, 2)) + ", components " +
             Text(Big(bytes, at + 9, 1));
    }
    at += 2 + std::max<uint64_t>(Big(bytes, at + 2, 2), 2);
  }
  return words;
}

// ---- ELF
struct Elf {
  std::string_view bytes;
  bool wide = false, big = false;

  uint64_t At(uint64_t at, size_t size) const { return NumberAt(bytes, at, size, big); }
  // A field of an address's size, whose place depends on that.
  uint64_t Word(uint64_t narrow_at, uint64_t wide_at) const {
    return wide ? At(wide_at, 8) : At(narrow_at, 4);
  }
};

std::string_view ElfMachine(uint64_t machine) {
  switch (machine) {
    case 3: return "Intel 80386";
    case 8: return "MIPS";
    case 20: return "PowerPC or cisco 4500";
    case 21: return "64-bit PowerPC or cisco 7500";
    case 22: return "IBM S/390";
    case 40: return "ARM";
    case 62: return "x86-64";
    case 183: return "ARM aarch64";
    case 243: return "UCB RISC-V";
    default: return "*unknown arch*";
  }
}

// Of one note: who built the file, and for which system.
void AddNotes(const Elf& elf, uint64_t at, uint64_t size, std::string* words) {
  constexpr uint64_t kMostNotes = 64;
  const uint64_t end = at > UINT64_MAX - size ? UINT64_MAX : at + size;
  for (uint64_t i = 0; i < kMostNotes && at < elf.bytes.size() && at + 12 <= end; ++i) {
    const uint64_t name = elf.At(at, 4), length = elf.At(at + 4, 4), type = elf.At(at + 8, 4);
    const uint64_t data = at + 12 + (name + 3) / 4 * 4;
    const bool is_gnu =
        name == 4 && elf.bytes.substr(at + 12).starts_with(std::string_view("GNU\0", 4));
    if (is_gnu && type == 3 && length <= 64 && data + length <= elf.bytes.size()) {
      constexpr std::string_view kDigits = "0123456789abcdef";
      *words += ", BuildID[" +
                std::string(length == 20   ? "sha1"
                            : length == 16 ? "md5/uuid"
                                           : "unknown") +
                "]=";
      for (char c : elf.bytes.substr(data, length)) {
        *words += kDigits[static_cast<unsigned char>(c) >> 4];
        *words += kDigits[static_cast<unsigned char>(c) & 15];
      }
    }
    if (is_gnu && type == 1 && length >= 16) {
      *words += ", for GNU/Linux " + Text(elf.At(data + 4, 4)) + "." + Text(elf.At(data + 8, 4)) +
                "." + Text(elf.At(data + 12, 4));
    }
    at = data + (length + 3) / 4 * 4;
  }
}

struct ElfParts {
  bool dynamic = false, pie = false;
  std::string interpreter, notes;
  bool debug = false;
  std::optional<bool> stripped;  // unknown when what tells it lies behind the bytes that are known
};

ElfParts PartsOfElf(const Elf& elf) {
  constexpr uint64_t kMostRows = 1000;
  ElfParts parts;
  const uint64_t table = elf.Word(28, 32), row_size = elf.At(elf.wide ? 54 : 42, 2);
  const uint64_t rows = std::min(elf.At(elf.wide ? 56 : 44, 2), kMostRows);
  for (uint64_t i = 0; i < rows && table < elf.bytes.size(); ++i) {
    const uint64_t row = table + i * row_size;
    const uint64_t type = elf.At(row, 4), at = elf.Word(row + 4, row + 8),
                   size = elf.Word(row + 16, row + 32);
    if (type == 3 && at < elf.bytes.size()) {
      const std::string_view path = elf.bytes.substr(at, std::min<uint64_t>(size, 256));
      parts.interpreter = path.substr(0, path.find('\0'));
    }
    if (type == 4) AddNotes(elf, at, size, &parts.notes);
    if (type != 2) continue;
    parts.dynamic = true;
    constexpr uint64_t kFlags = 0x6FFFFFFB, kPie = 0x08000000;
    const uint64_t entry = elf.wide ? 16 : 8;
    for (uint64_t j = 0; j < std::min(size / entry, kMostRows); ++j) {
      const uint64_t place = at + j * entry;
      if (elf.Word(place, place) == kFlags)
        parts.pie = (elf.Word(place + 4, place + 8) & kPie) != 0;
    }
  }
  const uint64_t sections = elf.Word(32, 40), section_size = elf.At(elf.wide ? 58 : 46, 2);
  const uint64_t count = std::min(elf.At(elf.wide ? 60 : 48, 2), kMostRows);
  if (sections > elf.bytes.size() || count * section_size > elf.bytes.size() - sections)
    return parts;
  parts.stripped = true;
  const uint64_t names_row = sections + elf.At(elf.wide ? 62 : 50, 2) * section_size;
  const uint64_t names = elf.Word(names_row + 16, names_row + 24);
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t row = sections + i * section_size, name = names + elf.At(row, 4);
    if (elf.At(row + 4, 4) == 2) parts.stripped = false;
    if (name < elf.bytes.size() &&
        elf.bytes.substr(name).starts_with(std::string_view(".debug_info\0", 12)))
      parts.debug = true;
  }
  return parts;
}

FileKind ElfKind(std::string_view bytes) {
  const Elf elf{bytes, Big(bytes, 4, 1) == 2, Big(bytes, 5, 1) == 2};
  const uint64_t type = elf.At(16, 2), abi = Big(bytes, 7, 1);
  const ElfParts parts = PartsOfElf(elf);
  FileKind kind{.charset = "binary"};
  kind.words = std::string("ELF ") + (elf.wide ? "64-bit " : "32-bit ") + (elf.big ? "MSB" : "LSB");
  constexpr std::string_view kTypes[] = {" no file type", " relocatable", " executable", "",
                                         " core file"};
  constexpr std::string_view kMimes[] = {"application/octet-stream", "application/x-object",
                                         "application/x-executable", "", "application/x-coredump"};
  if (type == 3) {
    kind.words += parts.pie ? " pie executable" : " shared object";
    kind.mime = parts.pie ? "application/x-pie-executable" : "application/x-sharedlib";
  } else if (type < 5) {
    kind.words += kTypes[type];
    kind.mime = kMimes[type];
  } else {
    kind.mime = "application/octet-stream";
  }
  kind.words += ", " + std::string(ElfMachine(elf.At(18, 2))) + ", version " + Text(elf.At(20, 4));
  if (abi == 0) kind.words += " (SYSV)";
  if (abi == 3) kind.words += " (GNU/Linux)";
  if (type == 2 || type == 3) {
    kind.words += parts.dynamic ? ", dynamically linked" : ", statically linked";
    if (!parts.interpreter.empty()) kind.words += ", interpreter " + parts.interpreter;
  }
  kind.words += parts.notes;
  if (parts.debug) kind.words += ", with debug_info";
  if (parts.stripped && type != 4) kind.words += *parts.stripped ? ", stripped" : ", not stripped";
  return kind;
}

// ---- databases, sounds, programs
std::string SqliteWords(std::string_view bytes) {
  std::string words = "SQLite 3.x database";
  const auto number = [&](uint64_t at, std::string_view name) {
    if (const uint64_t value = Big(bytes, at, 4); value != 0)
      words.append(", ").append(name).append(" ").append(Text(value));
  };
  number(68, "application id");
  number(60, "user version");
  number(96, "last written using SQLite version");
  if (Big(bytes, 18, 1) > 1) words += ", writer version " + Text(Big(bytes, 18, 1));
  if (Big(bytes, 19, 1) > 1) words += ", read version " + Text(Big(bytes, 19, 1));
  if (const uint64_t page = Big(bytes, 16, 2); page != 4096)
    words += ", page size " + Text(page == 1 ? 65536 : page);
  number(24, "file counter");
  number(28, "database pages");
  number(32, "1st free page");
  number(36, "free pages");
  if (const uint64_t cookie = Big(bytes, 40, 4); cookie != 0) {
    std::string digits;
    for (uint64_t rest = cookie; rest != 0; rest /= 16)
      digits.insert(digits.begin(), "0123456789abcdef"[rest % 16]);
    words += ", cookie 0x" + digits;
  }
  number(44, "schema");
  number(48, "cache page size");
  number(52, "largest root page");
  const uint64_t encoding = Big(bytes, 56, 4);
  if (encoding == 1) words += ", UTF-8";
  if (encoding == 2) words += ", UTF-16 little endian";
  if (encoding == 3) words += ", UTF-16 big endian";
  number(64, "vacuum mode");
  number(92, "version-valid-for");
  return words;
}

FileKind RiffKind(std::string_view bytes) {
  const std::string_view form = bytes.substr(8, 4);
  FileKind kind{"RIFF (little-endian) data", "application/octet-stream", "binary"};
  if (form == "WEBP") return {kind.words + ", Web/P image", "image/webp", "binary"};
  if (form == "AVI ") return {kind.words + ", AVI", "video/x-msvideo", "binary"};
  if (form != "WAVE") return kind;
  kind.words += ", WAVE audio";
  kind.mime = "audio/x-wav";
  if (!bytes.substr(12).starts_with("fmt ")) return kind;
  if (Little(bytes, 20, 2) == 1) kind.words += ", Microsoft PCM";
  if (Little(bytes, 20, 2) == 3) kind.words += ", IEEE Float";
  const uint64_t channels = Little(bytes, 22, 2), bits = Little(bytes, 34, 2);
  if (bits > 0) kind.words += ", " + Text(bits) + " bit";
  kind.words += channels == 1   ? ", mono"
                : channels == 2 ? ", stereo"
                                : ", " + Text(channels) + " channels";
  kind.words += " " + Text(Little(bytes, 24, 4)) + " Hz";
  return kind;
}

std::string JavaWords(std::string_view bytes) {
  const uint64_t major = Big(bytes, 6, 2);
  std::string words =
      "compiled Java class data, version " + Text(major) + "." + Text(Big(bytes, 4, 2));
  if (major >= 46 && major <= 52) words += " (Java 1." + Text(major - 44) + ")";
  if (major >= 53 && major <= 61) words += " (Java SE " + Text(major - 44) + ")";
  return words;
}

// Texts whose first line says all.
struct FirstLine {
  std::string_view begin, words, mime;
};
constexpr FirstLine kFirstLines[] = {
    {"-----BEGIN CERTIFICATE-----", "PEM certificate", "text/plain"},
    {"-----BEGIN CERTIFICATE REQ", "PEM certificate request", "text/plain"},
    {"-----BEGIN RSA PRIVATE", "PEM RSA private key", "text/plain"},
    {"-----BEGIN DSA PRIVATE", "PEM DSA private key", "text/plain"},
    {"-----BEGIN EC PRIVATE", "PEM EC private key", "text/plain"},
    {"-----BEGIN OPENSSH PRIVATE KEY", "OpenSSH private key", "text/plain"},
    {"-----BEGIN PGP PUBLIC KEY BLOCK-", "PGP public key block", "application/pgp-keys"},
    {"-----BEGIN PGP MESSAGE-", "PGP message", "application/pgp-encrypted"},
    {"-----BEGIN PGP SIGNATURE-", "PGP signature", "application/pgp-signature"},
    {"ssh-rsa ", "OpenSSH RSA public key", "text/plain"},
    {"ssh-ed25519 ", "OpenSSH ED25519 public key", "text/plain"},
};

// ---- what begins with a mark
std::optional<FileKind> MarkedKind(std::string_view bytes, std::string_view last) {
  auto binary = [](std::string words, std::string mime) {
    return FileKind{std::move(words), std::move(mime), "binary"};
  };
  if (IsTar(bytes)) {
    const std::string_view mark = bytes.substr(257, 8);
    return binary(mark.starts_with("ustar  ") ? "POSIX tar archive (GNU)"
                  : mark.starts_with("ustar") ? "POSIX tar archive"
                                              : "tar archive",
                  "application/x-tar");
  }
  if (bytes.starts_with("\x1F\x8B")) return binary(GzipWords(bytes, last), "application/gzip");
  if (bytes.starts_with("BZh") && bytes.size() > 3)
    return binary(std::string("bzip2 compressed data, block size = ") + bytes[3] + "00k",
                  "application/x-bzip2");
  if (bytes.starts_with(std::string_view("\xFD"
                                         "7zXZ\0",
                                         6)))
    return binary(XzWords(bytes), "application/x-xz");
  if (bytes.starts_with("\x28\xB5\x2F\xFD"))
    return binary("Zstandard compressed data (v0.8+), Dictionary ID: None", "application/zstd");
  if (bytes.starts_with("PK\3\4") || bytes.starts_with("PK\5\6"))
    return binary(ZipWords(bytes), "application/zip");
  if (bytes.starts_with("\x89PNG\r\n\x1A\n") && bytes.substr(12).starts_with("IHDR"))
    return binary(PngWords(bytes), "image/png");
  if (bytes.starts_with("\xFF\xD8\xFF")) return binary(JpegWords(bytes), "image/jpeg");
  if (bytes.starts_with("GIF8")) {
    return binary("GIF image data, version " + std::string(bytes.substr(3, 3)) + ", " +
                      Text(Little(bytes, 6, 2)) + " x " + Text(Little(bytes, 8, 2)),
                  "image/gif");
  }
  if (bytes.starts_with("%PDF-")) {
    std::string_view version = bytes.substr(5, 3);
    return binary("PDF document, version " + std::string(version), "application/pdf");
  }
  if (bytes.starts_with("\x7F"
                        "ELF") &&
      bytes.size() > 20)
    return ElfKind(bytes);
  if (bytes.starts_with(std::string_view("SQLite format 3\0", 16)))
    return binary(SqliteWords(bytes), "application/vnd.sqlite3");
  if (bytes.starts_with("RIFF") && bytes.size() >= 12) return RiffKind(bytes);
  if (bytes.starts_with("\xCA\xFE\xBA\xBE") && Big(bytes, 6, 2) > 30)
    return binary(JavaWords(bytes), "application/x-java-applet");
  if (bytes.starts_with(std::string_view("\0asm\1\0\0\0", 8)))
    return binary("WebAssembly (wasm) binary module version 0x1 (MVP)", "application/wasm");
  if (bytes.starts_with("!<arch>\n")) return binary("current ar archive", "application/x-archive");
  for (const FirstLine& row : kFirstLines) {
    if (bytes.starts_with(row.begin))
      return FileKind{std::string(row.words), std::string(row.mime), ""};
  }
  return std::nullopt;
}

// ---- scripts and sources
struct Interpreter {
  std::string_view name;
  std::string_view words, mime;
  // Where it is known by its path; others are "a PATH script".
  bool bin, usr_bin, usr_local_bin, env;
};
constexpr std::string_view kShell = "text/x-shellscript";
constexpr Interpreter kInterpreters[] = {
    {"ash", "Neil Brown's ash script", kShell, true, true, true, false},
    {"awk", "awk script", "text/x-awk", true, true, false, false},
    {"bash", "Bourne-Again shell script", kShell, true, true, true, true},
    {"csh", "C shell script", kShell, true, false, false, false},
    {"fish", "fish shell script", kShell, false, true, true, true},
    {"gawk", "GNU awk script", "text/x-gawk", true, true, true, false},
    {"ksh", "Korn shell script", kShell, true, false, false, false},
    {"lua", "Lua script", "text/x-lua", false, true, true, true},
    {"nawk", "new awk script", "text/x-nawk", true, true, true, false},
    {"php", "PHP script", "text/x-php", false, true, true, false},
    {"python", "Python script", "text/x-script.python", false, true, true, true},
    {"ruby", "Ruby script", "text/x-ruby", false, true, true, true},
    {"sh", "POSIX shell script", kShell, true, false, false, false},
    {"tcsh", "Tenex C shell script", kShell, true, true, true, false},
    {"tclsh", "Tcl script", "text/x-tcl", false, false, true, true},
    {"wish", "Tcl/Tk script", "text/x-tcl", false, true, true, true},
    {"zsh", "Paul Falstad's zsh script", kShell, true, true, true, true},
};

// The words of the line behind "#!".
FileKind ScriptKind(std::string_view line) {
  auto take = [&] {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(" \t\r"));
    line.remove_prefix(word.size());
    return word;
  };
  const std::string whole(line.substr(std::min(line.find_first_not_of(" \t"), line.size())));
  std::string_view path = take();
  const bool env = path == "/usr/bin/env";
  if (env) path = take();
  const size_t slash = path.rfind('/');
  const std::string_view directory = slash == std::string_view::npos ? "" : path.substr(0, slash);
  std::string_view name = path.substr(slash == std::string_view::npos ? 0 : slash + 1);
  if (name == "perl" &&
      (env || directory == "/bin" || directory == "/usr/bin" || directory == "/usr/local/bin"))
    return {"Perl script text executable", "text/x-perl", ""};
  if ((name == "node" || name == "nodejs") &&
      (env || directory == "/bin" || directory == "/usr/bin"))
    return {"Node.js script executable", "application/javascript", ""};
  if (name.starts_with("python")) name = "python";
  for (const Interpreter& row : kInterpreters) {
    if (row.name != name) continue;
    const bool known = env                   ? row.env
                       : directory == "/bin" ? row.bin
                       : directory == "/usr/bin"
                           ? row.usr_bin
                           : directory == "/usr/local/bin" && row.usr_local_bin;
    if (known) return {std::string(row.words), std::string(row.mime), ""};
  }
  std::string shown = env ? std::string(path).append(line) : whole;
  while (shown.ends_with('\r') || shown.ends_with(' ')) shown.pop_back();
  return {"a " + shown + " script", "text/plain", ""};
}

// Whether a line of the text begins with `word`.
bool HasLine(std::string_view text, std::string_view word) {
  return text.starts_with(word) || text.find("\n" + std::string(word)) != std::string_view::npos;
}

bool StartsWithTag(std::string_view text, std::string_view tag) {
  return text.size() >= tag.size() &&
         std::equal(tag.begin(), tag.end(), text.begin(),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b); });
}

// A source by what is at its beginning; some of what file knows.
std::optional<FileKind> SourceKind(std::string_view text) {
  text = text.substr(0, 4096);
  if (text.starts_with("<?xml version=")) {
    const std::string_view version = text.substr(15, 3);
    return FileKind{"XML " + std::string(version) + " document", "text/xml", ""};
  }
  const std::string_view start =
      text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  for (std::string_view tag : {"<!doctype html", "<html", "<head", "<title", "<body"}) {
    if (StartsWithTag(start, tag)) return FileKind{"HTML document", "text/html", ""};
  }
  if (text.starts_with("<?php")) return FileKind{"PHP script", "text/x-php", ""};
  if (text.starts_with("Index: ")) return FileKind{"RCS/CVS diff output", "text/x-diff", ""};
  if (HasLine(text, "--- ") && HasLine(text, "+++ ") && HasLine(text, "@@ "))
    return FileKind{"unified diff output", "text/x-diff", ""};
  if (text.starts_with("*** ") && HasLine(text, "--- "))
    return FileKind{"context diff output", "text/x-diff", ""};
  if (text.starts_with("diff ") || text.starts_with("Only in "))
    return FileKind{"diff output", "text/x-diff", ""};
  for (std::string_view word : {"CFLAGS", "VPATH", "LDFLAGS", "all:", ".PRECIOUS"}) {
    if (HasLine(text, word)) return FileKind{"makefile script", "text/x-makefile", ""};
  }
  if (HasLine(text, "SUBDIRS ="))
    return FileKind{"automake makefile script", "text/x-makefile", ""};
  if (HasLine(text, "#include")) return FileKind{"C source", "text/x-c", ""};
  return std::nullopt;
}

}  // namespace

FileKind KindOfBytes(std::string_view bytes, uint64_t size, std::string_view last,
                     ParseAccount& account) {
  if (bytes.empty()) return {"empty", "inode/x-empty", "binary"};
  if (bytes.size() == 1)
    return {"very short file (no magic)", "application/octet-stream", "binary"};
  const bool is_whole = bytes.size() == size;
  const std::optional<TextForm> form = FormOfText(bytes, is_whole, account);
  const std::string charset = form ? std::string(form->charset) : "binary";
  if (std::optional<FileKind> kind = MarkedKind(bytes, last)) {
    if (form) kind->charset = charset;
    return *kind;
  }
  switch (is_whole ? KindOfJson(bytes, account) : JsonKind::kNone) {
    case JsonKind::kOne: return {"JSON text data", "application/json", charset};
    case JsonKind::kLines:
      return {"New Line Delimited JSON text data", "application/x-ndjson", charset};
    case JsonKind::kNone: break;
  }
  if (form && IsCsv(bytes, account)) return {"CSV text", "text/csv", charset};
  std::optional<FileKind> kind;
  const bool is_script = bytes.starts_with("#!");
  if (is_script) {
    kind = ScriptKind(bytes.substr(2, std::min<size_t>(bytes.find('\n'), 512) - 2));
  } else if (form && form->plain) {
    kind = SourceKind(bytes);
  }
  if (!form) {
    if (!is_script) return {"data", "application/octet-stream", charset};
    return {kind->words + " executable (binary data)", kind->mime, charset};
  }
  std::string words = kind ? kind->words : "";
  const bool says_all = words.ends_with(" executable") && words.find(" text ") != std::string::npos;
  if (says_all) return {words, kind->mime, charset};  // Perl's
  if (kind) words += ", ";
  words += form->encoding;
  if (!form->plain) words += " text";
  if (is_script && !kind->words.ends_with(" executable")) words += " executable";
  return {words + form->ends, kind ? kind->mime : "text/plain", charset};
}

}  // namespace pysub::shell
