#include "shell/run/absent_programs.h"

namespace pysub::shell {
namespace {

struct Absent {
  std::string_view names;  // with a blank before and behind each
  std::string_view near;
};

// Programs of which models and people think that every machine has them. One that a host gives by
// itself (python3, a command of its own) is found before anybody looks here.
constexpr Absent kAbsent[] = {
    {" vi vim nvim nano emacs ed ex code micro pico joe ",
     "sed -i, patch, and cat > FILE with a here-document"},
    {" python python2 python3 pypy pypy3 ipython ", "awk, jq and bc; this host gave no python3"},
    {" perl ruby lua luajit php node nodejs deno bun ts-node tsc julia Rscript R java javac kotlin "
     "scala groovy clojure ghc ocaml erl elixir swift dotnet mono racket guile tclsh expect ",
     "awk, jq, bc, and python3 where the host gives it"},
    {" gcc g++ cc c++ clang clang++ tcc rustc cargo go zig nasm ld as ar cmake ninja meson bazel "
     "gradle mvn ant ",
     "make for commands of this sandbox; there are no compilers"},
    {" pip pip3 pipx uv poetry conda npm npx yarn pnpm gem bundle composer apt apt-get aptitude "
     "dpkg yum dnf rpm apk pacman zypper brew port snap flatpak nix nix-env ",
     "`compgen -c` and `man -k .` for what is there; nothing can be installed"},
    {" ssh scp sftp rsync telnet ftp lftp nc ncat netcat socat ping ping6 traceroute dig nslookup "
     "host whois ifconfig ip netstat ss iptables nmap tcpdump httpie http aria2c ",
     "curl and wget, where the host allows an address; there is no other network"},
    {" docker docker-compose podman kubectl helm minikube terraform ansible vagrant systemctl "
     "service journalctl mount umount lsblk fdisk blkid mkfs fsck modprobe lsmod dmesg sysctl "
     "reboot shutdown halt chroot unshare nsenter useradd usermod adduser passwd crontab at ",
     "the commands of this sandbox; there is no system below it"},
    {" sudo su doas pkexec runuser ", "the command without it; nobody has more rights here"},
    {" gdb lldb strace ltrace perf valgrind lsof top htop btop iotop pstree pmap ",
     "ps, free, vmstat, and `set -x`"},
    {" uptime w last ", "date, ps and who"},
    {" locate mlocate plocate fd fdfind ", "find"},
    {" ag ack ack-grep ", "rg or grep -rn"},
    {" bat batcat most pg ", "cat, head and tail"},
    {" exa eza lsd ", "ls -lR or find"},
    {" whereis ", "which or type -a"},
    {" tmux screen ", "jobs in the background: COMMAND &"},
    {" hg svn cvs bzr gh glab ", "git, without remotes"},
    {" openssl gpg gpg2 age ", "sha256sum, b2sum, md5sum and base64; there is no encryption"},
    {" 7z 7za 7zr rar unrar cpio jar ", "tar, zip and unzip"},
    {" lz4 lzip lzop brotli pigz pbzip2 ", "gzip, bzip2 and xz"},
    {" mysql mariadb psql redis-cli mongo mongosh duckdb ", "sqlite3"},
    {" xmllint xmlstarlet xsltproc htmlq pup tidy ",
     "grep -o, sed and awk, or python3's xml modules where the host gives it"},
    {" shellcheck shfmt ", "bash -n SCRIPT"},
    {" black ruff flake8 pylint mypy pytest tox eslint prettier ",
     "python3 -m unittest where the host gives python3; nothing can be installed"},
    {" sdiff vimdiff colordiff wdiff dwdiff icdiff delta ", "diff -y, or git diff --word-diff"},
    {" diff3 ", "git merge"},
    {" uuidgen ", "cat /proc/sys/kernel/random/uuid"},
    {" mcookie pwgen ", "head -c 16 /dev/urandom | xxd -p"},
    {" xdg-open open pbcopy pbpaste xclip xsel wl-copy notify-send clip ",
     "files; there is no desktop"},
    {" gnuplot dot convert magick ffmpeg sox pandoc pdftotext latex pdflatex ",
     "text tools; there are no converters of media and documents"},
    {" csvcut csvkit csvlook xsv mlr miller datamash ", "awk -F, (or --csv), cut, sort and join"},
    {" zsh fish dash ksh tcsh csh ash busybox pwsh ", "bash, which is this shell"},
    {" parallel ", "xargs, or a loop with & and wait"},
    {" jless fx gojq dasel ", "jq"},
    {" ncal ", "cal"},
    {" rename prename mmv ", "a loop: for f in *.txt; do mv \"$f\" \"${f%.txt}.md\"; done"},
    {" man-db info pinfo tldr cheat ", "man NAME or NAME --help"},
};

}  // namespace

std::string_view NearestOf(std::string_view name) {
  if (name.empty() || name.size() > 32 || name.find(' ') != std::string_view::npos) return "";
  for (const Absent& row : kAbsent) {
    for (size_t at = row.names.find(name); at != std::string_view::npos;
         at = row.names.find(name, at + 1)) {
      if (row.names[at - 1] == ' ' && row.names[at + name.size()] == ' ') return row.near;
    }
  }
  return "";
}

}  // namespace pysub::shell
