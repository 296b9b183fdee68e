// Asking: evaluations, and the calls of kept functions within them.

#ifndef LRS_ASKING_H
#define LRS_ASKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "states.h"

/// Begins an evaluation: views made from now on are valid until it ends.
///
/// What is among the entries is read where it lies, without a call of Swift, but for what only Swift can tell.
/// They stay as they are until the evaluation ends.
void lrs_beginEvaluation(LRSState *_Nonnull state, LRSEntries entries);

/// Begins an evaluation with limits of its own.
void lrs_beginLimitedEvaluation(
    LRSState *_Nonnull state, LRSEntries entries, LRSBudget *_Nonnull budget, size_t memoryLimit,
    bool wantsTraceback);

/// Ends the evaluation: forgets what the context's view remembered.
void lrs_endEvaluation(LRSState *_Nonnull state);

/// Calls a kept function with the context and tells whether the result is true.
///
/// Each scope has a view of the context of its own, with a memory of its own:
/// what one scope has read there, another one cannot see.
bool lrs_test(LRSState *_Nonnull state, uint32_t function, uint32_t scope, bool *_Nonnull result);

/// Calls a kept function with the context of a scope and flattens the result.
///
/// The tokens live until `lrs_release`.
bool lrs_evaluate(LRSState *_Nonnull state, uint32_t function, uint32_t scope, LRSTokens *_Nonnull tokens);

/// Lets go of what `lrs_evaluate` gave.
void lrs_release(LRSState *_Nonnull state);

/// How many calls are under way in the state, one inside the other.
int32_t lrs_depth(const LRSState *_Nonnull state);

#endif
