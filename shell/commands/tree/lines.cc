// What lines are drawn with in each encoding that tree knows.

#include <algorithm>

#include "shell/commands/tree/printer.h"

namespace pysub::shell::tree {
namespace {

struct Charset {
  std::string_view names;  // with blanks between them
  TreeLines lines;
};

constexpr Charset kCharsets[] = {
    {" iso-8859-1 iso-8859-1:1987 iso_8859-1 latin1 l1 ibm819 cp819 csisolatin1 iso-8859-3 "
     "iso_8859-3:1988 iso_8859-3 latin3 ls csisolatin3 iso-8859-7 iso_8859-7:1987 iso_8859-7 "
     "elot_928 ecma-118 greek greek8 csisolatingreek iso-8859-8 iso_8859-8:1988 iso-ir-138 "
     "iso_8859-8 hebrew csisolatinhebrew iso-8859-9 iso_8859-9:1989 iso-ir-148 iso_8859-9 latin5 "
     "l5 csisolatin5 ",
     {"|  ", "|--", "&middot;--"}},
    {" shift_jis ms_kanji csshiftjis ", {"\204\240 ", "\204\245", "\204\244"}},
    {" euc-jp extended_unix_code_packed_format_for_japanese cseucpkdfmtjapanese ",
     {"\250\242 ", "\250\247", "\250\246"}},
    {" euc-kr cseuckr ", {"\246\242 ", "\246\247", "\246\246"}},
    {" iso-2022-jp csiso2022jp iso-2022-jp-2 csiso2022jp2 ",
     {"\033$B(\"\033(B ", "\033$B('\033(B", "\033$B(&\033(B"}},
    {" ibm437 cp437 437 cspc8codepage437 ibm852 cp852 852 cspcp852 ibm863 cp863 863 csibm863 "
     "ibm855 cp855 855 csibm855 ibm865 cp865 865 csibm865 ibm866 cp866 866 csibm866 ibm850 cp850 "
     "850 cspc850multilingual ibm00858 ccsid00858 cp00858 pc-multilingual-850+euro ibm869 cp869 "
     "869 cp-gr csibm869 ",
     {"\263  ", "\303\304\304", "\300\304\304"}},
    {" gb2312 csgb2312 ", {"\251\246 ", "\251\300", "\251\270"}},
    {" utf-8 utf8 ", {"│\u00a0\u00a0", "├──", "└──"}},
    {" big5 csbig5 ", {"\242x ", "\242u", "\242|"}},
    {" koi8-r cskoi8r koi8-u ", {"\201  ", "\206\200\200", "\204\200\200"}},
};

}  // namespace

TreeLines LinesOf(const TreeOptions& options) {
  if (options.ansi_lines) return {"\170  ", "\164\161\161", "\155\161\161"};
  std::string name = options.charset.value_or("UTF-8");
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 32) : c; });
  for (const Charset& charset : kCharsets) {
    for (std::string_view names = charset.names; !names.empty();) {
      const size_t end = std::min(names.find(' '), names.size());
      if (names.substr(0, end) == name) return charset.lines;
      names.remove_prefix(std::min(end + 1, names.size()));
    }
  }
  return {"|  ", "|--", "`--"};
}

}  // namespace pysub::shell::tree
