// What belongs to a thread.

#ifndef LRS_THREADS_H
#define LRS_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The access that is under way on this thread, or NULL.
void *_Nullable lrs_currentAccess(void);

/// Makes an access the current one of this thread.
void lrs_setCurrentAccess(void *_Nullable access);

/// A small number that tells this thread from the others that run now; of many threads some share one.
uint32_t lrs_threadNumber(void);

/// A number that no other call, on any thread, returns.
uint64_t lrs_newStamp(void);

// MARK: References

/// Retains an object of Swift whose memory somebody keeps; NULL when its end has begun.
void *_Nullable lrs_tryRetain(void *_Nonnull object);

#endif
