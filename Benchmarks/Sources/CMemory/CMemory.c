#include "CMemory.h"

#ifdef __APPLE__
#include <malloc/malloc.h>
size_t bytes_in_use(void) { return mstats().bytes_used; }
#else
// Swift's module of the C library leaves this header out.
#include <malloc.h>
size_t bytes_in_use(void) { return mallinfo2().uordblks; }
#endif
