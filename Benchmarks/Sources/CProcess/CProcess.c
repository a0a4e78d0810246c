#include "CProcess.h"

#include <sys/resource.h>

#ifdef __APPLE__
#include <malloc/malloc.h>
size_t bytes_in_use(void) { return mstats().bytes_used; }
double peak_resident(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_maxrss;
}
#else
// Swift's module of the C library leaves this header out.
#include <malloc.h>
#include <stdio.h>
size_t bytes_in_use(void) { return mallinfo2().uordblks; }

// Not that of 'getrusage', which counts what the process had before it ran this program, as 'swift run' does.
double peak_resident(void) {
  FILE *status = fopen("/proc/self/status", "r");
  if (!status) return 0;
  char line[256];
  double kilobytes = 0;
  while (fgets(line, sizeof line, status)) {
    if (sscanf(line, "VmHWM: %lf kB", &kilobytes) == 1) break;
  }
  fclose(status);
  return kilobytes * 1024;
}
#endif

static double nanoseconds(struct timeval time) { return time.tv_sec * 1e9 + time.tv_usec * 1e3; }

struct process_usage process_usage(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (struct process_usage){
      .processor_time = nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime),
      .context_switches = (double)usage.ru_nvcsw + (double)usage.ru_nivcsw,
  };
}
