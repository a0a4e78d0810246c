#pragma once
#include <stddef.h>

/// The bytes that were asked for from malloc and not given back.
size_t bytes_in_use(void);

/// What all threads of the process have taken since it began.
struct process_usage {
  /// In nanoseconds, in the process and for it in the system.
  double processor_time;
  /// How often a thread gave up its processor or had it taken away.
  double context_switches;
};

struct process_usage process_usage(void);

/// The most memory that the program has had resident, in bytes.
double peak_resident(void);
