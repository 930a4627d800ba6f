// keyword and errno: modules of constants. The numbers of errno are Linux's.

#include "lexer/token.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/set.h"
#include "vm/vm.h"

namespace pysub {
namespace {

constexpr std::string_view kKeywords[] = {
#define PYSUB_TOKEN(kind, name)
#define PYSUB_OPERATOR(kind, name, spelling)
#define PYSUB_KEYWORD(kind, spelling) spelling,
#include "lexer/token_kinds.def"
};
constexpr std::string_view kSoftKeywords[] = {"_", "case", "match", "type"};

// `list_name` becomes a list of the words, `test_name` the __contains__ of a frozenset of them.
Status AddWords(Vm& vm, Dict* names, std::span<const std::string_view> words,
                std::string_view list_name, std::string_view test_name) {
  static constexpr Name kContains{"__contains__", MemberHash("__contains__")};
  List* list = TRY(vm.NewList(words.size()));
  Set* set = TRY(vm.NewSet());
  for (std::string_view word : words) {
    Value text = vm.Intern(word);
    if (text.IsFailed()) return Failure{};
    TRY(ListAppend(vm, list, text));
    TRY(SetAdd(vm, set, text));
  }
  set->type = TypeId::kFrozenSet;
  Value test = vm.FindAttribute(Value::Of(set), kContains);
  if (test.IsFailed()) return Failure{};
  TRY(DictSetStr(vm, names, list_name, Value::Of(list)));
  return DictSetStr(vm, names, test_name, test);
}

Status KeywordInit(Vm& vm, Dict* names) {
  TRY(AddWords(vm, names, kKeywords, "kwlist", "iskeyword"));
  TRY(AddWords(vm, names, kSoftKeywords, "softkwlist", "issoftkeyword"));
  List* all = TRY(vm.NewList(4));
  for (std::string_view name : {"iskeyword", "issoftkeyword", "kwlist", "softkwlist"}) {
    Value text = vm.Intern(name);
    if (text.IsFailed()) return Failure{};
    TRY(ListAppend(vm, all, text));
  }
  return DictSetStr(vm, names, "__all__", Value::Of(all));
}

struct ErrorNumber {
  std::string_view name;
  uint8_t number;
};
// The last name of a number is the one in errorcode.
// clang-format off
constexpr ErrorNumber kErrors[] = {
    {"EPERM", 1}, {"ENOENT", 2}, {"ESRCH", 3}, {"EINTR", 4}, {"EIO", 5}, {"ENXIO", 6}, {"E2BIG", 7},
    {"ENOEXEC", 8}, {"EBADF", 9}, {"ECHILD", 10}, {"EWOULDBLOCK", 11}, {"EAGAIN", 11}, {"ENOMEM", 12},
    {"EACCES", 13}, {"EFAULT", 14}, {"ENOTBLK", 15}, {"EBUSY", 16}, {"EEXIST", 17}, {"EXDEV", 18},
    {"ENODEV", 19}, {"ENOTDIR", 20}, {"EISDIR", 21}, {"EINVAL", 22}, {"ENFILE", 23}, {"EMFILE", 24},
    {"ENOTTY", 25}, {"ETXTBSY", 26}, {"EFBIG", 27}, {"ENOSPC", 28}, {"ESPIPE", 29}, {"EROFS", 30},
    {"EMLINK", 31}, {"EPIPE", 32}, {"EDOM", 33}, {"ERANGE", 34}, {"EDEADLK", 35}, {"EDEADLOCK", 35},
    {"ENAMETOOLONG", 36}, {"ENOLCK", 37}, {"ENOSYS", 38}, {"ENOTEMPTY", 39}, {"ELOOP", 40}, {"ENOMSG", 42},
    {"EIDRM", 43}, {"ECHRNG", 44}, {"EL2NSYNC", 45}, {"EL3HLT", 46}, {"EL3RST", 47}, {"ELNRNG", 48},
    {"EUNATCH", 49}, {"ENOCSI", 50}, {"EL2HLT", 51}, {"EBADE", 52}, {"EBADR", 53}, {"EXFULL", 54},
    {"ENOANO", 55}, {"EBADRQC", 56}, {"EBADSLT", 57}, {"EBFONT", 59}, {"ENOSTR", 60}, {"ENODATA", 61},
    {"ETIME", 62}, {"ENOSR", 63}, {"ENONET", 64}, {"ENOPKG", 65}, {"EREMOTE", 66}, {"ENOLINK", 67},
    {"EADV", 68}, {"ESRMNT", 69}, {"ECOMM", 70}, {"EPROTO", 71}, {"EMULTIHOP", 72}, {"EDOTDOT", 73},
    {"EBADMSG", 74}, {"EOVERFLOW", 75}, {"ENOTUNIQ", 76}, {"EBADFD", 77}, {"EREMCHG", 78}, {"ELIBACC", 79},
    {"ELIBBAD", 80}, {"ELIBSCN", 81}, {"ELIBMAX", 82}, {"ELIBEXEC", 83}, {"EILSEQ", 84}, {"ERESTART", 85},
    {"ESTRPIPE", 86}, {"EUSERS", 87}, {"ENOTSOCK", 88}, {"EDESTADDRREQ", 89}, {"EMSGSIZE", 90},
    {"EPROTOTYPE", 91}, {"ENOPROTOOPT", 92}, {"EPROTONOSUPPORT", 93}, {"ESOCKTNOSUPPORT", 94},
    {"EOPNOTSUPP", 95}, {"ENOTSUP", 95}, {"EPFNOSUPPORT", 96}, {"EAFNOSUPPORT", 97}, {"EADDRINUSE", 98},
    {"EADDRNOTAVAIL", 99}, {"ENETDOWN", 100}, {"ENETUNREACH", 101}, {"ENETRESET", 102},
    {"ECONNABORTED", 103}, {"ECONNRESET", 104}, {"ENOBUFS", 105}, {"EISCONN", 106}, {"ENOTCONN", 107},
    {"ESHUTDOWN", 108}, {"ETOOMANYREFS", 109}, {"ETIMEDOUT", 110}, {"ECONNREFUSED", 111},
    {"EHOSTDOWN", 112}, {"EHOSTUNREACH", 113}, {"EALREADY", 114}, {"EINPROGRESS", 115}, {"ESTALE", 116},
    {"EUCLEAN", 117}, {"ENOTNAM", 118}, {"ENAVAIL", 119}, {"EISNAM", 120}, {"EREMOTEIO", 121},
    {"EDQUOT", 122}, {"ENOMEDIUM", 123}, {"EMEDIUMTYPE", 124}, {"ECANCELED", 125}, {"ENOKEY", 126},
    {"EKEYEXPIRED", 127}, {"EKEYREVOKED", 128}, {"EKEYREJECTED", 129}, {"EOWNERDEAD", 130},
    {"ENOTRECOVERABLE", 131}, {"ERFKILL", 132}, {"EHWPOISON", 133},
};
// clang-format on

Status ErrnoInit(Vm& vm, Dict* names) {
  Dict* codes = TRY(vm.NewDict(std::size(kErrors)));
  for (const ErrorNumber& error : kErrors) {
    Value name = vm.Intern(error.name);
    if (name.IsFailed()) return Failure{};
    TRY(DictSet(vm, names, name, Value::SmallInt(error.number)));
    TRY(DictSet(vm, codes, Value::SmallInt(error.number), name));
  }
  return DictSetStr(vm, names, "errorcode", Value::Of(codes));
}

}  // namespace

extern constexpr ModuleInfo kKeywordModule{
    .name = "keyword", .doc = "Keywords (from \"Grammar/python.gram\")", .init = KeywordInit};
extern constexpr ModuleInfo kErrnoModule{
    .name = "errno",
    .doc = "This module makes available standard errno system symbols.",
    .init = ErrnoInit};

}  // namespace pysub
