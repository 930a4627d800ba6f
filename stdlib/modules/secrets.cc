// secrets: written in Python.

#include "vm/native.h"

namespace pysub {

extern constexpr ModuleInfo kSecretsModule{
    .name = "secrets",
    .doc =
        "Generate cryptographically strong pseudo-random numbers suitable for\nmanaging secrets "
        "such as account "
        "authentication, tokens, and similar.\n",
    .source =
#include "stdlib/python/secrets.inc"
};

}  // namespace pysub
