// Thread-local data, and data that all threads read without a lock.

#ifndef LRS_THREADS_H
#define LRS_THREADS_H

#include <stdatomic.h>
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

// MARK: Pins

// A thread pins what is published before it reads it, and unpins it afterwards. An object that was replaced is
// freed when all pins from before the replacement are gone. Readers take no lock, and never wait.
//
// Pins are counted in two banks, and new pins go to the current bank. So the other bank becomes empty even if
// threads never stop reading.

/// How many groups of threads count their pins apart.
#define LRS_PIN_STRIPES 16

/// The pins of a group of threads, on cache lines of their own.
typedef struct LRSPins {
  _Alignas(128) _Atomic(uint32_t) banks[2];
} LRSPins;

extern LRSPins lrs_pins[LRS_PIN_STRIPES];
extern _Atomic(uint32_t) lrs_currentPinBank;

/// Pins everything that is published at this moment.
///
/// Returns the pin: twice the stripe of this thread, plus the bank.
static inline uint32_t lrs_pin(void) {
  uint32_t bank = atomic_load_explicit(&lrs_currentPinBank, memory_order_relaxed);
  uint32_t pin = lrs_threadNumber() % LRS_PIN_STRIPES * 2 + bank;
  // Sequentially consistent, as are the reads and writes of what is published: either the thread that replaces
  // something sees this pin, or this thread sees the replacement.
  atomic_fetch_add_explicit(&lrs_pins[pin / 2].banks[pin % 2], 1, memory_order_seq_cst);
  return pin;
}

/// Ends a pin, on the thread that made it.
static inline void lrs_unpin(uint32_t pin) {
  atomic_fetch_sub_explicit(&lrs_pins[pin / 2].banks[pin % 2], 1, memory_order_release);
}

/// The bank of new pins: 0 or 1.
uint32_t lrs_pinBank(void);

/// Makes the other bank the current one. Called by one thread at a time.
void lrs_changePinBank(void);

/// Whether a bank had no pins, in each stripe at some moment during the call.
bool lrs_isPinBankEmpty(uint32_t bank);

// MARK: Names

/// Finds the number of a name, without a lock; 0 for none.
uint32_t lrs_numberOfName(const char *_Nonnull bytes, size_t length);

/// Assigns a number, not 0, to a name that has none. Called by one thread at a time: `NameNumbers` holds a lock.
bool lrs_setNumberOfName(const char *_Nonnull bytes, size_t length, uint32_t number);

// MARK: References

/// Retains a Swift object whose memory the caller keeps valid; NULL if its deinitialization has begun.
void *_Nullable lrs_tryRetain(void *_Nonnull object);

#endif
