// Evaluations in a state, and the calls of rule functions in them.

#include <string.h>

#include "support.h"

static int newThread(lua_State *L) {
  LRSState *state = lrs_of(L);
  size_t known = state->threadCapacity;
  lua_State **threadAt =
      lrs_reserve(state, state->threadAt, &state->threadCapacity, (size_t)state->level + 1, sizeof(lua_State *));
  if (threadAt == NULL) return lrs_fail(L, LRSFailureMemory, NULL);
  for (size_t level = known; level < state->threadCapacity; level++) threadAt[level] = NULL;
  state->threadAt = threadAt;
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->threads);
  lua_State *thread = lua_newthread(L);
  lua_rawseti(L, -2, state->level + 1);
  lua_pushcfunction(thread, lrs_noteError);
  lua_rawgeti(thread, LUA_REGISTRYINDEX, state->functions);
  lua_rawgeti(thread, LUA_REGISTRYINDEX, state->context);
  state->threadAt[state->level] = thread;
  return 0;
}

/// Clears a table in the registry.
///
/// Not protected: to clear existing fields takes no memory, and the walk over them cannot fail.
static void clear(lua_State *L, int reference) {
  int base = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
  lua_pushnil(L);
  while (lua_next(L, base + 1)) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, base + 1);
  }
  lua_settop(L, base);
}

/// Clears all caches of the evaluation; false when the Lua stack has no room.
static bool forget(LRSState *state) {
  if (state->hasTexts) {
    if (!lua_checkstack(state->L, 5)) return false;
    clear(state->L, state->texts);
    state->hasTexts = false;
  }
  if (state->hasHandles || state->keyViewCount > LRS_MAX_KEY_VIEWS) {
    if (!lua_checkstack(state->L, 5)) return false;
    clear(state->L, state->keyViews);
    state->hasHandles = false;
    state->keyViewCount = 0;
  }
  if (!state->remembers && state->rememberingScope == 0) return true;
  if (!lua_checkstack(state->L, 5)) return false;
  if (state->remembers) clear(state->L, state->remembered);
  state->remembers = false;
  while (state->rememberingScope != 0) {
    LRSScope *scope = &state->scopes[state->rememberingScope];
    clear(state->L, scope->remembered);
    state->rememberingScope = scope->next;
    scope->remembers = false;
    scope->next = 0;
  }
  return true;
}

void lrs_trimBuffers(LRSState *state) {
  if (state->tokenCapacity > LRS_MAX_IDLE_BYTES / sizeof(LRSValue)) {
    lrs_unreserve(state, state->tokens, &state->tokenCapacity, sizeof(LRSValue));
    state->tokens = NULL;
    state->tokenCount = 0;
  }
  if (state->keyCapacity > LRS_MAX_IDLE_BYTES / sizeof(LRSValue)) {
    lrs_forgetKeys(state);
    lrs_unreserve(state, state->keys, &state->keyCapacity, sizeof(LRSValue));
    state->keys = NULL;
  }
  if (state->keptCapacity > LRS_MAX_IDLE_BYTES) {
    lrs_unreserve(state, state->kept, &state->keptCapacity, 1);
    state->kept = NULL;
  }
  if (state->dumpCapacity > LRS_MAX_IDLE_BYTES) {
    lrs_unreserve(state, state->dump, &state->dumpCapacity, 1);
    state->dump = NULL;
    state->dumpLength = 0;
  }
  if (state->rewrittenCapacity > LRS_MAX_IDLE_BYTES) {
    lrs_unreserve(state, state->rewritten, &state->rewrittenCapacity, 1);
    state->rewritten = NULL;
    state->rewrittenLength = 0;
  }
}

void lrs_beginEvaluation(LRSState *state, LRSEntries entries) {
  state->serial++;
  state->longestString = state->restingString;
  state->printedBytes = 0;
  state->entries = entries;
  memset(state->readEntries, 0, sizeof state->readEntries);
  state->hasOtherReads = false;
}

bool lrs_hasReadEntry(const LRSState *state, size_t index) {
  return index < LRS_NOTED_ENTRIES ? state->readEntries[index / 64] >> (index % 64) & 1 : state->hasOtherReads;
}

void lrs_beginLimitedEvaluation(
    LRSState *state, LRSEntries entries, LRSBudget *budget, size_t memoryLimit, bool wantsTraceback) {
  lrs_beginEvaluation(state, entries);
  state->budget = budget;
  state->memoryLimit = memoryLimit;
  state->wantsTraceback = wantsTraceback;
  state->isRefusing = false;
}

void lrs_collectIdle(LRSState *state) {
  if (state->memoryUsed <= state->idleLimit) return;
  lua_gc(state->L, LUA_GCCOLLECT);
  state->idleLimit = 2 * state->memoryUsed + LRS_MAX_IDLE_GARBAGE;
}

void lrs_endEvaluation(LRSState *state) {
  if (!forget(state)) state->isSpoilt = true;
  // INVARIANT: no evaluation has this number, so no view is valid until the next evaluation begins.
  state->serial++;
  state->entries = (LRSEntries){NULL, 0, {NULL, 0}};
  state->budget = NULL;
  state->isRefusing = false;
  state->isRecorded = false;
  if (state->level > 0) return;
  lrs_trimBuffers(state);
  lrs_collectIdle(state);
}

void lrs_setRecorded(LRSState *state) {
  state->isRecorded = true;
}

bool lrs_recover(LRSState *state) {
  // INVARIANT: `lua_pcall` has unwound the aborted calls, rule code cannot write
  // to objects that outlive them, and views are checked by their serial number.
  if (state->isSpoilt || state->level != 0) return false;
  if (state->memoryUsed / 2 > state->restingMemory + LRS_LARGE_MEMORY) lua_gc(state->L, LUA_GCCOLLECT);
  return state->memoryUsed / 2 <= state->restingMemory + LRS_LARGE_MEMORY;
}

int32_t lrs_depth(const LRSState *state) {
  return state->level;
}

/// Whether there is a Lua thread for the next level; makes it if it does not exist yet.
static bool hasThread(LRSState *state) {
  size_t level = (size_t)state->level;
  bool isThere = level < state->threadCapacity && state->threadAt[level] != NULL;
  return isThere || lrs_protect(state, newThread, NULL);
}

/// Stores how many instructions a failed call has used.
static void noteSpent(LRSState *state, int64_t before) {
  if (state->budget != NULL) state->error.spent = before - state->budget->instructions;
}

/// Calls a function with the context on the Lua thread of a level; the result stays on its stack.
static int callRule(LRSState *state, lua_State *T, uint32_t function, uint32_t scope) {
  // There is room: the stack never becomes smaller than at the start of a thread.
  lua_rawgeti(T, 2, function);
  uint32_t outer = state->scope;
  state->scope = scope;
  if (scope == 0) {
    lua_pushvalue(T, 3);
  } else {
    lrs_pushContext(T);
  }
  int status = lua_pcall(T, 1, 1, 1);
  state->scope = outer;
  if (status == LUA_OK && state->budget != NULL && state->budget->exhausted != LRSFailureNone) {
    state->error = (LRSError){.failure = state->budget->exhausted};
    status = LUA_ERRRUN;
  } else if (status != LUA_OK) {
    lrs_noteStatus(state, T, status);
  }
  return status;
}

/// Calls a function with the context on the Lua thread of the next level; the result stays on its stack.
///
/// Each level has its own Lua thread, because one thread allows only 200 C levels. `before` receives the instructions
/// that the budget had left before the call.
static lua_State *enter(LRSState *state, uint32_t function, uint32_t scope, int64_t *before) {
  *before = state->budget != NULL ? state->budget->instructions : 0;
  if (state->isSpoilt) {
    state->error = (LRSError){.failure = LRSFailureMemory};
    return NULL;
  }
  if (state->level >= LRS_MAX_LEVELS || lrs_isCStackShort()) {
    state->error = (LRSError){.failure = LRSFailureDepth};
    return NULL;
  }
  if (!hasThread(state)) return NULL;
  if (scope != 0 && !lrs_hasScope(state, scope)) return NULL;
  lua_State *T = state->threadAt[state->level];
  state->level++;
  lrs_adjustHook(state, T);
  state->refusedChunk = state->refusedLine = 0;
  state->wasBeyond = state->isShort = false;
  if (callRule(state, T, function, scope) != LUA_OK) {
    noteSpent(state, *before);
    lrs_release(state);
    return NULL;
  }
  return T;
}

void lrs_release(LRSState *state) {
  state->level--;
  lua_settop(state->threadAt[state->level], LRS_STACK_BASE);
}

bool lrs_test(LRSState *state, uint32_t function, uint32_t scope, bool *result) {
  int64_t before;
  lua_State *T = enter(state, function, scope, &before);
  if (T == NULL) return false;
  // `null` is a light userdata, and false.
  *result = lua_toboolean(T, -1) && lua_type(T, -1) != LUA_TLIGHTUSERDATA;
  lrs_release(state);
  return true;
}

/// Takes a result without parts directly; false for one that has parts, is too large, or may be stale.
static bool takeScalar(LRSState *state, lua_State *T) {
  const LRSView *view;
  switch (lua_type(T, -1)) {
    case LUA_TTABLE:
    case LUA_TFUNCTION:
      return false;
    case LUA_TSTRING:
      if (state->budget != NULL && lua_rawlen(T, -1) > state->budget->valueBytes) return false;
      state->scalar = lrs_scalar(T, -1);
      return true;
    case LUA_TUSERDATA:
      view = lua_touserdata(T, -1);
      if (view->shape != LRSShapeContext && (view->serial != state->serial || view->handle == 0)) return false;
      state->scalar = (LRSValue){.kind = LRSKindView, .handle = view->handle, .shape = view->shape};
      return true;
    default:
      state->scalar = lrs_scalar(T, -1);
      return true;
  }
}

static int flattenResult(lua_State *L) {
  lrs_beginTokens(lrs_of(L));
  lrs_flatten(L, 1, false);
  return 0;
}

bool lrs_evaluate(LRSState *state, uint32_t function, uint32_t scope, LRSTokens *tokens) {
  int64_t before;
  lua_State *T = enter(state, function, scope, &before);
  if (T == NULL) return false;
  if (takeScalar(state, T)) {
    *tokens = (LRSTokens){&state->scalar, 1};
    return true;
  }
  lua_pushcfunction(T, flattenResult);
  lua_pushvalue(T, LRS_STACK_BASE + 1);
  int status = lua_pcall(T, 1, 0, 1);
  if (status != LUA_OK) {
    lrs_noteStatus(state, T, status);
    noteSpent(state, before);
    lrs_release(state);
    return false;
  }
  *tokens = (LRSTokens){state->tokens, state->tokenCount};
  return true;
}
