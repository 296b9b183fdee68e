// What belongs to a thread.

#ifndef LRS_THREADS_H
#define LRS_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Inline, because each question reads these.
extern _Thread_local void *_Nullable lrs_evaluationOfThread;
extern _Thread_local uint32_t lrs_numberOfThread;

/// The evaluation that is under way on this thread, or NULL.
static inline void *_Nullable lrs_currentEvaluation(void) {
  return lrs_evaluationOfThread;
}

/// Makes an evaluation the current one of this thread.
static inline void lrs_setCurrentEvaluation(void *_Nullable evaluation) {
  lrs_evaluationOfThread = evaluation;
}

/// Numbers this thread.
uint32_t lrs_newThreadNumber(void);

/// A small number that tells this thread from the others that run now; of many threads some share one.
static inline uint32_t lrs_threadNumber(void) {
  return lrs_numberOfThread != 0 ? lrs_numberOfThread : lrs_newThreadNumber();
}

/// A number that no other call, on any thread, returns.
uint64_t lrs_newStamp(void);

// MARK: Names

/// Finds the number that is kept for a name, without a lock; 0 for none.
uint32_t lrs_numberOfName(const char *_Nonnull bytes, size_t length);

/// Keeps a number, not 0, for a name that has none. Called by one thread at a time.
bool lrs_setNumberOfName(const char *_Nonnull bytes, size_t length, uint32_t number);

// MARK: References

/// Retains an object of Swift whose memory somebody keeps; NULL when its end has begun.
void *_Nullable lrs_tryRetain(void *_Nonnull object);

#endif
