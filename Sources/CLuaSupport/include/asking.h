// Evaluations, and the calls of numbered functions in them.

#ifndef LRS_ASKING_H
#define LRS_ASKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "states.h"

/// Begins an evaluation: views made from now on are valid until it ends.
///
/// The entries are read directly, without a call of Swift, except for values that only Swift can convert.
/// They must not change until the evaluation ends.
void lrs_beginEvaluation(LRSState *_Nonnull state, LRSEntries entries);

/// Returns whether Lua code has read an entry in this evaluation without asking Swift.
///
/// From index `LRS_NOTED_ENTRIES` on, it returns whether any of these entries was read.
bool lrs_hasReadEntry(const LRSState *_Nonnull state, size_t index);

/// Begins an evaluation with limits of its own.
void lrs_beginLimitedEvaluation(
    LRSState *_Nonnull state, LRSEntries entries, LRSBudget *_Nonnull budget, size_t memoryLimit,
    bool wantsTraceback);

/// Ends the evaluation: clears the cache of the context's view.
void lrs_endEvaluation(LRSState *_Nonnull state);

/// Calls a numbered function with the context and returns whether the result is true.
///
/// Each scope has its own view of the context, with its own cache: code of one
/// scope cannot see what code of another scope has read.
bool lrs_test(LRSState *_Nonnull state, uint32_t function, uint32_t scope, bool *_Nonnull result);

/// Calls a numbered function with the context of a scope and flattens the result.
///
/// The tokens live until `lrs_release`.
bool lrs_evaluate(LRSState *_Nonnull state, uint32_t function, uint32_t scope, LRSTokens *_Nonnull tokens);

/// Releases the result of `lrs_evaluate`.
void lrs_release(LRSState *_Nonnull state);

/// The number of active nested calls in the state.
int32_t lrs_depth(const LRSState *_Nonnull state);

#endif
