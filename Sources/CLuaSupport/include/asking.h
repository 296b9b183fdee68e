// Asking: accesses, and the calls of kept functions within them.

#ifndef LRS_ASKING_H
#define LRS_ASKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "states.h"

/// Begins an access: views made from now on are valid until it ends.
///
/// What is among the entries is read where it lies, without a call of Swift, but for what only Swift can tell.
/// They stay as they are until the access ends.
void lrs_beginAccess(LRSState *_Nonnull state, LRSEntries entries);

/// Ends the access: forgets what the context's view remembered.
void lrs_endAccess(LRSState *_Nonnull state);

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

/// A candidate for a key: the numbers of the kept functions that are called for it.
typedef struct LRSCandidate {
  /// The function that tells whether it holds, `LRS_ALWAYS`, `LRS_NEVER`, or `LRS_FOREIGN`.
  int32_t test;
  /// The function that gives its value, or `LRS_CONSTANT`.
  int32_t value;
} LRSCandidate;

#define LRS_ALWAYS (-1)
#define LRS_NEVER (-2)
/// Somebody else has a part in the candidate: asking it goes wrong.
#define LRS_FOREIGN (-3)
#define LRS_CONSTANT (-1)

/// What `lrs_askAlone` gives where the host is needed, or a call went wrong, and where no candidate answers.
#define LRS_FAILED (-1)
#define LRS_NO_WINNER (-2)

/// Asks candidates in order in an access of its own, where the host answers nothing: all that rules may read is
/// among the entries.
///
/// Gives the position of the first that holds and does not decline, with the scalar that its function gave,
/// which lives until `lrs_endAskingAlone`. Else the access has ended.
int32_t lrs_askAlone(LRSState *_Nonnull state, LRSEntries entries, LRSBudget *_Nonnull budget, size_t memoryLimit,
                     const LRSCandidate *_Nonnull candidates, uint32_t count, LRSValue *_Nonnull scalar);

/// Ends the access that `lrs_askAlone` found a winner in.
void lrs_endAskingAlone(LRSState *_Nonnull state);

/// How many calls are under way in the state, one inside the other.
int32_t lrs_depth(const LRSState *_Nonnull state);

#endif
