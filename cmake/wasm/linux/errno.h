// The errors of Linux by their numbers, for pysub as WebAssembly: programs, snapshots and
// recordings have these, whatever machine wrote them, and WASI has its own (ENOENT is 44). What the
// C library itself leaves in errno is one of WASI's: pysub compares that with 0 only.
#include_next <errno.h>

#ifndef PYSUB_CMAKE_WASM_LINUX_ERRNO_H_
#define PYSUB_CMAKE_WASM_LINUX_ERRNO_H_

#undef EPERM
#define EPERM 1
#undef ENOENT
#define ENOENT 2
#undef ESRCH
#define ESRCH 3
#undef EINTR
#define EINTR 4
#undef EIO
#define EIO 5
#undef ENXIO
#define ENXIO 6
#undef E2BIG
#define E2BIG 7
#undef ENOEXEC
#define ENOEXEC 8
#undef EBADF
#define EBADF 9
#undef ECHILD
#define ECHILD 10
#undef EAGAIN
#define EAGAIN 11
#undef EWOULDBLOCK
#define EWOULDBLOCK 11
#undef ENOMEM
#define ENOMEM 12
#undef EACCES
#define EACCES 13
#undef EFAULT
#define EFAULT 14
#undef ENOTBLK
#define ENOTBLK 15
#undef EBUSY
#define EBUSY 16
#undef EEXIST
#define EEXIST 17
#undef EXDEV
#define EXDEV 18
#undef ENODEV
#define ENODEV 19
#undef ENOTDIR
#define ENOTDIR 20
#undef EISDIR
#define EISDIR 21
#undef EINVAL
#define EINVAL 22
#undef ENFILE
#define ENFILE 23
#undef EMFILE
#define EMFILE 24
#undef ENOTTY
#define ENOTTY 25
#undef ETXTBSY
#define ETXTBSY 26
#undef EFBIG
#define EFBIG 27
#undef ENOSPC
#define ENOSPC 28
#undef ESPIPE
#define ESPIPE 29
#undef EROFS
#define EROFS 30
#undef EMLINK
#define EMLINK 31
#undef EPIPE
#define EPIPE 32
#undef EDOM
#define EDOM 33
#undef ERANGE
#define ERANGE 34
#undef EDEADLK
#define EDEADLK 35
#undef EDEADLOCK
#define EDEADLOCK 35
#undef ENAMETOOLONG
#define ENAMETOOLONG 36
#undef ENOLCK
#define ENOLCK 37
#undef ENOSYS
#define ENOSYS 38
#undef ENOTEMPTY
#define ENOTEMPTY 39
#undef ELOOP
#define ELOOP 40
#undef ENOMSG
#define ENOMSG 42
#undef EIDRM
#define EIDRM 43
#undef ECHRNG
#define ECHRNG 44
#undef EL2NSYNC
#define EL2NSYNC 45
#undef EL3HLT
#define EL3HLT 46
#undef EL3RST
#define EL3RST 47
#undef ELNRNG
#define ELNRNG 48
#undef EUNATCH
#define EUNATCH 49
#undef ENOCSI
#define ENOCSI 50
#undef EL2HLT
#define EL2HLT 51
#undef EBADE
#define EBADE 52
#undef EBADR
#define EBADR 53
#undef EXFULL
#define EXFULL 54
#undef ENOANO
#define ENOANO 55
#undef EBADRQC
#define EBADRQC 56
#undef EBADSLT
#define EBADSLT 57
#undef EBFONT
#define EBFONT 59
#undef ENOSTR
#define ENOSTR 60
#undef ENODATA
#define ENODATA 61
#undef ETIME
#define ETIME 62
#undef ENOSR
#define ENOSR 63
#undef ENONET
#define ENONET 64
#undef ENOPKG
#define ENOPKG 65
#undef EREMOTE
#define EREMOTE 66
#undef ENOLINK
#define ENOLINK 67
#undef EADV
#define EADV 68
#undef ESRMNT
#define ESRMNT 69
#undef ECOMM
#define ECOMM 70
#undef EPROTO
#define EPROTO 71
#undef EMULTIHOP
#define EMULTIHOP 72
#undef EDOTDOT
#define EDOTDOT 73
#undef EBADMSG
#define EBADMSG 74
#undef EOVERFLOW
#define EOVERFLOW 75
#undef ENOTUNIQ
#define ENOTUNIQ 76
#undef EBADFD
#define EBADFD 77
#undef EREMCHG
#define EREMCHG 78
#undef ELIBACC
#define ELIBACC 79
#undef ELIBBAD
#define ELIBBAD 80
#undef ELIBSCN
#define ELIBSCN 81
#undef ELIBMAX
#define ELIBMAX 82
#undef ELIBEXEC
#define ELIBEXEC 83
#undef EILSEQ
#define EILSEQ 84
#undef ERESTART
#define ERESTART 85
#undef ESTRPIPE
#define ESTRPIPE 86
#undef EUSERS
#define EUSERS 87
#undef ENOTSOCK
#define ENOTSOCK 88
#undef EDESTADDRREQ
#define EDESTADDRREQ 89
#undef EMSGSIZE
#define EMSGSIZE 90
#undef EPROTOTYPE
#define EPROTOTYPE 91
#undef ENOPROTOOPT
#define ENOPROTOOPT 92
#undef EPROTONOSUPPORT
#define EPROTONOSUPPORT 93
#undef ESOCKTNOSUPPORT
#define ESOCKTNOSUPPORT 94
#undef ENOTSUP
#define ENOTSUP 95
#undef EOPNOTSUPP
#define EOPNOTSUPP 95
#undef EPFNOSUPPORT
#define EPFNOSUPPORT 96
#undef EAFNOSUPPORT
#define EAFNOSUPPORT 97
#undef EADDRINUSE
#define EADDRINUSE 98
#undef EADDRNOTAVAIL
#define EADDRNOTAVAIL 99
#undef ENETDOWN
#define ENETDOWN 100
#undef ENETUNREACH
#define ENETUNREACH 101
#undef ENETRESET
#define ENETRESET 102
#undef ECONNABORTED
#define ECONNABORTED 103
#undef ECONNRESET
#define ECONNRESET 104
#undef ENOBUFS
#define ENOBUFS 105
#undef EISCONN
#define EISCONN 106
#undef ENOTCONN
#define ENOTCONN 107
#undef ESHUTDOWN
#define ESHUTDOWN 108
#undef ETOOMANYREFS
#define ETOOMANYREFS 109
#undef ETIMEDOUT
#define ETIMEDOUT 110
#undef ECONNREFUSED
#define ECONNREFUSED 111
#undef EHOSTDOWN
#define EHOSTDOWN 112
#undef EHOSTUNREACH
#define EHOSTUNREACH 113
#undef EALREADY
#define EALREADY 114
#undef EINPROGRESS
#define EINPROGRESS 115
#undef ESTALE
#define ESTALE 116
#undef EUCLEAN
#define EUCLEAN 117
#undef ENOTNAM
#define ENOTNAM 118
#undef ENAVAIL
#define ENAVAIL 119
#undef EISNAM
#define EISNAM 120
#undef EREMOTEIO
#define EREMOTEIO 121
#undef EDQUOT
#define EDQUOT 122
#undef ENOMEDIUM
#define ENOMEDIUM 123
#undef EMEDIUMTYPE
#define EMEDIUMTYPE 124
#undef ECANCELED
#define ECANCELED 125
#undef ENOKEY
#define ENOKEY 126
#undef EKEYEXPIRED
#define EKEYEXPIRED 127
#undef EKEYREVOKED
#define EKEYREVOKED 128
#undef EKEYREJECTED
#define EKEYREJECTED 129
#undef EOWNERDEAD
#define EOWNERDEAD 130
#undef ENOTRECOVERABLE
#define ENOTRECOVERABLE 131
#undef ERFKILL
#define ERFKILL 132
#undef EHWPOISON
#define EHWPOISON 133

#endif  // PYSUB_CMAKE_WASM_LINUX_ERRNO_H_
