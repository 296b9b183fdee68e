// A state: making it, running files in it, asking it.

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

// MARK: Memory

/// For tests: whether memory is to be out by now.
static bool mustFail(LRSState *state) {
  if (state->allocationsToFailure > 1) state->allocationsToFailure--;
  return state->allocationsToFailure == 1;
}

void lrs_failAllocation(LRSState *state, int64_t count) {
  state->allocationsToFailure = count > 0 ? count + 1 : 0;
}

static void *allocate(void *owner, void *block, size_t oldSize, size_t newSize) {
  LRSState *state = owner;
  if (block == NULL) oldSize = 0; // Lua passes the kind of object here
  if (newSize == 0) {
    free(block);
    state->memoryUsed -= oldSize;
    return NULL;
  }
  bool isBeyond = newSize > state->memoryLimit || state->memoryUsed - oldSize > state->memoryLimit - newSize;
  if (newSize > oldSize && (isBeyond || mustFail(state))) return NULL;
  // One instruction may fill megabytes. An allocator cannot raise, but it can refuse.
  bool isCharged = newSize > oldSize && newSize >= LRS_LARGE_BLOCK;
  if (isCharged && !lrs_spend(state->budget, (int64_t)(newSize / 64))) return NULL;
  void *moved = realloc(block, newSize);
  // Lua takes it for granted that a block can become smaller.
  if (moved == NULL) return newSize <= oldSize ? block : NULL;
  state->memoryUsed = state->memoryUsed - oldSize + newSize;
  return moved;
}

void *lrs_reserve(LRSState *state, void *items, size_t *capacity, size_t count, size_t size) {
  if (count <= *capacity) return items;
  size_t wanted = *capacity < 16 ? 16 : *capacity * 2;
  if (wanted < count) wanted = count;
  if (wanted > SIZE_MAX / size) return NULL;
  void *grown = allocate(state, items, *capacity * size, wanted * size);
  if (grown != NULL) *capacity = wanted;
  return grown;
}

void lrs_unreserve(LRSState *state, void *items, size_t *capacity, size_t size) {
  allocate(state, items, *capacity * size, 0);
  *capacity = 0;
}

size_t lrs_memoryUsed(const LRSState *state) {
  return state->memoryUsed;
}

// MARK: Opening and closing

static int newList(lua_State *L) {
  lua_newtable(L);
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

static int open(lua_State *L) {
  LRSState *state = lrs_of(L);
  state->functions = newList(L);
  state->functionIDs = newList(L);
  state->threads = newList(L);
  state->slots = newList(L);
  state->modules = newList(L);
  lrs_openViews(L);
  lrs_openSandbox(L);
  state->environment = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

LRSState *lrs_newState(LRSCallbacks callbacks, size_t memoryLimit) {
  return lrs_newFailingState(callbacks, memoryLimit, 0);
}

LRSState *lrs_newFailingState(LRSCallbacks callbacks, size_t memoryLimit, int64_t count) {
  LRSState *state = calloc(1, sizeof *state);
  if (state == NULL) return NULL;
  state->allocationsToFailure = count > 0 ? count + 1 : 0;
  state->callbacks = callbacks;
  state->memoryLimit = memoryLimit;
  state->L = lua_newstate(allocate, state);
  if (state->L == NULL) {
    free(state);
    return NULL;
  }
  *(LRSState **)lua_getextraspace(state->L) = state;
  if (!lrs_protect(state, open, NULL)) {
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
  lrs_unreserve(state, state->errorText, &state->errorCapacity, 1);
  lrs_unreserve(state, state->traceback, &state->tracebackCapacity, 1);
  lrs_unreserve(state, state->threadAt, &state->threadCapacity, sizeof(lua_State *));
  assert(state->memoryUsed == 0);
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

bool lrs_run(LRSState *state, int32_t *slot, int32_t *resultCount) {
  Run body = {0, 0};
  bool wasLoading = state->isLoading;
  state->isLoading = true;
  bool isDone = lrs_protect(state, run, &body);
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
  state->tokenCount = 0;
  lrs_flatten(L, -1, true);
  return 0;
}

bool lrs_flattenSlot(LRSState *state, int32_t slot, LRSTokens *tokens) {
  bool isDone = lrs_protect(state, flattenSlot, &slot);
  *tokens = (LRSTokens){state->tokens, isDone ? state->tokenCount : 0};
  return isDone;
}

// MARK: Asking

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
  state->threadAt[state->level] = thread;
  return 0;
}

/// Never raises but for want of stack: clearing a field that is there takes no memory.
static int forget(lua_State *L) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lrs_of(L)->remembered);
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, -4);
  }
  return 0;
}

/// Gives back what an unusual access has made the buffers grow to.
static void trimBuffers(LRSState *state) {
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
}

void lrs_beginAccess(LRSState *state) {
  state->serial++;
}

void lrs_endAccess(LRSState *state) {
  state->serial++;
  if (!lrs_protect(state, forget, NULL)) state->isSpoilt = true;
  state->budget = NULL;
  if (state->level == 0) trimBuffers(state);
}

int32_t lrs_depth(const LRSState *state) {
  return state->level;
}

/// Whether there is a Lua thread for the next level.
static bool hasThread(LRSState *state) {
  size_t level = (size_t)state->level;
  return level < state->threadCapacity && state->threadAt[level] != NULL;
}

/// Calls a function with the context on the Lua thread of the next level, where the result stays.
///
/// Each level has a Lua thread, because one allows only 200 C levels.
static lua_State *enter(LRSState *state, uint32_t function) {
  if (state->isSpoilt) {
    state->error = (LRSError){.failure = LRSFailureMemory};
    return NULL;
  }
  if (state->level >= LRS_MAX_LEVELS || lrs_isCStackShort()) {
    state->error = (LRSError){.failure = LRSFailureDepth};
    return NULL;
  }
  if (!hasThread(state) && !lrs_protect(state, newThread, NULL)) return NULL;
  lua_State *T = state->threadAt[state->level];
  lua_settop(T, 0);
  if (!lua_checkstack(T, 8)) {
    state->error = (LRSError){.failure = LRSFailureMemory};
    return NULL;
  }
  state->level++;
  lua_pushcfunction(T, lrs_noteError);
  lua_rawgeti(T, LUA_REGISTRYINDEX, state->functions);
  lua_rawgeti(T, -1, function);
  lua_replace(T, 2);
  lua_rawgeti(T, LUA_REGISTRYINDEX, state->context);
  int status = lua_pcall(T, 1, 1, 1);
  if (status == LUA_OK && state->budget != NULL && state->budget->exhausted != LRSFailureNone) {
    state->error = (LRSError){.failure = state->budget->exhausted};
    status = LUA_ERRRUN;
  } else if (status != LUA_OK) {
    lrs_noteStatus(state, T, status);
  }
  if (status != LUA_OK) {
    state->level--;
    lua_settop(T, 0);
    return NULL;
  }
  return T;
}

void lrs_release(LRSState *state) {
  state->level--;
  lua_settop(state->threadAt[state->level], 0);
}

bool lrs_test(LRSState *state, uint32_t function, bool *result) {
  lua_State *T = enter(state, function);
  if (T == NULL) return false;
  *result = lua_toboolean(T, -1) && lua_type(T, -1) != LUA_TLIGHTUSERDATA;
  lrs_release(state);
  return true;
}

static int flattenResult(lua_State *L) {
  lrs_of(L)->tokenCount = 0;
  lrs_flatten(L, 1, false);
  return 0;
}

bool lrs_evaluate(LRSState *state, uint32_t function, LRSTokens *tokens) {
  lua_State *T = enter(state, function);
  if (T == NULL) return false;
  lua_pushcfunction(T, flattenResult);
  lua_pushvalue(T, 2);
  int status = lua_pcall(T, 1, 0, 1);
  if (status != LUA_OK) {
    lrs_noteStatus(state, T, status);
    lrs_release(state);
    return false;
  }
  *tokens = (LRSTokens){state->tokens, state->tokenCount};
  return true;
}

// MARK: Threads

static _Thread_local void *currentAccess;

void *lrs_currentAccess(void) {
  return currentAccess;
}

void lrs_setCurrentAccess(void *access) {
  currentAccess = access;
}

bool lrs_isMainThread(void) {
#if defined(__linux__)
  return getpid() == (pid_t)syscall(SYS_gettid);
#else
  return pthread_main_np() != 0;
#endif
}
