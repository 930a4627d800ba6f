#!/usr/bin/env python3
"""curl and wget of pysub-shell beside the real ones, against a server on this machine: what the server saw, standard output and error, files,
exit statuses; and what only ours does: rules, redirects to where it may not go, servers that never end, limits, snapshots.

    network_test.py PYSUB_SHELL [--only WORD] [--list]      77: there is no curl or wget beside which to play, or no pysub-broker
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from network_server import Server

# Scripts; {U} is the server's URL. Each runs in a fresh directory with the files "in" and "form".
SAME = r"""
curl -s {U}/text
curl -sS {U}/text {U}/missing {U}/empty
curl -si {U}/text
curl -sI {U}/text
curl -sf {U}/missing
curl -sSf {U}/missing
curl -sSif {U}/missing
curl -sS --fail-with-body {U}/missing
curl -sS -o out {U}/text; curl -sS -o out2 {U}/empty; curl -sS -o out3 {U}/none
curl -sS -O {U}/text -o other {U}/text
curl -sSO {U}/
curl -sSOJ {U}/named/a%20b; curl -sSOJ {U}/named/c.txt; curl -sSOJ {U}/named/c.txt
curl -sS --create-dirs --output-dir d -o e/f {U}/text
curl -sS -o no/dir {U}/text
curl -s -o '#1-#2' '{U}/text?{{a,b}}[08-10]'
curl -sg '{U}/text?{{a}}'
curl -sS '{U}/{{a'
curl -sS '{U}/[1-'
curl -sS '{U}/a]'
curl -sS '{U}/[5-1]'
curl -s '{U}/text?[a-e:2]' -w '%{{urlnum}} %{{http_code}}\n'
curl -s -X DELETE {U}/text
curl -s -X PUT -d x {U}/text
curl -s -d a=1 -d b=2 --data-raw @c --data-binary @in {U}/text
curl -s -d @in {U}/text
curl -s --data-urlencode 'a=b c&d' --data-urlencode '=x y' --data-urlencode 'n@in' --data-urlencode 'ü/' {U}/text
curl -s -G -d a=1 -d 'b=2 3' {U}/text?z=0
curl -s -G -d a=1 {U}
curl -s -d @nofile {U}/text
echo from stdin | curl -s -d @- {U}/text
curl -s --json '{{"a":' --json ' 1}}' {U}/text
curl -s --json '{{}}' -H 'Content-Type: x/y' {U}/text
curl -s -T in {U}/text/
curl -s -T in {U}/text
curl -sS -T nofile {U}/text
curl -s -F a=b -F 'f=@in' -F 'g=@form;type=x/y;filename=q"r.png' -F 'h=<in' -F 'i=v;type=text/z' --form-string 's=@x;y' {U}/text
curl -sS -F a=@nofile {U}/text
curl -sS -F a {U}/text
curl -s -H 'X-One: 1' -H 'X-Two:2' -H 'Accept:' -H 'User-Agent;' -H 'X-Empty;' -H 'nothing' {U}/text
curl -s -H @form {U}/text
curl -s -A agent -e http://ref/ -u a:b {U}/login
curl -s -u 'a:b:c' {U}/text
curl -s http://a:b@{H}/login
curl -s --oauth2-bearer tok {U}/text
curl -s -r 2-5 {U}/range
curl -s -r -5 {U}/range
curl -s -r 95- -i {U}/range
curl -s {U}/range -o out -r 0-9; curl -sS -C - -o out {U}/range; curl -sS -C - -o out {U}/range
curl -sS -C 3 {U}/text
curl -sS -C 200 {U}/range
curl -s --compressed {U}/gzip
curl -s --compressed {U}/deflate
curl -s --compressed {U}/deflate/raw
curl -s {U}/gzip | gunzip | head -n 2
curl -s --compressed {U}/text
curl -s {U}/chunked
curl -si {U}/chunked
curl -s {U}/until-close
curl -si {U}/odd-heads
curl -sS {U}/cut
curl -sS {U}/cut-chunk
curl -sS {U}/silent
curl -sS {U}/no-http
curl -sS -m 0.4 {U}/slow/3
curl -sS --connect-timeout 3 {U}/slow/0.2
curl -sS http://127.0.0.1:1/
curl -sS foo://x
curl -sS http://
curl -sS 'http://a b/'
curl -sS http://127.0.0.1:99999/
curl -sSL {U}/to/302//text
curl -siL {U}/to/301//text
curl -sSL {U}/to/302/text?x
curl -sSL {U}/to/302/../text
curl -sSL {U}/to/308//to/307//text -d data
curl -sSL {U}/to/301//text -d data
curl -sSL {U}/to/302//text -X POST -d data
curl -sSL {U}/to/303//text -T in
curl -sSL {U}/to/303//text -d data --post303
curl -sSLI {U}/to/302//text
curl -sS {U}/to/302//text -w '%{{redirect_url}} %{{num_redirects}} %{{http_code}}\n'
curl -sSL {U}/loop/ --max-redirs 3 -w '%{{num_redirects}}\n'
curl -sSL {U}/loop/ --max-redirs 0
curl -sSL {U}/to/302/file:///etc/passwd
curl -sSL {U}/to/302/gopher://127.0.0.1/
curl -sSL '{U}/to/302//text?a b'
curl -s -b 'a=1; b=2' {U}/text
curl -s -c jar {U}/cookies; curl -s -b jar {U}/cookies/deep/x {U}/text
curl -s -c - {U}/cookies
curl -s -b jar -c jar {U}/cookies {U}/cookies/deep; curl -s -b jar -b x=y {U}/text
curl -sL -c jar -b '' {U}/to/302//cookies {U}/text
curl -s -D heads -o body {U}/text {U}/missing; cat heads
curl -s -D - {U}/text
curl -s -w '%{{http_code}} %{{content_type}} %{{size_download}} %{{size_header}} %{{size_upload}} %{{size_request}} %{{scheme}} %{{method}} %{{http_version}} %{{num_headers}} %{{remote_ip}} %{{exitcode}} %{{errormsg}} %{{url}} %{{url_effective}} %{{filename_effective}}\n' {U}/text -o out
curl -s -w '%{{stderr}}E%{{stdout}}O%{{nothing}}%%\t%{{header_json}}%header{{content-type}}\n' {U}/text
curl -s -w '%{{onerror}}no\n' {U}/text
curl -s -w '%{{onerror}}%{{exitcode}} %{{errormsg}}\n' {U}/cut
curl -s -w @form {U}/text
curl -s --retry 2 --retry-delay 1 {U}/once/1
curl -sS --retry 1 --retry-delay 1 -f {U}/status/503_Busy
curl --no-progress-meter --retry 1 --retry-delay 1 {U}/status/500_No
curl -sS --max-filesize 3 {U}/text
curl -sS --max-filesize 300 {U}/text
curl -s {U}/text --next -d x {U}/text --next -I {U}/text
curl -K form2 {U}/text
curl -s -K - {U}/text <<< 'header = "X-A: \"q\"\tz"'
curl -K nofile {U}/text
curl -s --url {U}/text --url {U}/missing
curl -s -o out --remote-time {U}/dated; stat -c %Y out
curl -s {U}/a/../text {U}/a/./../text/.
curl -s --path-as-is {U}/text/../x
curl -s {U}/text#fragment
curl -s {U}/large | sha256sum
curl -s {U}/bytes | wc -c
curl
curl -s
curl --foo
curl -X
curl --ur
curl -sS -I -d x {U}/text
curl -s -I -G -d x {U}/text
curl -V | head -n 1 | cut -c1-11
curl -s --fail-early {U}/text http://127.0.0.1:1/ {U}/text
curl -sS --remove-on-error -o out {U}/cut; ls
curl -s --proto =https {U}/text
curl -s --proto-redir =https -L {U}/to/302//text
curl -s file:///etc/nothing
curl -sS --tlsv1.2 -4 --http1.1 {U}/text
curl -s -0 {U}/text
curl -s {H}/text
curl -s --raw- {U}/text
curl -sv -o out {U}/text
curl -o out {U}/text
curl -# -o out {U}/text 2>&1 | tail -c 9
touch -d '1960-02-03 04:05:06 UTC' f; curl -sI file://$PWD/f
touch -d '1960-02-03 04:05:06 UTC' text; wget -q -N {U}/text
curl -sSOJ {U}/text; echo old > text; curl -sSOJ {U}/text
printf 01234 > out; curl -sS -C - -o out --retry 1 --retry-delay 1 {U}/once/1; cat out
printf 01234 > out; curl -sS -C - -o out {U}/missing; cat out
printf 0123456789 > out; curl -sS -C - -o out {U}/text; cat out
printf 0123456789 > out; curl -sS -C - -o out {U}/empty; cat out
curl -sS -m abc {U}/text
curl -sS -m -1 {U}/text
curl -sS -m '' {U}/text
curl -sS -sm 1x {U}/text
curl -sS --connect-timeout x {U}/text
curl -sS --retry abc {U}/text
curl -sS --retry -1 {U}/text
curl -sS --retry-delay 0.5 {U}/text
curl -sS --retry-max-time x {U}/text
curl -sS --max-redirs abc {U}/text
curl -sSL --max-redirs -1 {U}/to/302//text
curl -sS -C abc {U}/text
curl -sS -C -5 {U}/text
curl -sS --max-filesize 1k {U}/large
curl -sS --max-filesize 1K {U}/text
curl -sS --max-filesize 9b {U}/text
curl --max-filesize 10x {U}/text
curl --max-filesize x {U}/text
curl -sS -r 1 {U}/range
curl --no-progress-meter -r 1 {U}/range
curl --no-progress-meter -r abc {U}/range
curl -sS -b 'a=b; c=d' -b e=f {U}/text
curl -sS -I -X GET {U}/text
curl -sS -I -X GET {U}/to/302//text
wget {U}/text
wget {U}/text; wget {U}/text; wget -nc {U}/text; ls
wget -q {U}/text -O -
wget -nv {U}/text -O out
wget -O - {U}/text
wget -S -O out {U}/text
wget {U}/missing
wget -nv {U}/missing
wget -q {U}/missing
wget {U}/status/500_Bad
wget --content-on-error -O out {U}/missing
wget -P d/e {U}/text
wget {U}/
wget '{U}/text?a=b'
wget -qO- {U}/to/302//text
wget {U}/to/302//text
wget -nv --trust-server-names {U}/to/302//text; ls
wget -nv {U}/to/302/file:///etc/passwd
wget -nv --max-redirect=2 {U}/loop/
wget -nv --max-redirect=0 {U}/to/302//text
wget --spider {U}/text
wget --spider -nv {U}/missing
wget --spider {U}/missing
wget -qO- --post-data 'a=b c' {U}/text
wget -qO- --post-file in {U}/text
wget --post-file nofile {U}/text
wget -qO- --method=PUT --body-data=z {U}/text
wget -qO- --method=DELETE {U}/text
wget -qO- --header 'X-A: b' --header 'Accept: z' -U agent --referer=r {U}/text
wget -qO- --user a --password b {U}/login
wget --user a --password b -O out {U}/login
wget --user a --password wrong {U}/login
wget {U}/login
wget -qO- --auth-no-challenge --user a --password b {U}/text
wget -nv --content-disposition {U}/named/x.bin; ls
wget -N {U}/dated; wget -N {U}/dated; stat -c %Y dated
wget -N {U}/text
wget -qO out {U}/range --header 'Range: bytes=0-9'; wget -c -O out {U}/range; wc -c out
wget -c {U}/text; wget -c {U}/text
printf '%s\n' {U}/text '' {U}/range | wget -nv -i -; ls
wget -i nofile
wget -t 1 {U}/cut -O out
wget -t 2 --waitretry=0 {U}/cut -O out
wget -t 1 {U}/silent
wget -t 1 -T 0.5 {U}/slow/3
wget -t 1 http://127.0.0.1:1/
wget {U}/none
wget {U}/empty
wget -qO- {U}/chunked
wget -O out {U}/chunked
wget -qO- {U}/until-close
wget -O out {U}/large
wget -nv {U}/text {U}/missing {U}/range
wget {U}/text {U}/range
wget -o log {U}/text; cat log
wget -q --no-cache -O- {U}/text
wget -q --compression=auto -O- {U}/gzip
wget -O no/dir {U}/text
wget foo://x
wget
wget --foo
wget -t
wget -nv -w 0.1 {U}/text {U}/text
wget --save-headers -qO- {U}/text
wget --method=PUT {U}/text -qO-
wget --body-data=x {U}/text
wget -q -t 2 --waitretry=0 -O- {U}/cut
wget -nv -S -O- {U}/text
wget -q -S -O- {U}/text
wget -nv --user=a --password=b -O- {U}/login
wget -qO- -U '' {U}/text
wget -qO- --method=put {U}/text
wget -qO- --https-only {U}/text
wget -qO- --save-cookies=jar {U}/session; grep -c plain jar; wget -qO- --save-cookies=jar --keep-session-cookies {U}/session; grep -c plain jar; rm jar
wget -nv --load-cookies=nofile -O- {U}/text
wget -nc -O text {U}/text; wget -nc -O text {U}/text {U}/range
"""

NORMAL = [
    (rb"after \d+ ms", b"after N ms"),
    (rb"after \d+ milliseconds", b"after N milliseconds"),
    (rb"-{24}[0-9a-f]{16}", b"BOUNDARY"),
    (rb"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", b"TIME"),
    (rb"\([0-9.]+ [KMGT]?B/s\)", b"(RATE)"),
    (rb" *[0-9.]+[ KMGT]=[0-9.]+s", b" RATE=TIME"),
    (rb"(?m)^( *\d+K[ .]*\d+%) +[0-9.]+[KMGT]? \d+s$", rb"\1 RATE LEFT"),
    (rb"in [0-9.]+s", b"in TIME"),
    (rb"time: [0-9.]+s", b"time: TIME"),
    # We keep no connections, so that nobody gets another one's.
    (rb"Reusing existing connection to 127\.0\.0\.1:\d+\.", b"Connecting to 127.0.0.1:PORT... connected."),
    (rb"Connecting to 127\.0\.0\.1:\d+\.\.\.", b"Connecting to 127.0.0.1:PORT..."),
    (rb"\* (Connection #0 to host 127\.0\.0\.1 left intact|Closing connection 0)\n", b"* END\n"),
    (rb"\{ \[\d+ bytes data\]\n", b""),
    # The meter.
    (rb"\r[^\n\r*]*--:--:--[^\n\r*]*", b"\rMETER"),
    (rb"(\rMETER)+\n?", b"METER\n"),
    (rb"\t\d{10}\t", b"\tEXPIRES\t"),
]


def normal(text):
    for pattern, by in NORMAL:
        text = re.sub(pattern, by, text)
    return text


def seen(requests):
    """What a server saw, without what is ours to say: how a body is framed and a connection kept, which packings we undo."""
    out = []
    for method, target, headers, body in requests:
        kept = []
        for name, value in headers:
            lower = name.lower()
            if lower in ("connection", "expect", "transfer-encoding"):
                continue
            if lower == "content-length" and (value == "0" or not body):
                continue
            if lower == "accept-encoding" and value.startswith("deflate, gzip"):
                value = "deflate, gzip"
            kept.append((lower, normal(value.encode("latin-1"))))
        if body and not any(name == "content-length" for name, _ in kept):
            kept.append(("content-length", str(len(body)).encode()))
        out.append((method, target, sorted(kept), normal(body)))
    return out


def files(directory):
    found = {}
    for where, _, names in os.walk(directory):
        for name in names:
            path = os.path.join(where, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, directory)] = normal(file.read())
    return found


def prepare(directory):
    os.makedirs(directory)
    with open(os.path.join(directory, "in"), "w") as file:
        file.write("line one\nline two\n")
    with open(os.path.join(directory, "form"), "w") as file:
        file.write("X-From: file %{http_code}\nX-Second: 2\n")
    with open(os.path.join(directory, "form2"), "w") as file:
        file.write('# a comment\n-s\nuser-agent = "from \\"config\\""\nheader: "X-C: d"\n--data x\n\n')


class Test:
    def __init__(self, arguments):
        self.arguments = arguments
        self.shell = arguments.shell
        self.server = Server()
        self.url = f"http://127.0.0.1:{self.server.port}"
        self.scratch = tempfile.mkdtemp(prefix="pysub-network-")
        self.failed = self.done = 0

    def script(self, text):
        return text.format(U=self.url, H=f"127.0.0.1:{self.server.port}")

    def real(self, script, directory):
        environment = {"PATH": os.environ["PATH"], "HOME": directory, "LC_ALL": "C.UTF-8"}
        return subprocess.run(["bash", "-c", script], cwd=directory, env=environment, capture_output=True, timeout=60, stdin=subprocess.DEVNULL)

    def ours(self, script, directory=None, options=(), timeout=60, allowed=True):
        command = [self.shell, *options]
        if allowed:
            command += [f"--allow-net=127.0.0.1:{self.server.port}", "--allow-net=127.0.0.1:1"]
        if directory:
            command += [f"--mount={directory}:/w:rw", "--cwd=/w", "--env=HOME=/w"]
        return subprocess.run([*command, "-c", script], capture_output=True, timeout=timeout, stdin=subprocess.DEVNULL)

    def fail(self, name, *lines):
        self.failed += 1
        print(f"FAILED: {name}")
        for line in lines:
            print(f"    {line}"[:2000])

    def same(self, text):
        script = self.script(text)
        self.done += 1
        parts = []
        for kind in ("real", "ours"):
            directory = os.path.join(self.scratch, kind)
            shutil.rmtree(directory, ignore_errors=True)
            prepare(directory)
            self.server.take()
            self.server.failures = 0
            run = (self.real if kind == "real" else self.ours)(script, directory)
            # (A connection that broke may be told of a little later.)
            parts.append({"stdout": normal(run.stdout), "stderr": normal(run.stderr), "status": run.returncode,
                          "files": files(directory), "requests": seen(self.server.take())})
        wrong = [f"{what}\n      real: {parts[0][what]!r}\n      ours: {parts[1][what]!r}" for what in parts[0] if parts[0][what] != parts[1][what]]
        if wrong:
            self.fail(text, *wrong)

    def check(self, name, condition, *lines):
        self.done += 1
        if not condition:
            self.fail(name, *lines)

    # ---- what only ours does

    def rules(self):
        run = self.ours("curl -sS {U}/text; wget -qO- {U}/text; wget -nv {U}/text; echo $?".format(U=self.url), allowed=False)
        self.check("no network", run.returncode == 0 and run.stdout == b"4\n" and b"this sandbox has no network" in run.stderr, run)
        port = self.server.port
        self.server.take()
        # A name that lies in this machine: with a rule for the name alone it is not reached, whoever resolves it.
        for name, address in (("evil.test", "127.0.0.1"), ("evil.test", "::1"), ("evil.test", "::ffff:127.0.0.1"), ("evil.test", "0.0.0.0")):
            run = self.ours(f"curl -sS -m 5 http://{name}:{port}/text", options=[f"--allow-net={name}:{port}", f"--net-name={name}={address}"])
            self.check(f"{name} is {address}", run.returncode == 7 and b"is not a public address" in run.stderr, run)
        # "localhost" is asked of the system's resolver: the address is checked where the connection is made.
        run = self.ours(f"curl -sS -m 5 http://localhost:{port}/text", options=[f"--allow-net=*:{port}"])
        self.check("localhost", run.returncode == 7 and b"is not a public address" in run.stderr, run)
        self.check("nothing was reached", self.server.take() == [])
        run = self.ours(f"curl -sS http://localhost:{port}/text", options=[f"--allow-net=localhost:{port}", "--allow-net-in=127.0.0.0/8", "--allow-net-in=::1"])
        self.check("localhost, allowed", run.stdout == b"some text\n", run)
        run = self.ours(f"curl -sS http://good.test:{port}/text", options=[f"--allow-net=good.test:{port}", "--allow-net-in=127.0.0.0/8", "--net-name=good.test=127.0.0.1"])
        self.check("a name of the policy", run.stdout == b"some text\n", run)
        self.check("its Host", dict(self.server.take()[-1][2])["Host"] == f"good.test:{port}")
        for to in ("http://169.254.169.254/latest/meta-data/", f"http://localhost:{port}/text", f"http://127.0.0.1:{port + 1}/", f"http://2130706433:{port}/",
                   f"http://0x7f.1:{port}/text", f"http://127.0.0.1.:{port}/text", "http://[::1]/", f"https://127.0.0.1:{port + 1}/"):
            run = self.ours(f"curl -sSL {self.url}/to/302/{to}; wget -qO- {self.url}/to/302/{to}")
            self.check(f"redirect to {to}", run.stdout == b"" and run.returncode == 4 and run.stderr.startswith(b"curl: (7) "), run)
        self.check("redirects reached nothing", all(target.startswith("/to/") for _, target, _, _ in self.server.take()))
        # Two servers: what was meant for one is not told to the other.
        other = Server()
        run = self.ours(f"curl -sSL -u a:b -H 'Authorization: x' -H 'Cookie: y' -H 'X: z' -b q=r {self.url}/to/302/http://127.0.0.1:{other.port}/text",
                        options=[f"--allow-net=127.0.0.1:{other.port}"])
        (method, target, headers, _), = other.take()
        self.check("secrets stay with their host", not {"authorization", "cookie"} & {name.lower() for name, _ in headers} and ("X", "z") in headers, headers)
        # The host's environment and files.
        environment = dict(os.environ, http_proxy="http://127.0.0.1:1", ALL_PROXY="http://127.0.0.1:1", HOME=self.scratch)
        with open(os.path.join(self.scratch, ".netrc"), "w") as file:
            file.write("machine 127.0.0.1 login a password b\n")
        run = subprocess.run([self.shell, f"--allow-net=127.0.0.1:{port}", "-c", f"curl -sS {self.url}/login"], env=environment, capture_output=True, timeout=60)
        self.check("no proxy, no .netrc", run.stdout == b"who are you\n", run)
        for option in ("-x http://127.0.0.1:1", "--resolve a:1:2", "--interface lo", "--unix-socket /x", "--cacert x", "--netrc", "--connect-to a:b:c:d", "--doh-url x"):
            run = self.ours(f"curl -sS {option} {self.url}/text")
            self.check(option, run.returncode == 2 and b"is not there in this sandbox" in run.stderr, run)
        for option in ("-r", "--limit-rate=1k", "-e x=y", "-m", "--ca-certificate=x"):
            run = self.ours(f"wget {option} {self.url}/text")
            self.check(f"wget {option}", run.returncode == 2 and b"not there in this sandbox" in run.stderr, run)
        for header in ("Host: other", "Content-Length: 3", "Transfer-Encoding: chunked", "Connection: upgrade"):
            run = self.ours(f"curl -sS -H '{header}' {self.url}/text")
            self.check(header, run.returncode == 7 and b"not the script's to set" in run.stderr, run)
        run = self.ours(f"curl -sS -H $'X: a\\r\\nY: b' {self.url}/text")
        self.check("a line end in a header", run.returncode == 7 and b"no header may have" in run.stderr, run)

    def hostile(self):
        for path, status in (("endless-heads", 56), ("endless-line", 56), ("endless-interim", 56), ("endless-body", None)):
            begun = time.monotonic()
            run = self.ours(f"curl -s -m 20 {self.url}/{path} | head -c 1000000 | wc -c; echo ${{PIPESTATUS[0]}}", timeout=60)
            wanted = b"0\n%d\n" % status if status else b"1000000\n141\n"
            if status is None:
                self.check(path, run.stdout.startswith(b"1000000\n"), run)
            else:
                self.check(path, run.stdout == wanted, run)
            self.check(f"{path}: time", time.monotonic() - begun < 15, time.monotonic() - begun)
        run = self.ours(f"curl -s {self.url}/endless-body > f", options=["--max-memory=20MB"], timeout=60)
        self.check("a body larger than the shell", run.returncode != 0, run)
        run = self.ours(f"curl -s {self.url}/slow/100", options=["--timeout=0.5"], timeout=10)
        self.check("the shell's time", run.returncode == 124, run)
        # Times that no file can have, in either direction.
        run = self.ours(f"curl -sR -o f {self.url}/far; wget -q {self.url}/far; stat -c %Y f far")
        self.check("a far date", run.stdout == b"9223372036\n9223372036\n", run)
        # A short format that makes gigabytes of a long URL, and texts that grow by a byte each time.
        run = self.ours("u=$(head -c 60000 /dev/zero | tr '\\0' a); curl -s \"file:///etc/hostname?$u\" -w \"$(printf '%%{url}%.0s' {1..10000})\"",
                        options=["--max-memory=100MB"], timeout=20)
        self.check("--write-out of much", run.returncode == 125 or len(run.stdout) > 60_000_000, run.returncode, len(run.stdout))
        begun = time.monotonic()
        run = self.ours("head -c 3000000 /dev/zero > big; { echo 'data-binary = @big'; yes 'data = a' | head -n 3000; echo url = file:///etc/hostname; } > w; curl -sK w",
                        timeout=60)
        self.check("-d again and again", run.stdout == b"sandbox\n" and time.monotonic() - begun < 5, run, time.monotonic() - begun)
        run = self.ours(f"curl -s {self.url}/text {self.url}/text {self.url}/text; echo $?", options=["--net-max-requests=2"])
        self.check("requests", run.stdout == b"some text\nsome text\n7\n", run)

    def lying_brokers(self):
        """Brokers in the hands of a server: whatever they say, the shell says that the request failed."""
        head = """#!/usr/bin/python3
import os, socket, struct, sys, time
host = socket.socket(fileno=3)
def frame(kind, exchange, payload): return struct.pack("<IBI", len(payload) + 5, kind, exchange) + payload
def send(data): host.sendall(data)
got = host.recv(65536)
TIMES = bytes(10)
HEAD = TIMES + bytes([19]) + b"HTTP/1.1 200 OK" + bytes([13, 10, 13, 10])
"""
        lies = {
            "ends": (7, "sys.exit(0)"),
            "nonsense": (7, "send(os.urandom(100000)); time.sleep(30)"),
            "a frame without end": (7, "send(struct.pack('<IBI', 0xffffffff, 5, 1)); time.sleep(30)"),
            "a short frame": (7, "send(struct.pack('<IBI', 4, 5, 1)); time.sleep(30)"),
            "an unknown kind": (7, "send(frame(9, 1, b'')); time.sleep(30)"),
            "a kind of the host's": (7, "send(frame(0, 1, b'')); time.sleep(30)"),
            "an exchange that never was": (7, "send(frame(5, 77, b'x')); time.sleep(30)"),
            "times that are none": (7, "send(frame(6, 1, bytes([255] * 5))); time.sleep(30)"),
            "a body before its head": (7, "send(frame(5, 1, b'x' * 10)); send(frame(6, 1, TIMES)); time.sleep(30)"),
            "a flood": (7, "send(frame(4, 1, HEAD)); [send(frame(5, 1, b'x' * 60000)) for _ in range(1000)]; time.sleep(30)"),
            "a flood of notes": (7, "[send(frame(3, 1, b'') * 5000) for _ in range(1000)]; time.sleep(30)"),
            "an end without a head": (52, "send(frame(6, 1, TIMES)); time.sleep(30)"),
            "the truth": (0, "send(frame(4, 1, HEAD)); send(frame(6, 1, TIMES)); time.sleep(30)"),
            "silence": (28, "time.sleep(30)"),
        }
        environment = dict(os.environ)
        for name, (status, code) in lies.items():
            path = os.path.join(self.scratch, "broker")
            with open(path, "w") as file:
                file.write(head + code + "\n")
            os.chmod(path, 0o755)
            environment["PYSUB_BROKER"] = path
            begun = time.monotonic()
            run = subprocess.run([self.shell, f"--allow-net=127.0.0.1:{self.server.port}", "-c", f"curl -sS -m 1 {self.url}/text; echo $?"], env=environment,
                                 capture_output=True, timeout=60, stdin=subprocess.DEVNULL)
            told = run.stdout.strip().split(b"\n")[-1].lstrip(b"x")
            self.check(f"a broker that lies: {name}", run.returncode == 0 and told == str(status).encode() and time.monotonic() - begun < 8, run, time.monotonic() - begun)

    def slow_names(self):
        """A name whose server never answers holds up nobody else."""
        source = os.path.join(self.scratch, "slow.c")
        with open(source, "w") as file:
            file.write("""#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <string.h>
#include <unistd.h>
int getaddrinfo(const char* name, const char* service, const struct addrinfo* hints, struct addrinfo** list) {
  if (name != 0 && strstr(name, "slow") != 0) { sleep(8); return EAI_AGAIN; }
  int (*real)(const char*, const char*, const struct addrinfo*, struct addrinfo**) = dlsym(RTLD_NEXT, "getaddrinfo");
  return real(name, service, hints, list);
}
""")
        if subprocess.run(["cc", "-shared", "-fPIC", "-o", source + ".so", source, "-ldl"], capture_output=True).returncode != 0:
            print("no cc: slow names are not tried")
            return
        broker = os.path.join(self.scratch, "slow-broker")
        with open(broker, "w") as file:
            file.write(f'#!/bin/sh\nLD_PRELOAD={source}.so exec {os.path.dirname(self.shell)}/pysub-broker "$@"\n')
        os.chmod(broker, 0o755)
        run = subprocess.run([self.shell, f"--allow-net=127.0.0.1:{self.server.port}", "--allow-net=slow.test", "-c",
                              f"curl -sS -m 1 http://slow.test/ & sleep 1.5; curl -sS -m 3 {self.url}/text; echo $?; wait $!; echo $?"],
                             env=dict(os.environ, PYSUB_BROKER=broker), capture_output=True, timeout=60, stdin=subprocess.DEVNULL)
        self.check("a slow name", run.stdout == b"some text\n0\n28\n", run)

    def broker_memory(self):
        """What was sent on to the host is not kept."""
        script = " & ".join([f"curl -s {self.url}/zeros/150000000 | wc -c"] * 4)
        process = subprocess.Popen([self.shell, f"--allow-net=127.0.0.1:{self.server.port}", "-c", f"{{ {script}; }}; wait"], stdout=subprocess.PIPE, text=True)
        most = 0
        while process.poll() is None:
            for child in subprocess.run(["pgrep", "-P", str(process.pid), "pysub-broker"], capture_output=True, text=True).stdout.split():
                try:
                    with open(f"/proc/{child}/status") as file:
                        most = max(most, int(re.search(r"VmHWM:\s+(\d+)", file.read()).group(1)))
                except (OSError, AttributeError):
                    pass
            time.sleep(0.05)
        self.check("the broker's memory", process.stdout.read() == "150000000\n" * 4 and 0 < most < 64 << 10, most)

    def saved(self):
        for script, stdout in ((f"curl -sS {self.url}/slow/0.5; echo $?", b"slow\n0\n"), (f"curl -sS -d x {self.url}/slow/0.5; echo $?", b"56\n")):
            at = os.path.join(self.scratch, "saved")
            self.server.take()
            self.ours(script, options=["--snapshot-at", "400000", at])  # (.4 s: the request has been sent)
            time.sleep(0.2)
            before = len(self.server.take())
            allow = f"--allow-net=127.0.0.1:{self.server.port}"
            run = subprocess.run([self.shell, allow, "--resume", at], capture_output=True, timeout=60, stdin=subprocess.DEVNULL)
            after = len(self.server.take())
            self.check(f"saved: {script}", run.stdout == stdout and (before, after) == (1, 0 if b"56" in stdout else 1), run, (before, after))

    def tls(self):
        certificate = os.path.join(self.scratch, "key.pem")
        made = subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=tls.test", "-addext",
                               "subjectAltName=DNS:tls.test", "-keyout", certificate, "-out", certificate + ".crt"], capture_output=True)
        if made.returncode != 0:
            print("no openssl: TLS is not tried")
            return
        with open(certificate, "a") as file:
            file.write(open(certificate + ".crt").read())
        server = Server(certificate)
        options = [f"--allow-net=https://tls.test:{server.port}", "--allow-net-in=127.0.0.1", "--net-name=tls.test=127.0.0.1"]
        url = f"https://tls.test:{server.port}"
        run = self.ours(f"curl -sS {url}/text", options=options)
        self.check("an unknown certificate", run.returncode == 60 and b"curl: (60) SSL certificate problem" in run.stderr, run)
        run = self.ours(f"wget -nv -O- {url}/text", options=options)
        self.check("wget: an unknown certificate", run.returncode == 5, run)
        run = self.ours(f"curl -sSk {url}/text", options=options)
        self.check("-k", run.returncode == 7 and b"must check the certificate" in run.stderr, run)
        run = self.ours(f"curl -sS {url}/text; wget -qO- {url}/text", options=[*options, f"--net-ca-file={certificate}.crt"])
        self.check("a certificate of the host's", run.stdout == b"some text\nsome text\n", run)
        # (The other side waits for the end of a line, which the bytes of the greeting have or have not.)
        run = self.ours(f"curl -sS -m 3 https://127.0.0.1:{self.server.port}/text")
        self.check("no TLS over there", run.returncode in (35, 28), run)

    def run(self):
        scripts = SAME.strip().split("\n")
        parts = {"rules": self.rules, "hostile": self.hostile, "lying_brokers": self.lying_brokers, "slow_names": self.slow_names, "broker_memory": self.broker_memory, "saved": self.saved, "tls": self.tls}
        only = self.arguments.only
        if self.arguments.list:
            print("\n".join([*scripts, *parts]))
            return 0
        for script in scripts:
            if only is None or only in script:
                self.same(script)
        for name, part in parts.items():
            if only is None or only in name:
                part()
        shutil.rmtree(self.scratch, ignore_errors=True)
        print(f"{self.done} checked, {self.failed} failed")
        return 1 if self.failed else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shell")
    parser.add_argument("--only")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    arguments.shell = os.path.abspath(arguments.shell)
    for program, wanted in (("curl", b"curl 7.88"), ("wget", b"GNU Wget 1.21")):
        path = shutil.which(program)
        if path is None or not subprocess.run([path, "--version"], capture_output=True).stdout.startswith(wanted):
            print(f"no {wanted.decode()}")
            return 77
    if not os.access(os.path.join(os.path.dirname(arguments.shell), "pysub-broker"), os.X_OK):
        print("no pysub-broker")
        return 77
    return Test(arguments).run()


if __name__ == "__main__":
    sys.exit(main())
