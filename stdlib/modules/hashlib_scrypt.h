#ifndef PYSUB_STDLIB_MODULES_HASHLIB_SCRYPT_H_
#define PYSUB_STDLIB_MODULES_HASHLIB_SCRYPT_H_

#include "vm/vm.h"

namespace pysub {

Value HashlibScrypt(Vm& vm, const Args& a);

}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_HASHLIB_SCRYPT_H_
