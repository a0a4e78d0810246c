#include "CProcess.h"

#include <sys/resource.h>

#ifdef __APPLE__
#include <malloc/malloc.h>
size_t bytes_in_use(void) { return mstats().bytes_used; }
#else
// Swift's module of the C library leaves this header out.
#include <malloc.h>
size_t bytes_in_use(void) { return mallinfo2().uordblks; }
#endif

static double nanoseconds(struct timeval time) { return time.tv_sec * 1e9 + time.tv_usec * 1e3; }

struct process_usage process_usage(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (struct process_usage){
      .processor_time = nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime),
      .context_switches = (double)usage.ru_nvcsw + (double)usage.ru_nivcsw,
#ifdef __APPLE__
      .peak_resident = (double)usage.ru_maxrss,
#else
      .peak_resident = (double)usage.ru_maxrss * 1024,
#endif
  };
}
