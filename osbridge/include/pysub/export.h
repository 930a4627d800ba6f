#ifndef PYSUB_PYSUB_EXPORT_H_
#define PYSUB_PYSUB_EXPORT_H_

// Stands behind the name of the namespace in each public header: what is declared there may be
// called by programs that link the shared library. Everything else of it is hidden
// (-fvisibility=hidden). In the static library it changes nothing.
#define PYSUB_API __attribute__((visibility("default")))

#endif  // PYSUB_PYSUB_EXPORT_H_
