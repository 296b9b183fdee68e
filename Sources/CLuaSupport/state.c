// Making a state and running files in it; and the main thread.

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#else
#include <pthread.h>
#endif

#include "support.h"

// MARK: Opening and closing

static int newList(lua_State *L) {
  lua_newtable(L);
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

static int open(lua_State *L) {
  LRSState *state = lrs_of(L);
  state->functions = newList(L);
  state->threads = newList(L);
  state->slots = newList(L);
  state->modules = newList(L);
  lrs_openOrigins(L);
  lrs_openViews(L);
  lrs_openCompiler(L);
  lrs_openLengths(L);
  lrs_openSandbox(L);
  state->environment = luaL_ref(L, LUA_REGISTRYINDEX);
  // Up to 5.4.7 Lua creates this string after a message handler has failed, in code that is not protected
  // against an error of memory. With this reference it finds the existing string.
  lua_pushliteral(L, "error in error handling");
  luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

LRSState *lrs_newState(LRSCallbacks callbacks, LRSMemory *memory, size_t memoryLimit, int64_t count, LRSFailure *failure) {
  LRSState *state = calloc(1, sizeof *state);
  *failure = LRSFailureMemory;
  if (state == NULL) return NULL;
  state->allocationsToFailure = count > 0 ? count + 1 : 0;
  state->callbacks = callbacks;
  state->memory = memory;
  state->memoryLimit = memoryLimit;
  state->idleLimit = LRS_MAX_IDLE_GARBAGE;
  state->L = lua_newstate(lrs_allocate, state);
  if (state->L == NULL) {
    *failure = lrs_memoryFailure(state);
    lrs_giveShareBack(state);
    free(state);
    return NULL;
  }
  *(LRSState **)lua_getextraspace(state->L) = state;
  if (!lrs_protect(state, open, NULL)) {
    *failure = lrs_memoryFailure(state);
    lrs_closeState(state);
    return NULL;
  }
  lua_sethook(state->L, lrs_hook, LUA_MASKCOUNT, LRS_HOOK_INTERVAL);
  return state;
}

void lrs_closeState(LRSState *state) {
  lua_close(state->L);
  lrs_forgetKeys(state);
  lrs_unreserve(state, state->keys, &state->keyCapacity, sizeof(LRSValue));
  lrs_unreserve(state, state->tokens, &state->tokenCapacity, sizeof(LRSValue));
  lrs_unreserve(state, state->kept, &state->keptCapacity, 1);
  lrs_unreserve(state, state->dump, &state->dumpCapacity, 1);
  lrs_unreserve(state, state->rewritten, &state->rewrittenCapacity, 1);
  lrs_unreserve(state, state->errorText, &state->errorCapacity, 1);
  lrs_unreserve(state, state->traceback, &state->tracebackCapacity, 1);
  lrs_unreserve(state, state->errorCode, &state->errorCodeCapacity, 1);
  lrs_unreserve(state, state->scopes, &state->scopeCapacity, sizeof(LRSScope));
  lrs_unreserve(state, state->functionIDs, &state->functionIDCapacity, sizeof(LRSFunctionID));
  lrs_unreserve(state, state->threadAt, &state->threadCapacity, sizeof(lua_State *));
  assert(state->memoryUsed == 0);
  lrs_giveShareBack(state);
  free(state);
}

// MARK: Running files

typedef struct Run {
  int32_t slot;
  int32_t resultCount;
} Run;

static int run(lua_State *L) {
  Run *run = lua_touserdata(L, 1);
  LRSState *state = lrs_of(L);
  lua_settop(L, 0);
  lua_rawgetp(L, LUA_REGISTRYINDEX, state);
  lua_call(L, 0, LUA_MULTRET);
  run->resultCount = lua_gettop(L);
  lua_settop(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->slots);
  lua_insert(L, 1);
  run->slot = state->slotCount + 1;
  lua_rawseti(L, 1, run->slot);
  state->slotCount = run->slot;
  return 0;
}

bool lrs_run(LRSState *state, bool watchesTables, int32_t *slot, int32_t *resultCount) {
  Run body = {0, 0};
  bool wasLoading = state->isLoading;
  state->isLoading = true;
  bool wasWatching = lrs_watchTables(state, watchesTables);
  bool isDone = lrs_protect(state, run, &body);
  lrs_watchTables(state, wasWatching);
  state->isLoading = wasLoading;
  *slot = body.slot;
  *resultCount = body.resultCount;
  return isDone;
}

static int flattenSlot(lua_State *L) {
  int32_t slot = *(const int32_t *)lua_touserdata(L, 1);
  LRSState *state = lrs_of(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->slots);
  lua_rawgeti(L, -1, slot);
  lrs_beginTokens(state);
  state->hashedTable = NULL;
  lrs_flatten(L, -1, true);
  return 0;
}

bool lrs_flattenSlot(LRSState *state, int32_t slot, LRSTokens *tokens) {
  bool isDone = lrs_protect(state, flattenSlot, &slot);
  *tokens = (LRSTokens){state->tokens, isDone ? state->tokenCount : 0};
  return isDone;
}

// MARK: Threads

bool lrs_isMainThread(void) {
#if defined(__linux__)
  return getpid() == (pid_t)syscall(SYS_gettid);
#else
  return pthread_main_np() != 0;
#endif
}
