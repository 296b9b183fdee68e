// States: what they ask of Swift, how they are made, and what they may hold.

#ifndef LRS_STATES_H
#define LRS_STATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "budgets.h"
#include "layouts.h"
#include "values.h"

/// Memory that several states share, with a limit; safe to use from all threads.
typedef struct LRSMemory LRSMemory;

/// A Lua state with its sandbox, its limits and what its rule files left in it.
typedef struct LRSState LRSState;

// MARK: Callbacks

/// What a callback into Swift says when it returns.
typedef enum __attribute__((enum_extensibility(closed))) LRSOutcome {
  LRSOutcomeOK = 0,
  LRSOutcomeRaise,  // the error is kept on the Swift side; C raises `LRSFailureHost`
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
  /// Calls the function that a view is.
  LRSOutcome (*_Nonnull callView)(void *_Nullable owner, uint32_t handle, LRSTokens arguments, int32_t argumentCount, LRSValue *_Nonnull result);
  /// Loads a module; leaves its result through `lrs_run` in slot `*slot`.
  LRSOutcome (*_Nonnull require)(void *_Nullable owner, const char *_Nonnull name, size_t length, int32_t chunk, int32_t *_Nonnull slot);
  /// Receives a line that a rule file printed.
  LRSOutcome (*_Nonnull print)(void *_Nullable owner, const char *_Nonnull text, size_t length);
  /// The number of a name: of a key where there is no layout, else of a member that may be read; 0 for none.
  uint32_t (*_Nonnull number)(void *_Nullable owner, const LRSLayout *_Nullable layout, const char *_Nonnull name, size_t length);
  /// The layout of the elements of a list that has some; made where there is none.
  const LRSLayout *_Nonnull (*_Nonnull elements)(LRSStored list);
  /// Where the members of a record lie.
  LRSStored (*_Nonnull record)(const void *_Nonnull record);
} LRSCallbacks;

/// What is set on a context, in the order of the keys' numbers.
typedef struct __attribute__((swift_attr("@safe"))) LRSEntries {
  const LRSEntry *_Nullable first;
  size_t count;
} LRSEntries;

// MARK: States

/// Makes memory that states share, or NULL when there is none.
///
/// `relieve` is called where so many bytes are missing, perhaps from within the allocator of a
/// state: it may close states that nobody uses, and runs no code of rules or of the host.
LRSMemory *_Nullable lrs_newMemory(size_t limit, void *_Nullable owner, void (*_Nullable relieve)(void *_Nullable owner, size_t bytes));

/// Frees shared memory that no state uses any more.
void lrs_freeMemory(LRSMemory *_Nonnull memory);

/// The bytes that the states may hold together.
size_t lrs_sharedLimit(const LRSMemory *_Nonnull memory);

/// Lays down how many bytes the states may hold together; what they hold they keep.
void lrs_setSharedLimit(LRSMemory *_Nonnull memory, size_t limit);

/// The bytes that the states have taken: what they hold, and up to 128 KiB more for each.
size_t lrs_sharedUse(const LRSMemory *_Nonnull memory);

/// Makes a state with the libraries that rule files may use; NULL when memory is short, with the limit that it was.
///
/// For tests: `count` - 1 allocations succeed and all others fail; 0: none fails. Counts what could
/// fail: growing, in Lua's own memory and in the buffers of this target. One alone would not fail:
/// Lua collects garbage and tries again.
LRSState *_Nullable lrs_newState(LRSCallbacks callbacks, LRSMemory *_Nullable memory, size_t memoryLimit, int64_t count, LRSFailure *_Nonnull failure);

/// Frees the state and everything in it.
void lrs_closeState(LRSState *_Nonnull state);

/// Lets `count` - 1 further allocations succeed, as `lrs_newState` does. For tests only.
void lrs_failAllocation(LRSState *_Nonnull state, int64_t count);

/// Makes the collector go on with each allocation, so that what nobody keeps is gone at once. For tests only.
void lrs_collectEagerly(LRSState *_Nonnull state);

/// Bytes that the state holds.
size_t lrs_memoryUsed(const LRSState *_Nonnull state);

/// The limits of a state while they are lifted.
typedef struct LRSLimits {
  LRSBudget *_Nullable budget;
  size_t memoryLimit;
  bool isRefusing;
  bool wasBeyond;
} LRSLimits;

/// Lifts the limits of a state, for work that is not the rules'.
LRSLimits lrs_liftLimits(LRSState *_Nonnull state);

/// Puts the limits back.
void lrs_restoreLimits(LRSState *_Nonnull state, LRSLimits limits);

/// Makes a state fit for the next evaluation after one that was broken off; false where that cannot be.
///
/// What the evaluation has left is garbage; where it is much, it is collected now.
bool lrs_recover(LRSState *_Nonnull state);

/// Lays down what the code that runs from now on may use; NULL: no limit.
void lrs_setBudget(LRSState *_Nonnull state, LRSBudget *_Nullable budget);

/// Asks for a traceback with each error from now on.
void lrs_setTraceback(LRSState *_Nonnull state, bool wanted);

/// Lets the host see each read of a scalar until the evaluation ends, also what was read before.
///
/// Views are remembered all the same: what is equal to itself stays so.
void lrs_setRecorded(LRSState *_Nonnull state);

/// The error of the last call that failed.
LRSError lrs_lastError(const LRSState *_Nonnull state);

/// Copies bytes to where they outlive the callback that gives them as its result.
///
/// Returns NULL when memory is short.
const char *_Nullable lrs_keepBytes(LRSState *_Nonnull state, const char *_Nullable bytes, size_t length);

/// Adds a key to the list that the `keys` callback makes; false when memory is short.
bool lrs_addKey(LRSState *_Nonnull state, const LRSValue *_Nonnull key);

#endif
