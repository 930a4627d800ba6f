#!/usr/bin/env python3
"""doxygen_filter.py HEADER: what Doxygen reads of it. The headers keep the comments of the house, `//` above a declaration or behind it;
Doxygen takes `///` and `///<`. So the headers look as all others do, editors show the same, and no second text has to be kept true.

A block of lines right above something belongs to it, and to overloads below that have none of their own; one behind something belongs
to that, with the lines below that go on in its column. A block above a blank line, and headings (`// ----`), belong to nothing. Three
spaces or more begin code, `kNotFound: ...` (a status code) an item of a list. What Doxygen would take for a command, a tag or a link is text here; `code` in backquotes stays.

Not part of the reference: `namespace internal`, what stands below a heading `// ---- for the compiler`, and what the language says of
itself: moving, and == of all members. Fields() and ToValue() of OsCalls are explained once, in front of them.
"""

import re
import sys

STATUS = re.compile(r" ?\b(k(?:Aborted|DataLoss|FailedPrecondition|Internal|InvalidArgument|NotFound|OutOfRange|PermissionDenied|ResourceExhausted|Unavailable)):")
SAYS_ITSELF = re.compile(r" *(\w+|\w+& operator=)\(\w+(&&)? ?\w*\) noexcept|.*operator==\(.*= default;|  static (void Fields|HostValue ToValue)\(")


def escaped(text):
    """(Doxygen ends a summary behind the point of `..`, and not where the code ends: code without a letter is text.)"""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") and re.search(r"\w", part) else re.sub(r"([\\<>#@&%])", r"\\\1", part.strip("`")) for part in parts)


def shown(comment):
    """The text behind `//`."""
    return "    " + comment if re.match(r"   +\S", comment) else escaped(comment)


def end_of_hidden(lines, at):
    """The line behind what is hidden from `at` on; None: nothing is."""
    if re.match(r" *namespace internal \{", lines[at]):
        end = "}  // namespace internal" if "}  // namespace internal" in lines[at:] else "}"
        return lines.index(end, at) + 1
    if re.match(r" *// ---- for the compiler", lines[at]):
        while not re.match(r"( *// ---- (?!for the compiler)| ?private:|\};)", lines[at]):
            at += 1
        return at
    if SAYS_ITSELF.match(lines[at]):
        end = "  }" if lines[at].endswith("{") else lines[at]
        while lines[at] != end:
            at += 1
        return at + 1
    return None


def filtered(lines):
    out, at = [], 0
    name, block = None, ""  # of what was explained last by a block
    while at < len(lines):
        line = lines[at]
        if hidden := end_of_hidden(lines, at):
            out += [""] * (hidden - at)
            at = hidden
        elif re.match(r" *// ----", line):
            out.append("")
            at += 1
        elif re.match(r" *//(?!/)", line):
            end = at
            while end < len(lines) and re.match(r" *//(?!/)(?! ----)", lines[end]):
                end += 1
            belongs = end < len(lines) and lines[end].strip() and "----" not in lines[end]
            texts = "\n".join(shown(re.match(r" *//(.*)$", text)[1]) for text in lines[at:end])
            texts = re.sub(r"(?m)^( \S.*)\n(     )", r"\1\n\n\2", STATUS.sub(r"\n - `\1`:", texts)).split("\n")
            out += [f"///{text}" if belongs else "" for text in texts]
            if belongs:
                found = re.search(r"(\w+|operator\S+)\(", lines[end])
                name, block = found and found[1], "\n".join(texts)
            at = end
        elif match := re.match(r"( *[^ /\"].*?)  //(?!/) (.*)$", line):
            code, comment = match[1].rstrip(), match[2]
            begin, column = at, len(code)
            at += 1
            while at < len(lines) and re.match(rf" {{{column},}}//(?!/)", lines[at]):
                comment += " " + lines[at].strip().removeprefix("//").strip()
                at += 1
            if several := re.fullmatch(r" *([\w:<>]+) (\w[^,()]*(?:, \w[^,()]*)+);", code):
                out.append(" ".join(f"{several[1]} {one}; /**< {escaped(comment)} */" for one in several[2].split(", ")))
            else:
                out.append(f"{code}  ///< {escaped(comment)}")
            out += [""] * (at - begin - 1)
        else:
            found = re.match(r"  \S", line) and re.search(r"(\w+|operator\S+)\(", line)
            explained = out and out[-1].startswith("///")
            if found and name == found[1] and not explained:
                line = "/**" + block.replace("\n", " ") + " */ " + line
            out.append(line)
            at += 1
    return out


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        print("\n".join(filtered(file.read().split("\n"))))
