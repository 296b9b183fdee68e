// Thread-local data, and data that all threads read without a lock.

#ifndef LRS_THREADS_H
#define LRS_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Inline, because each evaluation reads these.
extern _Thread_local void *_Nullable lrs_evaluationOfThread;
extern _Thread_local uint32_t lrs_numberOfThread;

/// The current evaluation of this thread, or NULL.
static inline void *_Nullable lrs_currentEvaluation(void) {
  return lrs_evaluationOfThread;
}

/// Sets the current evaluation of this thread.
static inline void lrs_setCurrentEvaluation(void *_Nullable evaluation) {
  lrs_evaluationOfThread = evaluation;
}

/// Gives this thread a number.
uint32_t lrs_newThreadNumber(void);

/// A small number of this thread; few running threads have the same.
static inline uint32_t lrs_threadNumber(void) {
  return lrs_numberOfThread != 0 ? lrs_numberOfThread : lrs_newThreadNumber();
}

/// A unique number: no other call, on any thread, returns it.
uint64_t lrs_newStamp(void);

// MARK: Names

/// Finds the number of a name, without a lock; 0 for none.
uint32_t lrs_numberOfName(const char *_Nonnull bytes, size_t length);

/// Assigns a number, not 0, to a name that has none. Called by one thread at a time: `NameNumbers` holds a lock.
bool lrs_setNumberOfName(const char *_Nonnull bytes, size_t length, uint32_t number);

// MARK: References

/// Retains a Swift object whose memory the caller keeps valid; NULL if its deinitialization has begun.
void *_Nullable lrs_tryRetain(void *_Nonnull object);

#endif
