// A state: its memory, making it, running files in it; and what belongs to a thread.

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

/// Charges for what takes long; an allocator cannot raise, but it can refuse from then on.
///
/// One instruction may fill megabytes. And where memory is out, Lua collects all garbage and asks
/// again: with little garbage and much else, it would do so for each small table.
static void payForBlock(LRSState *state, size_t size) {
  size_t work = size >= LRS_LARGE_BLOCK ? size : 0;
  if (state->wasBeyond) work += state->memoryLimit;
  state->wasBeyond = false;
  if (work > 0 && !lrs_spend(state->budget, (int64_t)(work / 64))) state->isRefusing = true;
}

static void *allocate(void *owner, void *block, size_t oldSize, size_t newSize) {
  LRSState *state = owner;
  bool isString = block == NULL && oldSize == LUA_TSTRING; // Lua passes the kind of a new object
  if (block == NULL) oldSize = 0;
  if (newSize == 0) {
    free(block);
    state->memoryUsed -= oldSize;
    return NULL;
  }
  bool isBeyond = newSize > state->memoryLimit || state->memoryUsed - oldSize > state->memoryLimit - newSize;
  bool grows = newSize > oldSize;
  if (grows && !isBeyond) payForBlock(state, newSize);
  if (grows && (isBeyond || state->isRefusing || mustFail(state))) {
    state->wasBeyond = isBeyond;
    lrs_noteRefusal(state);
    return NULL;
  }
  void *moved = realloc(block, newSize);
  // Lua takes it for granted that a block can become smaller.
  if (moved == NULL) return newSize <= oldSize ? block : NULL;
  state->memoryUsed = state->memoryUsed - oldSize + newSize;
  if (isString && newSize > state->longestString) lrs_noteString(state, newSize);
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

void lrs_setMemoryLimit(LRSState *state, size_t memoryLimit) {
  state->memoryLimit = memoryLimit;
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
  lrs_openCompiler(L);
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
  lrs_beginTokens(state);
  lrs_flatten(L, -1, true);
  return 0;
}

bool lrs_flattenSlot(LRSState *state, int32_t slot, LRSTokens *tokens) {
  bool isDone = lrs_protect(state, flattenSlot, &slot);
  *tokens = (LRSTokens){state->tokens, isDone ? state->tokenCount : 0};
  return isDone;
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
