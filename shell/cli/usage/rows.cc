// The tables themselves. docs/command-line.md has a row for each option here;
// command_table_test compares them.

#include "shell/cli/usage/table.h"

namespace pysub::usage {
namespace {

constexpr std::string_view kIsolations = "auto|subprocess|in-process";

constexpr Option kHelp = {.name = "--help", .other = "-h", .help = "print this help and exit"};
constexpr Option kVersion = {
    .name = "--version", .other = "-V", .help = "print the version and exit"};
constexpr Option kCompletions = {
    .name = "--completions",
    .kind = ValueKind::kChoice,
    .value = "bash|zsh|fish",
    .help = "print what that shell reads to complete this command line"};
constexpr Option kManual = {.name = "--manual", .help = "print the manual page, for man -l -"};
constexpr Option kSnapshotKeyFile = {
    .name = "--snapshot-key-file",
    .kind = ValueKind::kFile,
    .value = "FILE",
    .help =
        "seal what is saved with the key in FILE (16 bytes or more); take only what is sealed so"};
constexpr Option kVariable = {.name = "--env",
                              .kind = ValueKind::kVariable,
                              .value = "NAME=VALUE",
                              .help = "an environment variable"};
constexpr Option kIsolation = {
    .name = "--isolation",
    .kind = ValueKind::kChoice,
    .value = kIsolations,
    .help = "where Python runs: in a process walled off by the kernel, or in this one"};

constexpr Option kAboutOptions[] = {kVersion, kHelp, kCompletions, kManual};
constexpr Group kAbout = {"About the program", kAboutOptions};
constexpr Option kHelpOptions[] = {kHelp};
constexpr Group kOnlyHelp = {"", kHelpOptions};

// ---- pysub

constexpr Option kProgramOptions[] = {
    {.name = "-c",
     .kind = ValueKind::kText,
     .value = "cmd",
     .help = "program passed in as string; its last expression is echoed, but for x.write(...)",
     .last = true},
    {.name = "-m",
     .kind = ValueKind::kText,
     .value = "mod",
     .help = "run a module: a file or package of this directory; of the library json.tool, "
             "py_compile, timeit",
     .last = true},
    {.name = "--echo", .help = "show the value of a last expression"},
    {.name = "--no-echo", .help = "do not show it"},
    {.name = "-u", .help = "as python3 has it; what is written never waits for more here"},
    {.name = "-B", .help = "the same: nothing compiled is ever written"},
    {.name = "-E", .help = "as python3 has it: PYTHONPATH means nothing"},
    {.name = "-s", .help = "the same: there is never a user's site directory"},
    {.name = "-I", .help = "as python3 has it: -E, -s and --no-imports"},
    {.name = "--raw", .help = "leave control characters in output to a terminal as they are"},
    {.name = "--test-mode", .kind = ValueKind::kText, .value = "MODE"},
    {.name = "--limit", .kind = ValueKind::kText, .value = "NAME=VALUE"},
};
constexpr Group kProgramGroup = {"The program", kProgramOptions};
constexpr Operand kProgramOperands[] = {
    {"file, -", "program read from a file, from standard input"}, {"--", "no options follow"}};

constexpr Option kLimitOptions[] = {
    {.name = "--max-memory",
     .kind = ValueKind::kMemory,
     .value = "SIZE",
     .help = "bytes, or with KB, MB, GB"},
    {.name = "--max-duration",
     .kind = ValueKind::kSeconds,
     .value = "SECONDS",
     .help = "running time; --timeout is the same, as pysub-shell has it"},
    {.name = "--timeout", .kind = ValueKind::kSeconds, .value = "SECONDS"},
    {.name = "--max-steps",
     .kind = ValueKind::kCount,
     .value = "N",
     .help = "calls, loop iterations and the work of builtins"},
    {.name = "--max-allocations", .kind = ValueKind::kCount, .value = "N", .help = "objects made"},
    {.name = "--max-recursion-depth",
     .kind = ValueKind::kDepth,
     .value = "N",
     .help = "calls in each other"},
    {.name = "--max-output", .kind = ValueKind::kSize, .value = "SIZE", .help = "bytes written"},
};
constexpr Group kLimits = {"Limits (none by default but the recursion depth, 1000)", kLimitOptions};

constexpr Option kFileOptions[] = {
    {.name = "--mount",
     .kind = ValueKind::kMount,
     .value = "HOST:VIRTUAL[:ro|rw|overlay[:LIMIT]]",
     .help = "show directory HOST at the path VIRTUAL: only for reading (the default), as it is, "
             "or with changes kept "
             "in memory; LIMIT: of the bytes written, with 256 for each new name"},
    kVariable,
    {.name = "--cwd",
     .kind = ValueKind::kAbsolutePath,
     .value = "DIR",
     .help = "where relative paths begin, a path that the program sees"},
    {.name = "--imports",
     .kind = ValueKind::kDirectory,
     .value = "DIR",
     .help = "import the .py files in and below this directory of the host, which imports alone "
             "see (default: where the program FILE is, for -m "
             "this one, for others none)"},
    {.name = "--no-imports",
     .help = "import modules of the library only, and files that the program sees"},
};
constexpr Group kFiles = {
    "Files (none but an empty tree in memory with a /tmp) and environment (empty by default)",
    kFileOptions};

constexpr Option kSameOptions[] = {
    {.name = "--clock",
     .kind = ValueKind::kChoice,
     .value = "real|virtual",
     .help = "this machine's time, or one that begins with 2026 and goes on when it is looked at "
             "and by sleeping, which takes no time"},
    {.name = "--seed",
     .kind = ValueKind::kCount,
     .value = "N",
     .help = "random numbers that follow from N, not from the machine"},
};
constexpr Group kSame = {"To do the same in every run", kSameOptions};

constexpr Option kSavingOptions[] = {
    {.name = "--snapshot-at",
     .kind = ValueKind::kPositive,
     .value = "N",
     .help = "after N steps save the run to file OUT and end",
     .second = "OUT"},
    kSnapshotKeyFile,
};
constexpr Group kSaving = {"To stop and go on elsewhere", kSavingOptions};

constexpr Option kLookingOptions[] = {
    {.name = "--dump",
     .kind = ValueKind::kChoice,
     .value = "tokens|ast|scopes|code",
     .help = "show what the program is made into, and run nothing"},
    {.name = "--trace", .help = "one line an instruction, on standard error"},
    {.name = "--stats",
     .kind = ValueKind::kChoice,
     .value = "table|json",
     .help = "what the run used, on standard error",
     .optional = true},
    {.name = "--profile",
     .kind = ValueKind::kChoice,
     .value = "text|json|svg",
     .help = "where its CPU time went, by function and by line, on standard error; svg: a picture "
             "of who called whom"},
    {.name = "--coverage",
     .kind = ValueKind::kChoice,
     .value = "text|json|lcov",
     .help = "which lines of the program were executed, and how often, on standard error"},
    {.name = "--report-to",
     .kind = ValueKind::kFile,
     .value = "FILE",
     .help = "write what --profile or --coverage say to FILE"},
};
constexpr Group kLooking = {"To look inside", kLookingOptions};

constexpr const Group* kPysubGroups[] = {&kProgramGroup, &kLimits,  &kFiles, &kSame,
                                         &kSaving,       &kLooking, &kAbout};
constexpr const Group* kRunGroups[] = {&kProgramGroup, &kLimits,  &kFiles,   &kSame,
                                       &kSaving,       &kLooking, &kOnlyHelp};

constexpr Option kResumeOutputOptions[] = {
    {.name = "--raw", .help = "leave control characters in output to a terminal as they are"},
    kHelp};
constexpr Group kResumeOutput = {"", kResumeOutputOptions};
constexpr Group kResumeLimits = {"Limits, which can only be lowered", kLimitOptions};
constexpr Group kResumeSame = {"To do the same in every run (as in the saved run by default)",
                               kSameOptions};
constexpr Group kResumeFiles = {"Files and environment, which are not in the file", kFileOptions};
constexpr const Group* kResumeGroups[] = {&kResumeOutput, &kResumeLimits, &kResumeFiles,
                                          &kResumeSame, &kSaving};

constexpr Option kCheckOptions[] = {
    {.name = "--format",
     .kind = ValueKind::kChoice,
     .value = "text|json",
     .help = "how findings are shown; text: FILE:LINE:COLUMN: message [code]"},
    {.name = "--declare",
     .kind = ValueKind::kText,
     .value = "SIGNATURE",
     .help = "a function of the host that programs may call: \"search(query, /, limit=10)\""},
    {.name = "--declarations",
     .kind = ValueKind::kFile,
     .value = "FILE",
     .help = "a file of signatures, one a line"},
    {.name = "--max-memory",
     .kind = ValueKind::kMemory,
     .value = "SIZE",
     .help = "for each file: bytes, or with KB, MB, GB"},
    {.name = "--max-duration",
     .kind = ValueKind::kSeconds,
     .value = "SECONDS",
     .help = "for all of them"},
    kHelp,
};
constexpr Group kCheck = {"", kCheckOptions};
constexpr const Group* kCheckGroups[] = {&kCheck};

constexpr Option kSealedOptions[] = {kSnapshotKeyFile, kHelp};
constexpr Group kSealed = {"", kSealedOptions};
constexpr const Group* kSnapshotGroups[] = {&kSealed};
constexpr Option kInspectOptions[] = {{.name = "--format",
                                       .kind = ValueKind::kChoice,
                                       .value = "text|json",
                                       .help = "how it is shown; json: one object"},
                                      kSnapshotKeyFile,
                                      kHelp};
constexpr Group kInspect = {"", kInspectOptions};
constexpr const Group* kInspectGroups[] = {&kInspect};

constexpr Option kToolOptions[] = {
    {.name = "--json", .help = "speak JSON, which is all it speaks"},
    {.name = "--base",
     .kind = ValueKind::kDirectory,
     .value = "DIR",
     .help = "the directory that programs see as /workspace"},
    {.name = "--files",
     .kind = ValueKind::kChoice,
     .value = "overlay|read-only|read-write",
     .help = "what programs may do to it; overlay: changes end with the call"},
    kIsolation,
    {.name = "--timeout",
     .kind = ValueKind::kSeconds,
     .value = "SECONDS",
     .help = "the longest that a call may take"},
    kHelp,
};
constexpr Group kTool = {"", kToolOptions};
constexpr const Group* kToolGroups[] = {&kTool};
constexpr const Group* kHelpGroups[] = {&kOnlyHelp};

constexpr Command kPysubCommands[] = {
    {.name = "",
     .synopsis = "[-c cmd | -m mod | file | -] [arg] ...",
     .summary = "Runs a Python program in a sandbox: it reaches its standard streams and what it "
                "is given.",
     .groups = kPysubGroups,
     .operands = kProgramOperands,
     .ends_at_operand = true},
    {.name = "run",
     .synopsis = "[-c cmd | -m mod | file | -] [arg] ...",
     .summary = "Runs a program; the same without the word.",
     .groups = kRunGroups,
     .operands = kProgramOperands,
     .ends_at_operand = true},
    {.name = "resume",
     .synopsis = "FILE",
     .summary = "Goes on with a run that --snapshot-at saved.",
     .groups = kResumeGroups,
     .least_operands = 1,
     .most_operands = 1},
    {.name = "check",
     .synopsis = "FILE ...",
     .summary = "Says what is wrong with programs without running them: syntax errors, names that "
                "nobody binds, calls of own "
                "and declared functions with wrong arguments, unreachable code. Exit status 1 when "
                "there is something.",
     .groups = kCheckGroups,
     .least_operands = 1,
     .alias = "--check"},
    {.name = "snapshot inspect",
     .synopsis = "FILE",
     .summary = "Shows what is in a saved run: what it used, its frames, locals, globals and "
                "objects. Nothing of it runs.",
     .groups = kInspectGroups,
     .least_operands = 1,
     .most_operands = 1},
    {.name = "snapshot verify",
     .synopsis = "FILE",
     .summary = "Says whether a saved run can go on here.",
     .groups = kSnapshotGroups,
     .least_operands = 1,
     .most_operands = 1},
    {.name = "snapshot diff",
     .synopsis = "FILE FILE",
     .summary = "Compares what inspect shows of two; exit status 1 when they differ.",
     .groups = kSnapshotGroups,
     .least_operands = 2,
     .most_operands = 2},
    {.name = "doctor",
     .synopsis = "",
     .summary = "Tells versions and which protections this kernel gives to workers. Exit status 1 "
                "when one is missing that is required.",
     .groups = kHelpGroups,
     .most_operands = 0},
    {.name = "tool run-python",
     .synopsis = "--json <request",
     .summary = "Runs Python for an agent: one JSON request on standard input, one JSON answer on "
                "standard output. "
                "Request: {\"code\", \"scriptPath\", \"workingDirectory\", \"timeout\"}.",
     .groups = kToolGroups,
     .most_operands = 0},
    {.name = "tool describe",
     .synopsis = "",
     .summary = "Prints name, description and input schema of the tool as JSON, which is what a "
                "model is told.",
     .groups = kHelpGroups,
     .most_operands = 0},
};

constexpr ExitStatus kPysubStatuses[] = {
    {"0", "the program ended, or what was asked for was done"},
    {"1", "an uncaught exception, a syntax error or a limit"},
    {"2", "a wrong command line, or a file that cannot be read"},
    {"120", "standard output did not take everything"},
    {"N", "the program said so: sys.exit(N)"},
};

// ---- pysub-shell

constexpr Option kScriptOptions[] = {
    {.name = "-c",
     .kind = ValueKind::kText,
     .value = "script",
     .help = "the script itself; behind it $0 and the arguments",
     .last = true},
    {.name = "-i",
     .help = "an interactive shell, also where standard input is no terminal: prompts, history, "
             "aliases, ~/.bashrc"},
    {.name = "--json",
     .help = "print {exit_code, stdout, stderr, duration_ms, limit} at the end; limit: null, or "
             "the name of the one that ended the script"},
    {.name = "--raw", .help = "leave control characters in output to a terminal as they are"},
    {.name = "--timeout",
     .kind = ValueKind::kSeconds,
     .value = "SECONDS",
     .help = "end the script after that time; --max-duration is the same, as pysub has it"},
    {.name = "--max-duration", .kind = ValueKind::kSeconds, .value = "SECONDS"},
    {.name = "--max-memory",
     .kind = ValueKind::kMemory,
     .value = "SIZE",
     .help = "memory of the script and of its files: bytes, or with KB, MB, GB (default: 256MB)"},
    {.name = "--max-output",
     .kind = ValueKind::kSize,
     .value = "SIZE",
     .help = "bytes written to standard output and error (default: 64MB)"},
    {.name = "--max-steps",
     .kind = ValueKind::kCount,
     .value = "N",
     .help = "work: about a byte looked at each (default: no limit)"},
};
constexpr Group kScript = {"The script", kScriptOptions};
constexpr Operand kScriptOperands[] = {{"file", "script read from a file of the host"},
                                       {"--", "no options follow"}};

constexpr Option kShellFileOptions[] = {
    {.name = "--mount",
     .kind = ValueKind::kMount,
     .value = "HOST:VIRTUAL[:ro|rw|overlay[:LIMIT]]",
     .help = "show directory HOST at the path VIRTUAL: only for reading, as it is, or with changes "
             "kept in memory (the "
             "default); LIMIT: of the bytes written, with 256 for each new name"},
    kVariable,
    {.name = "--cwd",
     .kind = ValueKind::kAbsolutePath,
     .value = "DIR",
     .help = "where the shell starts (default: /home/user)"},
};
constexpr Group kShellFiles = {"Files and environment", kShellFileOptions};

constexpr Option kShellPythonOptions[] = {
    {.name = "--no-python", .help = "python3 and python are not found"},
    {.name = "--echo",
     .help = "show the value of a last expression of each program (by default: of -c)"},
    {.name = "--no-echo", .help = "show it of none"},
    kIsolation,
};
constexpr Group kShellPython = {"Python in the shell (in this process by default)",
                                kShellPythonOptions};

constexpr Option kShellSavingOptions[] = {
    {.name = "--snapshot-at",
     .kind = ValueKind::kPositive,
     .value = "WORK",
     .help = "after so much work (about a byte looked at) the shell is saved to OUT and ends",
     .second = "OUT"},
    {.name = "--resume",
     .kind = ValueKind::kFile,
     .value = "FILE",
     .help = "go on with what was saved; mounts and python are given again"},
};
constexpr Group kShellSaving = {"To stop and go on elsewhere", kShellSavingOptions};
constexpr Option kShellNetworkOptions[] = {
    {.name = "--allow-net",
     .kind = ValueKind::kText,
     .value = "[SCHEME://]HOST[:PORT]",
     .help = "curl and wget may reach this host: a name, *.NAME, or an address (again for more)"},
    {.name = "--allow-net-in",
     .kind = ValueKind::kText,
     .value = "NETWORK",
     .help = "the names of these hosts may have addresses in NETWORK, such as 10.1.0.0/16, too; by "
             "default only those that are public"},
    {.name = "--net-name",
     .kind = ValueKind::kVariable,
     .value = "NAME=ADDRESS",
     .help = "the address of a name that is not to be asked for"},
    {.name = "--net-ca-file",
     .kind = ValueKind::kFile,
     .value = "FILE",
     .help = "certificates that are believed in place of the system's"},
    {.name = "--net-max-requests",
     .kind = ValueKind::kPositive,
     .value = "N",
     .help = "requests in all (default: 1000)"},
};
constexpr Group kShellNetwork = {"Network (none by default)", kShellNetworkOptions};
constexpr const Group* kShellGroups[] = {&kScript,       &kShellFiles,  &kShellPython,
                                         &kShellNetwork, &kShellSaving, &kAbout};

constexpr Command kShellCommands[] = {
    {.name = "",
     .synopsis = "[-c script [name [arg ...]] | file [arg ...]]",
     .summary = "Runs a script of bash's language over files of its own: nothing of the host is "
                "visible but what --mount "
                "shows. Without a script it reads standard input; on a terminal it is a prompt.",
     .groups = kShellGroups,
     .operands = kScriptOperands,
     .ends_at_operand = true},
};

constexpr ExitStatus kShellStatuses[] = {
    {"N", "of the last command, as in bash; 1 for 0 where standard output did not take everything"},
    {"2", "a wrong command line"},
    {"124", "the time limit"},
    {"125", "another limit"},
    {"127", "a script that cannot be read, or a command that is not found"},
};

// ---- pysub-worker

constexpr Option kWorkerOptions[] = {
    {.name = "--may-lack",
     .kind = ValueKind::kText,
     .value = "PROTECTION",
     .help = "do without it where the kernel has none"},
    {.name = "--must-have",
     .kind = ValueKind::kText,
     .value = "PROTECTION",
     .help = "refuse to run without it"},
    {.name = "--protections", .help = "try all of them here, say which there are and exit"},
};
constexpr Group kWorkerGroup = {"Protections", kWorkerOptions};
constexpr const Group* kWorkerGroups[] = {&kWorkerGroup, &kAbout};

constexpr Command kWorkerCommands[] = {
    {.name = "",
     .synopsis = "",
     .summary = "Runs one program, walled off by the kernel, for the host at the other end of "
                "descriptor 3. It is started "
                "by programs that use pysub, not by hand.",
     .groups = kWorkerGroups,
     .most_operands = 0},
};
constexpr ExitStatus kWorkerStatuses[] = {{"2", "a wrong command line, or no host"}};

// ---- pysub-broker

constexpr Option kBrokerOptions[] = {
    {.name = "--ca-file",
     .kind = ValueKind::kFile,
     .value = "FILE",
     .help = "certificates to trust instead of the system's"},
};
constexpr Group kBrokerGroup = {"Network", kBrokerOptions};
constexpr const Group* kBrokerGroups[] = {&kBrokerGroup, &kAbout};

constexpr Command kBrokerCommands[] = {
    {.name = "",
     .synopsis = "",
     .summary = "Sends the requests of sandboxed shells, for the host at the other end of "
                "descriptor 3, by the rules that it gives. It is started by programs that use "
                "pysub, not by hand.",
     .groups = kBrokerGroups,
     .most_operands = 0},
};
constexpr ExitStatus kBrokerStatuses[] = {
    {"2", "a wrong command line, or no host"},
    {"3", "this kernel has no filters of calls (seccomp)"},
};

// ---- pysub-agent

constexpr Option kConfigFile = {
    .name = "--config",
    .kind = ValueKind::kFile,
    .value = "FILE",
    .help = "mounts, permissions and limits: /usr/share/doc/pysub/agent.md"};
constexpr Option kPrintConfig = {
    .name = "--print-config",
    .kind = ValueKind::kChoice,
    .value = "all|claude|cursor|vscode|codex|gemini|zed",
    .help = "print what these clients want in their settings, and exit",
    .optional = true};
constexpr Option kHttpAddress = {.name = "--http",
                                 .kind = ValueKind::kText,
                                 .value = "ADDRESS:PORT",
                                 .help = "where to listen: 127.0.0.1:8931"};
constexpr Option kMcpOptions[] = {kConfigFile, kPrintConfig, kHelp};
constexpr Option kServeOptions[] = {kHttpAddress, kConfigFile, kPrintConfig, kHelp};
constexpr Group kServe = {"", kServeOptions};
constexpr const Group* kServeGroups[] = {&kServe};
constexpr Group kMcp = {"", kMcpOptions};
constexpr const Group* kMcpGroups[] = {&kMcp};
constexpr Option kDoctorOptions[] = {kConfigFile, kHttpAddress, kHelp};
constexpr Group kDoctor = {"", kDoctorOptions};
constexpr const Group* kDoctorGroups[] = {&kDoctor};
constexpr const Group* kAgentGroups[] = {&kAbout};

// Durable sessions.
constexpr Option kStore = {
    .name = "--store",
    .kind = ValueKind::kText,
    .value = "URL",
    .help =
        "where sessions are: sqlite:PATH, a file that create and work make when it is missing, or "
        "postgresql://HOST/DATABASE"};
constexpr Option kKeys = {
    .name = "--keys",
    .kind = ValueKind::kFile,
    .value = "FILE",
    .help = "the keys that seal states, of each tenant: /usr/share/doc/pysub/sessions.md"};
constexpr Option kTenant = {.name = "--tenant",
                            .kind = ValueKind::kText,
                            .value = "NAME",
                            .help = "whose sessions (default: all; of a new one: default)"};
constexpr Option kJson = {.name = "--json", .help = "a line of JSON for each"};
constexpr Option kOnceKey = {.name = "--key",
                             .kind = ValueKind::kText,
                             .value = "TEXT",
                             .help = "the same twice is done once"};
constexpr Option kTitle = {
    .name = "--title", .kind = ValueKind::kText, .value = "TEXT", .help = "for people"};
constexpr Option kCode = {
    .name = "-c", .kind = ValueKind::kText, .value = "code", .help = "the code itself"};
constexpr Option kJsonValue = {.name = "--value",
                               .kind = ValueKind::kText,
                               .value = "JSON",
                               .help = "the value (default: null)"};
constexpr Option kWorkOptions[] = {
    kStore,
    kKeys,
    kTenant,
    {.name = "--call",
     .kind = ValueKind::kVariable,
     .value = "NAME=PROGRAM",
     .help = "answer calls of NAME by this program: its arguments as JSON on standard input, the "
             "key in PYSUB_KEY, the answer as JSON on standard output"},
    {.name = "--call-timeout",
     .kind = ValueKind::kSeconds,
     .value = "SECONDS",
     .help = "how long such a program may take (default: 60)"},
    {.name = "--lease",
     .kind = ValueKind::kSeconds,
     .value = "SECONDS",
     .help = "after which another worker takes a session of one that is gone (default: 30)"},
    {.name = "--crashes",
     .kind = ValueKind::kPositive,
     .value = "N",
     .help = "park a session whose workers died N times (default: 5)"},
    {.name = "--until-idle", .help = "exit when there is nothing to do now"},
    kHelp};
constexpr Group kWork = {"", kWorkOptions};
constexpr const Group* kWorkGroups[] = {&kWork};
constexpr Option kCreateOptions[] = {
    kStore,
    kKeys,
    kTenant,
    {.name = "--kind",
     .kind = ValueKind::kChoice,
     .value = "python|shell",
     .help = "what the code is (default: python)"},
    {.name = "--function",
     .kind = ValueKind::kText,
     .value = "SIGNATURE",
     .help =
         "a function that is answered from outside, and never run twice: charge(order, amount)"},
    {.name = "--idempotent",
     .kind = ValueKind::kText,
     .value = "SIGNATURE",
     .help = "one that may be run again when it is not known whether it was"},
    {.name = "--max-memory",
     .kind = ValueKind::kMemory,
     .value = "SIZE",
     .help = "memory of the session (default: 64MB)"},
    {.name = "--timeout",
     .kind = ValueKind::kSeconds,
     .value = "SECONDS",
     .help = "time of running of the program and of each feed (default: 60)"},
    kTitle,
    kOnceKey,
    kCode,
    kHelp};
constexpr Group kCreate = {"", kCreateOptions};
constexpr const Group* kCreateGroups[] = {&kCreate};
constexpr Option kListOptions[] = {
    kStore,
    kTenant,
    {.name = "--state",
     .kind = ValueKind::kChoice,
     .value = "ready|running|waiting|sleeping|parked|done|failed|cancelled",
     .help = "those alone"},
    kJson,
    kHelp};
constexpr Group kSessionList = {"", kListOptions};
constexpr const Group* kListGroups[] = {&kSessionList};
constexpr Option kShowOptions[] = {kStore, kTenant, kJson, kHelp};
constexpr Group kSessionShow = {"", kShowOptions};
constexpr const Group* kShowGroups[] = {&kSessionShow};
constexpr Option kOneOptions[] = {kStore, kTenant, kHelp};
constexpr Group kOne = {"", kOneOptions};
constexpr const Group* kOneGroups[] = {&kOne};
constexpr Option kFeedOptions[] = {kStore, kTenant, kOnceKey, kCode, kHelp};
constexpr Group kFeed = {"", kFeedOptions};
constexpr const Group* kFeedGroups[] = {&kFeed};
constexpr Option kSignalOptions[] = {kStore, kTenant, kOnceKey, kJsonValue, kHelp};
constexpr Group kSignal = {"", kSignalOptions};
constexpr const Group* kSignalGroups[] = {&kSignal};
constexpr Option kAnswerOptions[] = {
    kStore,
    kTenant,
    kJsonValue,
    {.name = "--error",
     .kind = ValueKind::kText,
     .value = "TEXT",
     .help = "the call raises RuntimeError with it"},
    {.name = "--again", .help = "it did not happen, and is to be run again"},
    kHelp};
constexpr Group kAnswer = {"", kAnswerOptions};
constexpr const Group* kAnswerGroups[] = {&kAnswer};
constexpr Option kCancelOptions[] = {
    kStore,
    kTenant,
    {.name = "--reason", .kind = ValueKind::kText, .value = "TEXT", .help = "for people"},
    kHelp};
constexpr Group kCancel = {"", kCancelOptions};
constexpr const Group* kCancelGroups[] = {&kCancel};
constexpr Option kForkOptions[] = {kStore, kKeys, kTenant, kTitle, kOnceKey, kHelp};
constexpr Group kFork = {"", kForkOptions};
constexpr const Group* kForkGroups[] = {&kFork};
constexpr Option kResealOptions[] = {kStore, kKeys, kTenant, kHelp};
constexpr Group kReseal = {"", kResealOptions};
constexpr const Group* kResealGroups[] = {&kReseal};
constexpr Option kOutboxOptions[] = {kStore,
                                     kTenant,
                                     {.name = "--remove",
                                      .kind = ValueKind::kCount,
                                      .value = "NUMBER",
                                      .help = "this one was delivered, and goes"},
                                     kHelp};
constexpr Group kOutbox = {"", kOutboxOptions};
constexpr const Group* kOutboxGroups[] = {&kOutbox};
constexpr Option kGcOptions[] = {kStore,
                                 kTenant,
                                 {.name = "--older-than",
                                  .kind = ValueKind::kSeconds,
                                  .value = "SECONDS",
                                  .help = "that did not change for so long (default: a week)"},
                                 kHelp};
constexpr Group kGc = {"", kGcOptions};
constexpr const Group* kGcGroups[] = {&kGc};
constexpr Operand kSessionOperand[] = {{"ID", "of the session"}};
constexpr Operand kSignalOperands[] = {{"ID", "of the session"}, {"NAME", "of the signal"}};
constexpr Operand kCallOperands[] = {{"ID", "of the session"}, {"CALL", "the number of the call"}};
constexpr Operand kFeedOperands[] = {{"ID", "of the session"},
                                     {"file", "the code; -: standard input"}};
constexpr Operand kCreateOperands[] = {{"file", "the code; -: standard input"}};

constexpr Command kAgentCommands[] = {
    {.name = "",
     .synopsis = "mcp | serve | work | sessions | doctor",
     .summary = "Gives agents Python, a shell and files in a sandbox, by the Model Context "
                "Protocol, and sessions that outlive it.",
     .groups = kAgentGroups,
     .most_operands = 0},
    {.name = "mcp",
     .synopsis = "",
     .summary = "Serves one client on standard input and output, until the input ends. It is "
                "started by clients, whose settings --print-config prints.",
     .groups = kMcpGroups,
     .most_operands = 0},
    {.name = "serve",
     .synopsis = "",
     .summary = "Serves many clients over HTTP, at http://ADDRESS:PORT/mcp, until SIGTERM. Only "
                "addresses of this machine do without tokens.",
     .groups = kServeGroups,
     .most_operands = 0},
    {.name = "doctor",
     .synopsis = "",
     .summary = "Tells what is missing here: a good configuration, an address that is free, "
                "workers, and what the kernel gives to them. Exit status 1 when something is.",
     .groups = kDoctorGroups,
     .most_operands = 0},
    {.name = "work",
     .synopsis = "--store URL",
     .summary = "Goes on with durable sessions, until SIGTERM: a session that runs then is stored "
                "where it stands. Any number of workers share a store.",
     .groups = kWorkGroups,
     .most_operands = 0},
    {.name = "sessions create",
     .synopsis = "--store URL file | -c code",
     .summary = "Makes a durable session and prints its id. A worker begins with it.",
     .groups = kCreateGroups,
     .operands = kCreateOperands,
     .most_operands = 1},
    {.name = "sessions list",
     .synopsis = "--store URL",
     .summary = "Prints id, state, tenant, kind, number of transitions and title of each session.",
     .groups = kListGroups,
     .most_operands = 0},
    {.name = "sessions show",
     .synopsis = "--store URL ID",
     .summary = "Prints what a session waits for, its calls and its result.",
     .groups = kShowGroups,
     .operands = kSessionOperand,
     .least_operands = 1,
     .most_operands = 1,
     .operand_kind = ValueKind::kText},
    {.name = "sessions log",
     .synopsis = "--store URL ID",
     .summary = "Prints what happened to a session, its output too.",
     .groups = kShowGroups,
     .operands = kSessionOperand,
     .least_operands = 1,
     .most_operands = 1,
     .operand_kind = ValueKind::kText},
    {.name = "sessions feed",
     .synopsis = "--store URL ID file | -c code",
     .summary = "More code for a session, which runs when what runs now has ended.",
     .groups = kFeedGroups,
     .operands = kFeedOperands,
     .least_operands = 1,
     .most_operands = 2,
     .operand_kind = ValueKind::kText},
    {.name = "sessions signal",
     .synopsis = "--store URL ID NAME",
     .summary = "What a program gets from wait_signal(NAME).",
     .groups = kSignalGroups,
     .operands = kSignalOperands,
     .least_operands = 2,
     .most_operands = 2,
     .operand_kind = ValueKind::kText},
    {.name = "sessions answer",
     .synopsis = "--store URL ID CALL",
     .summary = "Answers a call of a session; the first answer counts.",
     .groups = kAnswerGroups,
     .operands = kCallOperands,
     .least_operands = 2,
     .most_operands = 2,
     .operand_kind = ValueKind::kText},
    {.name = "sessions resume",
     .synopsis = "--store URL ID",
     .summary = "Lets a parked session run again.",
     .groups = kOneGroups,
     .operands = kSessionOperand,
     .least_operands = 1,
     .most_operands = 1,
     .operand_kind = ValueKind::kText},
    {.name = "sessions cancel",
     .synopsis = "--store URL ID",
     .summary = "Ends a session wherever it stands.",
     .groups = kCancelGroups,
     .operands = kSessionOperand,
     .least_operands = 1,
     .most_operands = 1,
     .operand_kind = ValueKind::kText},
    {.name = "sessions fork",
     .synopsis = "--store URL ID",
     .summary = "Makes a second session in the same state and prints its id.",
     .groups = kForkGroups,
     .operands = kSessionOperand,
     .least_operands = 1,
     .most_operands = 1,
     .operand_kind = ValueKind::kText},
    {.name = "sessions export",
     .synopsis = "--store URL ID",
     .summary = "Prints all that the store has of a session as JSON, its sealed state as base64.",
     .groups = kOneGroups,
     .operands = kSessionOperand,
     .least_operands = 1,
     .most_operands = 1,
     .operand_kind = ValueKind::kText},
    {.name = "sessions outbox",
     .synopsis = "--store URL",
     .summary = "Prints what sessions said to the outside and nobody has removed, a line of JSON "
                "for each.",
     .groups = kOutboxGroups,
     .most_operands = 0},
    {.name = "sessions reseal",
     .synopsis = "--store URL --keys FILE",
     .summary = "Seals all states with the newest key of their tenant.",
     .groups = kResealGroups,
     .most_operands = 0},
    {.name = "sessions gc",
     .synopsis = "--store URL",
     .summary = "Removes sessions that have ended.",
     .groups = kGcGroups,
     .most_operands = 0},
};
constexpr ExitStatus kAgentStatuses[] = {
    {"0", "the input has ended, or what was asked for was done"},
    {"1", "nobody read what was answered; doctor: something is missing; sessions: it was refused"},
    {"2", "a wrong command line or configuration, an address that cannot be had"},
};

}  // namespace

constexpr Program kPysub = {"pysub", "Python programs in a sandbox", kPysubCommands,
                            kPysubStatuses};
constexpr Program kShell = {"pysub-shell", "a sandboxed shell", kShellCommands, kShellStatuses};
constexpr Program kWorker = {"pysub-worker", "one program, walled off by the kernel",
                             kWorkerCommands, kWorkerStatuses};
constexpr Program kBroker = {"pysub-broker", "the network of sandboxed shells", kBrokerCommands,
                             kBrokerStatuses};
constexpr Program kAgent = {"pysub-agent", "Python and a shell for agents", kAgentCommands,
                            kAgentStatuses};

}  // namespace pysub::usage
