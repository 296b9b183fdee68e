// States: their callbacks into Swift, their creation and their limits.

#ifndef LRS_STATES_H
#define LRS_STATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "budgets.h"
#include "layouts.h"
#include "values.h"

/// A memory limit that several states share; safe to use from all threads.
typedef struct LRSMemory LRSMemory;

/// A Lua state with its sandbox, its limits and the results of its rule files.
typedef struct LRSState LRSState;

// MARK: Callbacks

/// The result of a callback into Swift.
typedef enum __attribute__((enum_extensibility(closed))) LRSOutcome {
  LRSOutcomeOK = 0,
  LRSOutcomeRaise,  // Swift has stored the error; C raises `LRSFailureHost`
} LRSOutcome;

/// The Swift side of a state.
typedef struct LRSCallbacks {
  void *_Nullable owner;
  /// Reads a member of a view; handle 0 is the context.
  LRSOutcome (*_Nonnull member)(void *_Nullable owner, uint32_t handle, const LRSValue *_Nonnull key, LRSValue *_Nonnull result);
  /// Counts the elements of a view.
  LRSOutcome (*_Nonnull count)(void *_Nullable owner, uint32_t handle, int64_t *_Nonnull result);
  /// Lists the keys of a view through `lrs_addKey`, in their order.
  LRSOutcome (*_Nonnull keys)(void *_Nullable owner, uint32_t handle);
  /// Calls host function number `function`.
  LRSOutcome (*_Nonnull call)(void *_Nullable owner, uint32_t function, LRSTokens arguments, int32_t argumentCount, LRSValue *_Nonnull result);
  /// Calls a view that is a function.
  LRSOutcome (*_Nonnull callView)(void *_Nullable owner, uint32_t handle, LRSTokens arguments, int32_t argumentCount, LRSValue *_Nonnull result);
  /// Loads a module; leaves its result through `lrs_run` in slot `*slot`.
  LRSOutcome (*_Nonnull require)(void *_Nullable owner, const char *_Nonnull name, size_t length, int32_t chunk, int32_t *_Nonnull slot);
  /// Receives a line that a rule file printed.
  LRSOutcome (*_Nonnull print)(void *_Nullable owner, const char *_Nonnull text, size_t length);
  /// The number of a name; 0 for none. Without a layout it names a key, else a member that may be read.
  uint32_t (*_Nonnull number)(void *_Nullable owner, const LRSLayout *_Nullable layout, const char *_Nonnull name, size_t length);
  /// The layout of the elements of a nonempty list; makes it if there is none.
  const LRSLayout *_Nonnull (*_Nonnull elements)(LRSStored list);
  /// The memory of a record's members.
  LRSStored (*_Nonnull record)(const void *_Nonnull record);
} LRSCallbacks;

/// A sorted list of numbers.
typedef struct __attribute__((swift_attr("@safe"))) LRSNumbers {
  const uint32_t *_Nullable first;
  size_t count;
} LRSNumbers;

/// Returns whether a list has a number.
static inline bool lrs_contains(LRSNumbers numbers, uint32_t number) {
  size_t low = 0, high = numbers.count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (numbers.first[middle] < number) low = middle + 1;
    else high = middle;
  }
  return low < numbers.count && numbers.first[low] == number;
}

/// The number of entries whose direct reads are recorded one by one; those of all others are recorded together.
#define LRS_NOTED_ENTRIES 256

/// The set values of a context, sorted by the number of the key.
typedef struct __attribute__((swift_attr("@safe"))) LRSEntries {
  const LRSEntry *_Nullable first;
  size_t count;
  /// The numbers of keys that only Swift reads.
  LRSNumbers withheld;
} LRSEntries;

// MARK: States

/// Makes a shared memory limit, or NULL when there is no memory for it.
///
/// `relieve` is called when `bytes` are missing, perhaps from within the allocator of a
/// state: it may close idle states, and must not run code of rules or of the host.
LRSMemory *_Nullable lrs_newMemory(size_t limit, void *_Nullable owner, void (*_Nullable relieve)(void *_Nullable owner, size_t bytes));

/// Frees a shared memory limit that no state uses any more.
void lrs_freeMemory(LRSMemory *_Nonnull memory);

/// The bytes that all states together may hold.
size_t lrs_sharedLimit(const LRSMemory *_Nonnull memory);

/// Sets how many bytes all states together may hold; memory that they already hold stays theirs.
void lrs_setSharedLimit(LRSMemory *_Nonnull memory, size_t limit);

/// The bytes that the states have reserved: the bytes they hold, plus up to 128 KiB for each state.
size_t lrs_sharedUse(const LRSMemory *_Nonnull memory);

/// Makes a state with the libraries for rule files; NULL when memory is short; `failure` is then the limit.
///
/// For tests: `count` - 1 allocations succeed and all others fail; 0: none fails. Only growing allocations
/// count, those of Lua and those of the buffers of this target. A single failure would have no effect:
/// Lua collects garbage and tries again.
LRSState *_Nullable lrs_newState(LRSCallbacks callbacks, LRSMemory *_Nullable memory, size_t memoryLimit, int64_t count, LRSFailure *_Nonnull failure);

/// Frees the state and everything in it.
void lrs_closeState(LRSState *_Nonnull state);

/// Lets `count` - 1 further allocations succeed, as `lrs_newState` does. For tests only.
void lrs_failAllocation(LRSState *_Nonnull state, int64_t count);

/// Makes the collector run at each allocation, so that unreachable objects are freed at once. For tests only.
void lrs_collectEagerly(LRSState *_Nonnull state);

/// The bytes that the state holds.
size_t lrs_memoryUsed(const LRSState *_Nonnull state);

/// The limits of a state, saved while they are lifted.
typedef struct LRSLimits {
  LRSBudget *_Nullable budget;
  size_t memoryLimit;
  bool isRefusing;
  bool wasBeyond;
} LRSLimits;

/// Lifts the limits of a state, for work that is not charged to rules.
LRSLimits lrs_liftLimits(LRSState *_Nonnull state);

/// Restores the limits.
void lrs_restoreLimits(LRSState *_Nonnull state, LRSLimits limits);

/// Makes a state fit for the next evaluation after an aborted one; false if that is not possible.
///
/// The aborted evaluation leaves garbage; a large amount is collected now.
bool lrs_recover(LRSState *_Nonnull state);

/// Sets the budget of the code that runs from now on; NULL: no limit.
void lrs_setBudget(LRSState *_Nonnull state, LRSBudget *_Nullable budget);

/// Requests a traceback with each error from now on.
void lrs_setTraceback(LRSState *_Nonnull state, bool wanted);

/// Lets the host see each read of a scalar until the evaluation ends, also repeated reads.
///
/// Views are cached all the same, because repeated reads must give the same view.
void lrs_setRecorded(LRSState *_Nonnull state);

/// The error of the last failed call.
LRSError lrs_lastError(const LRSState *_Nonnull state);

/// Copies the bytes of a callback's result to memory that outlives the callback.
///
/// Returns NULL when memory is short.
const char *_Nullable lrs_keepBytes(LRSState *_Nonnull state, const char *_Nullable bytes, size_t length);

/// Adds a key to the list of the `keys` callback; false when memory is short.
bool lrs_addKey(LRSState *_Nonnull state, const LRSValue *_Nonnull key);

#endif
