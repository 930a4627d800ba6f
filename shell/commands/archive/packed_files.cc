#include <algorithm>
#include <string>
#include <string_view>

#include "pysub/shell/command.h"
#include "shell/commands/options.h"

// zgrep, zdiff, zless and their kin of xz and bzip2: other commands over what files hold unpacked.
// With gzip they are scripts around gzip and grep. So they are here: our own, run by a shell.

namespace pysub::shell {
namespace {

// Words of all of them. $1 is what unpacks; a file may be packed by another program than the
// command is named after, or not at all.
constexpr std::string_view kBegin = R"(
packer=$1; shift
fail() { printf '%s: %s\n' "$0" "$1" >&2; exit "${2-2}"; }
unpack() {
  case $1 in
    *[-.][zZ] | *[-.]gz | *.tgz | *.taz) gzip -cdfq -- "$1";;
    *[-.]bz2 | *.tbz | *.tbz2) bzip2 -cdfq -- "$1";;
    *[-.]xz | *[-.]lzma | *.txz | *.tlz) xz -cdfq -- "$1";;
    *[-.]zst | *.tzst) zstd -cdfq -- "$1";;
    *) "$packer" -cdfq -- "$1";;
  esac
}
)";

constexpr std::string_view kGrep = R"(
grep=$1; shift
args=() files=() has_pattern= lists= names= patterns=
while (($#)); do
  option=$1; shift
  value=()
  if [[ $option =~ ^(-[0-9EFGHIKLPRTUVZabchilnoqrsuvwxyz][0-9]*)([^0-9].*)$ ]]; then
    option=${BASH_REMATCH[1]}
    set -- "-${BASH_REMATCH[2]}" "$@"
  fi
  case $option in
    --binary-*=* | --[lm]a*=* | --reg*=*) ;;
    -[ABCDXdefm] | --binary-* | --file | --[lm]a* | --reg*)
      (($#)) || fail "$option option requires an argument"
      value=("$1"); shift;;
    -f?*) value=("${option#-f}"); option=-f;;
    --file=*) value=("${option#*=}"); option=--file;;
    --) break;;
    -?*) ;;
    *) files+=("$option"); continue;;
  esac
  case $option in
    -[drRzZ] | --di* | --exc* | --inc* | --rec* | --nu*) fail "$option: option not supported";;
    -e* | --reg*) has_pattern=1;;
    -f | --file)
      has_pattern=1
      if [[ $value == - || ! -f $value ]]; then  # it may be asked for again and again
        if [[ $patterns ]]; then
          cat -- "$value" >> "$patterns" || exit 2
          continue
        fi
        patterns=$(mktemp) || exit 2
        trap 'rm -f "$patterns"' EXIT
        cat -- "$value" > "$patterns" || exit 2
        value=("$patterns")
      fi;;
    -H | --wi*) names=1; continue;;
    -l | --files-with-*) lists=with;;
    -L | --files-witho*) lists=without;;
    -h | --no-f*) names=never;;
  esac
  args+=("$option" "${value[@]}")
done
set -- "${files[@]}" "$@"
if [[ ! $has_pattern ]]; then
  (($#)) || fail "missing pattern; try \`$0 --help' for help"
  args+=(-- "$1"); shift
fi
(($#)) || set -- -
if (($# > 1)) && [[ ! $names ]]; then names=1; fi
if [[ $names == 1 ]]; then args=(-H "${args[@]}"); fi
end=1
for file; do
  if [[ $lists ]]; then
    unpack "$file" | $grep "${args[@]}" > /dev/null
  elif [[ $file == - ]]; then
    unpack - | $grep "${args[@]}"
  else
    unpack "$file" | $grep --label="$file" "${args[@]}"
  fi
  status=("${PIPESTATUS[@]}")
  got=${status[1]} unpacked=${status[0]}
  if [[ $lists == with && $got == 0 || $lists == without && $got == 1 ]]; then
    printf '%s\n' "$file" || got=2
  fi
  # 2 is a warning of gzip's; and who has read enough ends it.
  case $unpacked in 2 | 141) unpacked=0;; 1) unpacked=2;; esac
  if ((got < unpacked)); then got=$unpacked; fi
  # The worst of all, but one file that matches is better than none.
  if ((got <= 1 && end <= 1)); then
    if ((got < end)); then end=$got; fi
  elif ((end < got)); then
    end=$got
  fi
  if ((end >= 126)); then break; fi
done
exit "$end"
)";

constexpr std::string_view kCompare = R"(
compare=("$1") files=() waits=; shift
only_files=
for word; do
  if [[ $waits ]]; then
    compare+=("$waits" "$word"); waits=
    continue
  fi
  case $only_files$word in
    --) only_files=1;;
    -[CDFISUWXx]) waits=$word;;
    -?*) compare+=("$word");;
    *)
      [[ $word ]] || fail 'empty file name'
      if ((${#files[@]} == 2)); then fail "extra operand '$word'"; fi
      files+=("$word");;
  esac
done
[[ ! $waits ]] || fail "option requires an argument -- $waits"
((${#files[@]})) || fail 'missing operand'
compare+=(--)
for file in "${files[@]}"; do
  [[ $file == - ]] || : < "$file" || exit 2
done
is_packed() {
  case $1 in
    - | *[-.][zZ] | *[-.]gz | *.t[ga]z) return 0;;
    *[-.]bz2 | *.tbz | *.tbz2 | *[-.]xz | *[-.]lzma | *.txz | *.tlz | *[-.]zst | *.tzst) return 0;;
  esac
  return 1
}
first=${files[0]} second=${files[1]}
if ((${#files[@]} == 1)); then
  if [[ $first == - ]] || ! is_packed "$first"; then fail "$first: unknown compressed file extension"; fi
  second=${first%[-.]*}
  unpack "$first" | "${compare[@]}" - "$second"
elif [[ $first == - && $second == - ]]; then
  unpack - | "${compare[@]}" - -
elif is_packed "$first" && is_packed "$second"; then
  unpack "$first" | (unpack "$second" < /dev/null | "${compare[@]}" /dev/fd/5 -
    status=("${PIPESTATUS[@]}"); ((status[0] == 0)) || exit 2; exit "${status[1]}") 5<&0
elif is_packed "$first"; then
  unpack "$first" | "${compare[@]}" - "$second"
elif is_packed "$second"; then
  unpack "$second" | "${compare[@]}" "$first" -
else
  "${compare[@]}" "$first" "$second"
fi
status=("${PIPESTATUS[@]}")
if ((${#status[@]} == 2 && status[0] != 0)); then exit 2; fi
exit "${status[-1]}"
)";

constexpr std::string_view kLess = R"(
shift
options=() files=()
while (($#)); do
  case $1 in
    --) shift; break;;
    -?* | +*) options+=("$1");;
    *) files+=("$1");;
  esac
  shift
done
set -- "${files[@]}" "$@"
(($#)) || set -- -
for file; do unpack "$file"; done | less "${options[@]}"
status=("${PIPESTATUS[@]}")
exit "${status[1]}"
)";

constexpr std::string_view kMore = R"(
shift
case $1 in
  --) shift;;
  -?*) fail "$1: unknown option; try '$0 --help' for help" 1;;
esac
(($#)) || set -- -
for file; do
  if (($# > 1)); then printf '::::::::::::::\n%s\n::::::::::::::\n' "$file"; fi
  unpack "$file"
done 2>&1 | ${PAGER-more}
)";

struct Kind {
  std::string_view name;  // behind the prefix of the packer: "grep" of zgrep
  std::string_view script;
  std::string_view program;  // $2 of the script
};
constexpr Kind kKinds[] = {
    {"grep", kGrep, "grep"},    {"egrep", kGrep, "grep -E"}, {"fgrep", kGrep, "grep -F"},
    {"diff", kCompare, "diff"}, {"cmp", kCompare, "cmp"},    {"less", kLess, "less"},
    {"more", kMore, "more"},
};
struct Packer {
  std::string_view prefix;
  std::string_view program;
};
constexpr Packer kPackers[] = {{"bz", "bzip2"}, {"xz", "xz"}, {"z", "gzip"}};

class PackedFiles : public Command {
 public:
  Progress Step(CommandIo& io) override {
    if (child_ < 0) {
      if (std::optional<int> end = Begin(io)) return Progress::Done(*end);
    }
    const std::optional<int> status = io.WaitChild(child_);
    return status ? Progress::Done(*status) : Progress::Wait();
  }
  void Fields(Archive& archive) override { archive(child_); }

 private:
  // Nothing: the shell runs.
  std::optional<int> Begin(CommandIo& io) {
    const std::string name = ProgramName(io);
    for (const std::string& word : io.args()) {
      if (word == "--") break;
      if (word == "--help") return Say(io, UsageOf(io));
      if (word == "--version" || (word == "-V" && name.ends_with("grep")))
        return Say(io, VersionText(name));
    }
    const Packer& packer =
        *std::find_if(std::begin(kPackers), std::end(kPackers) - 1,
                      [&](const Packer& p) { return name.starts_with(p.prefix); });
    const std::string_view rest = std::string_view(name).substr(packer.prefix.size());
    const Kind& kind = *std::find_if(std::begin(kKinds), std::end(kKinds) - 1,
                                     [&](const Kind& k) { return k.name == rest; });
    std::vector<std::string> argv = {"bash",
                                     "-c",
                                     std::string(kBegin) + std::string(kind.script),
                                     "/usr/bin/" + name,
                                     std::string(packer.program),
                                     std::string(kind.program)};
    argv.insert(argv.end(), io.args().begin(), io.args().end());
    child_ = io.Spawn(argv, {});
    if (child_ >= 0) return std::nullopt;
    io.Error("cannot run a shell", io.error());
    return 126;
  }

  static int Say(CommandIo& io, std::string_view text) {
    io.Out(text);
    return 0;
  }

  int child_ = -1;
};

}  // namespace

std::unique_ptr<Command> MakePackedFiles() { return Make<PackedFiles>(); }

}  // namespace pysub::shell
