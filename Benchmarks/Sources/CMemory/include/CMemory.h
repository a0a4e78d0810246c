#pragma once
#include <stddef.h>

/// The bytes that were asked for from malloc and not given back.
size_t bytes_in_use(void);
