// Counts what is allocated: the C library's functions, in front of its own.

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CYardstick.h"

#include <stddef.h>

#if defined(__linux__) && defined(__GLIBC__)

#include <malloc.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Thread_local int64_t allocations;

void *malloc(size_t size) {
  allocations++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations++;
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  allocations++;
  return __libc_realloc(block, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  allocations++;
  *block = __libc_memalign(alignment, size);
  return *block != NULL ? 0 : 12;
}

int64_t yardstick_allocations(void) {
  return allocations;
}

int64_t yardstick_bytes(void) {
#if __GLIBC_PREREQ(2, 33)
  struct mallinfo2 use = mallinfo2();
  return (int64_t)(use.uordblks + use.hblkhd);
#else
  return -1;
#endif
}

#else

int64_t yardstick_allocations(void) {
  return -1;
}

int64_t yardstick_bytes(void) {
  return -1;
}

#endif
