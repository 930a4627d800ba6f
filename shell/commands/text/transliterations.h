#ifndef PYSUB_SHELL_COMMANDS_TEXT_TRANSLITERATIONS_H_
#define PYSUB_SHELL_COMMANDS_TEXT_TRANSLITERATIONS_H_

#include <string_view>

namespace pysub::shell {

// What glibc's iconv -t ASCII//TRANSLIT writes for characters of the blocks that texts in Latin
// letters have: accents, punctuation, signs, forms. Sorted.
struct Transliterations {
  char16_t first;
  std::string_view texts;  // of `first` and of those behind it, with tabs between them; "?": none
};
// clang-format off
inline constexpr Transliterations kTransliterations[] = {
    {0x00A0, " \t!\tc\tGBP\t?\tJPY\t|\t?\t?\t(C)\ta\t<<\t!\t-\t(R)\t?\t?\t+-\t2\t3\t'\tu\t"
             "?\t.\t,\t1\to\t>>\t 1/4 \t 1/2 \t 3/4 \t?\tA\tA\tA\tA\tA\tA\tAE\tC\tE\tE\t"
             "E\tE\tI\tI\tI\tI\tD\tN\tO\tO\tO\tO\tO\tx\tO\tU\tU\tU\tU\tY\tTH\tss"},
    {0x00E0, "a\ta\ta\ta\ta\ta\tae\tc\te\te\te\te\ti\ti\ti\ti\td\tn\to\to\to\to\to\t/\to\t"
             "u\tu\tu\tu\ty\tth\ty\tA\ta\tA\ta\tA\ta\tC\tc\tC\tc\tC\tc\tC\tc\tD\td\tD\td\t"
             "E\te\tE\te\tE\te\tE\te\tE\te\tG\tg\tG\tg"},
    {0x0120, "G\tg\tG\tg\tH\th\tH\th\tI\ti\tI\ti\tI\ti\tI\ti\tI\ti\tIJ\tij\tJ\tj\tK\tk\t"
             "q\tL\tl\tL\tl\tL\tl\tL\tl\tL\tl\tN\tn\tN\tn\tN\tn\t'n\tN\tn\tO\to\tO\to\tO\t"
             "o\tOE\toe\tR\tr\tR\tr\tR\tr\tS\ts\tS\ts\tS\ts"},
    {0x0160, "S\ts\tT\tt\tT\tt\tT\tt\tU\tu\tU\tu\tU\tu\tU\tu\tU\tu\tU\tu\tW\tw\tY\ty\tY\t"
             "Z\tz\tZ\tz\tZ\tz\ts\tb\tB\tB\tb"},
    {0x0187, "C\tc\tD\tD\tD\td"},
    {0x0190, "E\tF\tf\tG\t?\thv\tI\tI\tK\tk\tl\t?\t?\tN\tn\t?\tO\to\tOI\toi\tP\tp"},
    {0x01AB, "t\tT\tt\tT\tU\tu\t?\tV\tY\ty\tZ\tz"},
    {0x01C7, "LJ\tLj\tlj\tNJ\tNj\tnj\tA\ta\tI\ti\tO\to\tU\tu\tU\tu\tU\tu\tU\tu\tU\tu\t?\t"
             "A\ta\tA\ta\tAE\tae\tG\tg\tG\tg\tK\tk\tO\to\tO\to\t?\t?\tj\tDZ\tDz\tdz\tG\t"
             "g\t?\t?\tN\tn\tA\ta\tAE\tae\tO\to\tA\ta\tA\ta\tE\te\tE"},
    {0x0207, "e\tI\ti\tI\ti\tO\to\tO\to\tR\tr\tR\tr\tU\tu\tU\tu\tS\ts\tT\tt\t?\t?\tH\th\t"
             "?\td\t?\t?\tZ\tz\tA\ta\tE\te\tO\to\tO\to\tO\to\tO\to\tY\ty\tl\tn\tt\tj\tdb\t"
             "qp\tA\tC\tc\tL\tT\ts\tz\t?\t?\tB\tU\t?\tE"},
    {0x0247, "e\tJ\tj\t?\t?\tR\tr\tY\ty"},
    {0x0253, "b\t?\tc\td\td"},
    {0x025B, "e"},
    {0x025F, "j\tg\tg\tG"},
    {0x0266, "h\th\ti\t?\tI\tl\tl\tl"},
    {0x0271, "m\tn\tn\tN\t?\tOE"},
    {0x027C, "r\tr\tr\t?\tR\t?\ts"},
    {0x0288, "t\tu\t?\tv"},
    {0x028F, "Y\tz\tz"},
    {0x0299, "B\t?\tG\tH\tj\t?\tL\tq\t?\t?\tdz\t?\tdz\tts"},
    {0x02AA, "ls\tlz"},
    {0x02B0, "h\t?\tj\tr"},
    {0x02B7, "w\ty"},
    {0x02BC, "'"},
    {0x02C6, "^\t?\t'\t?\t?\t`\t?\t_\t?\t?\t:"},
    {0x02DC, "~\t''"},
    {0x02E1, "l\ts\tx"},
    {0x0300, "\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t"
             "\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t"},
    {0x0340, "\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t"
             "\t\t\t\t\t\t\t\t\t"},
    {0x037E, ";"},
    {0x03BC, "u"},
    {0x1E00, "A\ta\tB\tb\tB\tb\tB\tb\tC\tc\tD\td\tD\td\tD\td\tD\td\tD\td\tE\te\tE\te\tE\t"
             "e\tE\te\tE\te\tF\tf\tG\tg\tH\th\tH\th\tH\th\tH\th\tH\th\tI\ti\tI\ti\tK\tk\t"
             "K\tk\tK\tk\tL\tl\tL\tl\tL\tl\tL\tl\tM\tm"},
    {0x1E40, "M\tm\tM\tm\tN\tn\tN\tn\tN\tn\tN\tn\tO\to\tO\to\tO\to\tO\to\tP\tp\tP\tp\tR\t"
             "r\tR\tr\tR\tr\tR\tr\tS\ts\tS\ts\tS\ts\tS\ts\tS\ts\tT\tt\tT\tt\tT\tt\tT\tt\t"
             "U\tu\tU\tu\tU\tu\tU\tu\tU\tu\tV\tv\tV\tv"},
    {0x1E80, "W\tw\tW\tw\tW\tw\tW\tw\tW\tw\tX\tx\tX\tx\tY\ty\tZ\tz\tZ\tz\tZ\tz\th\tt\tw\t"
             "y\ta\t?\ts\ts\tSS\t?\tA\ta\tA\ta\tA\ta\tA\ta\tA\ta\tA\ta\tA\ta\tA\ta\tA\ta\t"
             "A\ta\tA\ta\tA\ta\tE\te\tE\te\tE\te\tE\te"},
    {0x1EC0, "E\te\tE\te\tE\te\tE\te\tI\ti\tI\ti\tO\to\tO\to\tO\to\tO\to\tO\to\tO\to\tO\t"
             "o\tO\to\tO\to\tO\to\tO\to\tO\to\tU\tu\tU\tu\tU\tu\tU\tu\tU\tu\tU\tu\tU\tu\t"
             "Y\ty\tY\ty\tY\ty\tY\ty\tLL\tll\tV\tv\tY\ty"},
    {0x2000, " \t \t \t \t \t \t \t?\t \t \t \t"},
    {0x2010, "-\t-\t-\t-\t--\t-\t?\t?\t'\t'\t,\t'\t\"\t\"\t,,\t\"\t+\t?\to\t?\t.\t..\t..."},
    {0x202F, " "},
    {0x2035, "`\t``\t```\t?\t<\t>\t?\t!!"},
    {0x2044, "/\t?\t?\t?\?\t?!\t!?\t&"},
    {0x205F, " \t\t\t\t"},
    {0x2070, "0\ti\t?\t?\t4\t5\t6\t7\t8\t9\t+\t?\t=\t(\t)\tn\t0\t1\t2\t3\t4\t5\t6\t7\t8\t"
             "9\t+\t?\t=\t(\t)\t?\ta\te\to\tx\t?\th\tk\tl\tm\tn\tp\ts\tt"},
    {0x20A0, "CE\tC=\tCr\tFr.\tL.\t?\t?\tPts\tRs\tKRW\tILS\tDong\tEUR\t?\t?\tGRD\t?\tPHP\t"
             "?\t?\tUAH"},
    {0x20B8, "KZT\tINR\tTL\t?\t?\tRUB\tGEL"},
    {0x20D0, "\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t"},
    {0x2100, "a/c\ta/s\tC\t?\t?\tc/o\tc/u"},
    {0x210A, "g\tH\tH\tH\th\t?\tI\tI\tL\tl\t?\tN\tNo\t?\t?\tP\tQ\tR\tR\tR\tRx\t?\tSM\t"
             "TEL\t(TM)\t?\tZ"},
    {0x2128, "Z\t?\tK\tA\tB\tC\te\te\tE\tF\t?\tM\to"},
    {0x2139, "i\t?\tFAX"},
    {0x2145, "D\td\te\ti\tj"},
    {0x2150, " 1/7 \t 1/9 \t 1/10 \t 1/3 \t 2/3 \t 1/5 \t 2/5 \t 3/5 \t 4/5 \t 1/6 \t"
             " 5/6 \t 1/8 \t 3/8 \t 5/8 \t 7/8 \t 1/ \tI\tII\tIII\tIV\tV\tVI\tVII\tVIII\t"
             "IX\tX\tXI\tXII\tL\tC\tD\tM\ti\tii\tiii\tiv\tv\tvi\tvii\tviii\tix\tx\txi\t"
             "xii\tl\tc\td\tm"},
    {0x2189, " 0/3 "},
    {0x2190, "<-\t?\t->\t?\t<->"},
    {0x21AE, "!<->"},
    {0x21CD, "!<=\t!<=>\t!=>\t<=\t?\t=>\t?\t<=>"},
    {0x2212, "-\t?\t?\t/\t\\\t*"},
    {0x2223, "|\t?\t||"},
    {0x2236, ":"},
    {0x223C, "~"},
    {0x2241, "!~\t?\t?\t!~-\t?\t?\t!~=\t?\t!~~"},
    {0x2260, "!=\t?\t!==\t?\t<=\t>="},
    {0x226A, "<<\t>>\t?\t?\t!<\t!>\t!<=\t!>=\t?\t?\t!<~\t!>~\t?\t?\t!<>\t!><"},
    {0x22D8, "<<<\t>>>"},
    {0x2500, "-\t?\t|"},
    {0x250C, "+"},
    {0x2510, "+"},
    {0x2514, "+"},
    {0x2518, "+"},
    {0x251C, "+"},
    {0x2524, "+"},
    {0x252C, "+"},
    {0x2534, "+"},
    {0x253C, "+"},
    {0x2571, "/\t\\"},
    {0x25E6, "o"},
    {0xFB00, "ff\tfi\tfl\tffi\tffl\tst\tst"},
    {0xFB1E, ""},
    {0xFB29, "+"},
    {0xFF01, "!\t\"\t#\t$\t%\t&\t'\t(\t)\t*\t+\t,\t-\t.\t/\t0\t1\t2\t3\t4\t5\t6\t7\t8\t9\t"
             ":\t;\t<\t=\t>\t?\t@\tA\tB\tC\tD\tE\tF\tG\tH\tI\tJ\tK\tL\tM\tN\tO\tP\tQ\tR\t"
             "S\tT\tU\tV\tW\tX\tY\tZ\t[\t\\\t]\t^\t_\t`"},
    {0xFF41, "a\tb\tc\td\te\tf\tg\th\ti\tj\tk\tl\tm\tn\to\tp\tq\tr\ts\tt\tu\tv\tw\tx\ty\t"
             "z\t{\t|\t}\t~"},
};
// clang-format on

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_TEXT_TRANSLITERATIONS_H_
