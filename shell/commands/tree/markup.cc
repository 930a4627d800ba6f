// The trees of -J and -X.

#include <sys/stat.h>

#include <cstdio>
#include <iterator>

#include "shell/commands/files/file_mode.h"
#include "shell/commands/tree/printer.h"

namespace pysub::shell::tree {
namespace {

std::string_view TypeOf(uint32_t mode) {
  switch (mode & S_IFMT) {
    case S_IFREG: return "file";
    case S_IFDIR: return "directory";
    case S_IFLNK: return "link";
    case S_IFCHR: return "char";
    case S_IFBLK: return "block";
    case S_IFSOCK: return "socket";
    case S_IFIFO: return "fifo";
    default: return "unknown";
  }
}

// What stands in quotes. Bytes that are no UTF-8 stay as they are.
std::string JsonText(std::string_view text) {
  std::string out;
  for (const char c : text) {
    constexpr std::string_view kControls = "\b\t\n\f\r", kLetters = "btnfr";
    if (const size_t at = kControls.find(c); at != std::string_view::npos) {
      out.append("\\").append(1, kLetters[at]);
    } else if (static_cast<unsigned char>(c) < 32) {
      char code[8];
      std::snprintf(code, sizeof(code), "\\u%04x", static_cast<unsigned>(c));
      out += code;
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out;
}

std::string XmlText(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

}  // namespace

void TreePrinter::MarkupIndent(int64_t level) {
  if (options_.indents) out_.append(static_cast<size_t>(level < 0 ? 1 : level + 1) * 2, ' ');
}

void TreePrinter::Begin() {
  if (options_.format == Format::kJson) out_.append("[").append(LineEnd());
  if (options_.format != Format::kXml) return;
  out_ += "<?xml version=\"1.0\" encoding=\"" + options_.charset.value_or("UTF-8") + "\"?>";
  out_.append(LineEnd()).append("<tree>").append(LineEnd());
}

void TreePrinter::End() {
  if (options_.format == Format::kJson) out_.append(LineEnd()).append("]\n");
  if (options_.format == Format::kXml) out_ += "</tree>\n";
}

void TreePrinter::MarkupData(const TreeEntry& entry, bool) {
  out_ += options_.format == Format::kJson ? "{\"type\":\"" : "<";
  out_ += TypeOf(entry.mode);
  if (options_.format == Format::kJson) out_ += '"';
}

bool TreePrinter::Name(std::string_view name, const TreeEntry* entry, bool opens) {
  if (options_.format == Format::kText) {
    TextName(name, entry);
    return false;
  }
  const bool json = options_.format == Format::kJson;
  // A member, or an attribute; numbers of JSON have no quotes.
  auto add = [&](std::string_view key, std::string_view value, bool quoted = true) {
    quoted |= !json;
    out_.append(json ? ",\"" : " ").append(key).append(json ? "\":" : "=");
    if (quoted) out_ += '"';
    out_ += value;
    if (quoted) out_ += '"';
  };
  auto add_text = [&](std::string_view key, std::string_view text) {
    add(key, json ? JsonText(text) : XmlText(text));
  };
  add_text("name", name);
  if (entry != nullptr) {
    const TreeEntry& e = *entry;
    const TreeOptions& o = options_;
    if (e.is_link) add_text("target", e.target);
    if (o.inode) add("inode", std::to_string(e.target_inode), false);
    if (o.device) add("dev", std::to_string(e.target_device), false);
    if (o.mode) {
      char mode[16];
      std::snprintf(mode, sizeof(mode), "%04o", e.mode & 07777);
      add("mode", mode);
      add("prot", ModeText(e.mode));
    }
    if (o.owner) add("user", UserName(e.owner));
    if (o.group) add("group", GroupName(e.group));
    if (o.size && json && o.human) {
      const std::string size = SizeColumn(o, e.size);
      add("size", std::string_view(size).substr(size.find_first_not_of(' ')));
    } else if (o.size) {
      add("size", std::to_string(e.size), false);
    }
    if (o.date) add("time", DateText(o, e, zone_, now_));
    // (a tree that is known as a whole has its errors here, and once more behind)
    if (json && e.trouble != Trouble::kNone) out_ += ",\"error\": \"" + e.TroubleText() + '"';
  }
  if (!json) {
    out_ += '>';
    return true;
  }
  out_ += opens ? ",\"contents\":[" : "}";
  return opens;
}

void TreePrinter::Close(const TreeEntry* entry, int64_t level, bool comma) {
  if (options_.format == Format::kJson) {
    MarkupIndent(level);
    out_.append("]}").append(comma ? "," : "").append(LineEnd());
    return;
  }
  if (options_.format != Format::kXml) return;
  if (level >= 0) MarkupIndent(level);
  out_.append("</").append(entry != nullptr ? TypeOf(entry->mode) : "unknown").append(">");
  out_ += LineEnd();
}

void TreePrinter::MarkupReport(const TreeTotals& totals) {
  const bool json = options_.format == Format::kJson;
  auto add = [&](std::string_view key, uint64_t number) {
    if (json) {
      out_.append(",\"").append(key).append("\":").append(std::to_string(number));
      return;
    }
    MarkupIndent(1);
    out_.append("<").append(key).append(">").append(std::to_string(number));
    out_.append("</").append(key).append(">").append(LineEnd());
  };
  if (json) out_.append(",").append(LineEnd());
  MarkupIndent(0);
  out_ += json ? "{\"type\":\"report\"" : "<report>";
  if (!json) out_ += LineEnd();
  if (options_.disk_usage) add("size", totals.size);
  add("directories", totals.directories);
  if (!options_.only_directories) add("files", totals.files);
  if (!json) MarkupIndent(0);
  out_ += json ? "}" : "</report>";
  if (!json) out_ += LineEnd();
}

}  // namespace pysub::shell::tree
