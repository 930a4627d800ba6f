// Numbers of signals, which WASI's own header has only for who says that he wants no more than
// that. They are Linux's.
#ifndef _WASI_EMULATED_SIGNAL
#define _WASI_EMULATED_SIGNAL
#endif
#include_next <signal.h>
