#ifndef PYSUB_SHELL_COMMANDS_COMMANDS_H_
#define PYSUB_SHELL_COMMANDS_COMMANDS_H_

// What each file of this folder gives to table.cc, which alone includes this: a new line compiles
// no other command anew.

#include "pysub/shell/command.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {

std::unique_ptr<Command> MakeAwk();
std::unique_ptr<Command> MakeBase64();
std::unique_ptr<Command> MakeBc();
std::unique_ptr<Command> MakeCat();
std::unique_ptr<Command> MakeChmod();
std::unique_ptr<Command> MakeChown();
std::unique_ptr<Command> MakeCmp();
std::unique_ptr<Command> MakeColumn();
std::unique_ptr<Command> MakeComm();
std::unique_ptr<Command> MakeCp();
std::unique_ptr<Command> MakeCsplit();
std::unique_ptr<Command> MakeCut();
std::unique_ptr<Command> MakeDate();
std::unique_ptr<Command> MakeDc();
std::unique_ptr<Command> MakeDd();
std::unique_ptr<Command> MakeDiff();
std::unique_ptr<Command> MakeDigest();
std::unique_ptr<Command> MakeDu();
std::unique_ptr<Command> MakeEcho();
std::unique_ptr<Command> MakeEnv();
std::unique_ptr<Command> MakeExpand();
std::unique_ptr<Command> MakeFactor();
std::unique_ptr<Command> MakeFile();
std::unique_ptr<Command> MakeFind();
std::unique_ptr<Command> MakeFmt();
std::unique_ptr<Command> MakeFold();
std::unique_ptr<Command> MakeGrep();
std::unique_ptr<Command> MakeGzip();
std::unique_ptr<Command> MakeHead();
std::unique_ptr<Command> MakeHexdump();
std::unique_ptr<Command> MakeIconv();
std::unique_ptr<Command> MakeInstall();
std::unique_ptr<Command> MakeJoin();
std::unique_ptr<Command> MakeJq();
std::unique_ptr<Command> MakeLn();
std::unique_ptr<Command> MakeLs();
std::unique_ptr<Command> MakeMkdir();
std::unique_ptr<Command> MakeMv();
std::unique_ptr<Command> MakeNice();
std::unique_ptr<Command> MakeNl();
std::unique_ptr<Command> MakeNohup();
std::unique_ptr<Command> MakeNumfmt();
std::unique_ptr<Command> MakeOd();
std::unique_ptr<Command> MakePaste();
std::unique_ptr<Command> MakePatch();
std::unique_ptr<Command> MakePrintf();
std::unique_ptr<Command> MakeRev();
std::unique_ptr<Command> MakeRm();
std::unique_ptr<Command> MakeSed();
std::unique_ptr<Command> MakeSeq();
std::unique_ptr<Command> MakeShuf();
std::unique_ptr<Command> MakeSleep();
std::unique_ptr<Command> MakeSort();
std::unique_ptr<Command> MakeSplit();
std::unique_ptr<Command> MakeStdbuf();
std::unique_ptr<Command> MakeStrings();
std::unique_ptr<Command> MakeTac();
std::unique_ptr<Command> MakeTail();
std::unique_ptr<Command> MakeTar();
std::unique_ptr<Command> MakeTee();
std::unique_ptr<Command> MakeTimeout();
std::unique_ptr<Command> MakeTr();
std::unique_ptr<Command> MakeTree();
std::unique_ptr<Command> MakeTsort();
std::unique_ptr<Command> MakeUnexpand();
std::unique_ptr<Command> MakeUniq();
std::unique_ptr<Command> MakeWc();
std::unique_ptr<Command> MakeXargs();
std::unique_ptr<Command> MakeXxd();
std::unique_ptr<Command> MakeYes();
Progress RunArch(CommandIo& io);
Progress RunBasename(CommandIo& io);
Progress RunDf(CommandIo& io);
Progress RunDirname(CommandIo& io);
Progress RunExpr(CommandIo& io);
Progress RunFalse(CommandIo& io);
Progress RunGetconf(CommandIo& io);
Progress RunGetopt(CommandIo& io);
Progress RunGroups(CommandIo& io);
Progress RunHostid(CommandIo& io);
Progress RunHostname(CommandIo& io);
Progress RunId(CommandIo& io);
Progress RunLink(CommandIo& io);
Progress RunLocale(CommandIo& io);
Progress RunLogname(CommandIo& io);
Progress RunMkfifo(CommandIo& io);
Progress RunMktemp(CommandIo& io);
Progress RunNproc(CommandIo& io);
Progress RunPrintenv(CommandIo& io);
Progress RunPwd(CommandIo& io);
Progress RunReadlink(CommandIo& io);
Progress RunRealpath(CommandIo& io);
Progress RunRmdir(CommandIo& io);
Progress RunStat(CommandIo& io);
Progress RunStty(CommandIo& io);
Progress RunSync(CommandIo& io);
Progress RunTest(CommandIo& io);
Progress RunTouch(CommandIo& io);
Progress RunTput(CommandIo& io);
Progress RunTrue(CommandIo& io);
Progress RunTruncate(CommandIo& io);
Progress RunTty(CommandIo& io);
Progress RunUname(CommandIo& io);
Progress RunUnlink(CommandIo& io);
Progress RunUsers(CommandIo& io);
Progress RunWhich(CommandIo& io);
Progress RunWhoami(CommandIo& io);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_COMMANDS_H_
