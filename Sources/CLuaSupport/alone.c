// Asking candidates where the host answers nothing: all that rules may read lies among the entries.

#include "support.h"

/// Lets a candidate answer; `LRS_NO_WINNER` where it does not hold, or declines.
static int32_t askCandidate(LRSState *state, lua_State *T, const LRSCandidate *candidate, LRSValue *scalar) {
  if (candidate->test == LRS_NEVER) return LRS_NO_WINNER;
  if (candidate->test == LRS_FOREIGN) return LRS_FAILED;
  if (candidate->test != LRS_ALWAYS) {
    if (lrs_callRule(state, T, (uint32_t)candidate->test, 0) != LUA_OK) return LRS_FAILED;
    bool holds = lrs_isTrue(T);
    lua_settop(T, LRS_STACK_BASE);
    if (!holds) return LRS_NO_WINNER;
  }
  *scalar = (LRSValue){.kind = LRSKindNil};
  if (candidate->value == LRS_CONSTANT) return 0;
  if (lrs_callRule(state, T, (uint32_t)candidate->value, 0) != LUA_OK) return LRS_FAILED;
  if (lua_isnil(T, -1)) {
    lua_settop(T, LRS_STACK_BASE);
    return LRS_NO_WINNER;
  }
  // What has parts is a winner, too, for which somebody else is to be asked.
  *scalar = lrs_takeScalar(state, T) ? state->scalar : (LRSValue){.kind = LRSKindTable};
  return 0;
}

int32_t lrs_askAlone(LRSState *state, LRSEntries entries, LRSBudget *budget, size_t memoryLimit,
                     const LRSCandidate *candidates, uint32_t count, LRSValue *scalar) {
  if (state->level != 0 || state->isSpoilt || lrs_isCStackShort()) return LRS_FAILED;
  lrs_setBudget(state, budget);
  state->memoryLimit = memoryLimit;
  lrs_setTraceback(state, false);
  lrs_beginAccess(state, entries);
  if (!lrs_hasThread(state)) {
    lrs_endAccess(state);
    return LRS_FAILED;
  }
  lua_State *T = lrs_enterLevel(state);
  for (uint32_t position = 0; position < count; position++) {
    int32_t answer = askCandidate(state, T, &candidates[position], scalar);
    if (answer == LRS_NO_WINNER) continue;
    if (answer == 0) return (int32_t)position;
    lrs_release(state);
    lrs_endAccess(state);
    return LRS_FAILED;
  }
  lrs_endAskingAlone(state);
  return LRS_NO_WINNER;
}

void lrs_endAskingAlone(LRSState *state) {
  lrs_release(state);
  lrs_endAccess(state);
}
