// The limits: the remaining C stack, and the budget.

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE // pthread_getattr_np
#endif
#include <pthread.h>
#include <time.h>

#include "support.h"

#if defined(__linux__) || defined(__APPLE__)

/// The address range of this thread's stack; both 0 if unknown.
typedef struct StackBounds {
  bool isKnown;
  uintptr_t low;
  uintptr_t high;
} StackBounds;

static _Thread_local StackBounds stackBounds;

static void findStackBounds(void) {
  stackBounds = (StackBounds){.isKnown = true};
#if defined(__linux__)
  pthread_attr_t attributes;
  void *low = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
    stackBounds.low = (uintptr_t)low;
    stackBounds.high = (uintptr_t)low + size;
  }
  pthread_attr_destroy(&attributes);
#else
  stackBounds.high = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
  stackBounds.low = stackBounds.high - pthread_get_stacksize_np(pthread_self());
#endif
}

bool lrs_isCStackShort(void) {
  if (!stackBounds.isKnown) findStackBounds();
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  // On another stack, such as one that the host has made, nothing is known.
  if (here < stackBounds.low || here >= stackBounds.high) return false;
  return here - stackBounds.low < LRS_STACK_RESERVE;
}

#else

bool lrs_isCStackShort(void) {
  return false;
}

#endif

void lrs_checkCStack(lua_State *L) {
  if (lrs_isCStackShort()) luaL_error(L, "C stack overflow");
}

// MARK: Limits

void lrs_setBudget(LRSState *state, LRSBudget *budget) {
  state->budget = budget;
  state->isRefusing = false;
}

LRSLimits lrs_liftLimits(LRSState *state) {
  LRSLimits limits = {state->budget, state->memoryLimit, state->isRefusing, state->wasBeyond};
  state->budget = NULL;
  state->memoryLimit = SIZE_MAX;
  state->isRefusing = false;
  return limits;
}

void lrs_restoreLimits(LRSState *state, LRSLimits limits) {
  state->budget = limits.budget;
  state->memoryLimit = limits.memoryLimit;
  state->isRefusing = limits.isRefusing;
  state->wasBeyond = limits.wasBeyond;
}

int64_t lrs_processorTime(void) {
  struct timespec now;
#ifdef CLOCK_THREAD_CPUTIME_ID
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0)
#endif
    clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int64_t wallTime(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void lookAtClock(LRSBudget *budget) {
  if (budget->nanoseconds <= 0 || budget->exhausted != LRSFailureNone) return;
  // Reading the thread's clock is a system call; the wall clock is cheap and runs at least as fast.
  int64_t onWall = wallTime();
  if (budget->started != 0 && onWall - budget->startedOnWall <= budget->nanoseconds) return;
  int64_t now = lrs_processorTime();
  if (budget->started == 0) {
    budget->started = now;
    budget->startedOnWall = onWall;
  } else if (now - budget->started > budget->nanoseconds) {
    budget->exhausted = LRSFailureTime;
  }
}

bool lrs_spend(LRSBudget *budget, int64_t instructions) {
  if (budget == NULL) return true;
  int64_t before = budget->instructions;
  budget->instructions -= instructions;
  if (budget->instructions < 0 && budget->exhausted == LRSFailureNone) {
    budget->exhausted = LRSFailureInstructions;
  }
  // To read the clock takes longer than a small piece of work, so read it once for each completed interval.
  bool isDue = (before - 1) / LRS_HOOK_INTERVAL != (budget->instructions - 1) / LRS_HOOK_INTERVAL;
  if (isDue) lookAtClock(budget);
  return budget->exhausted == LRSFailureNone;
}

int64_t lrs_pauseClock(const LRSBudget *budget) {
  return budget->nanoseconds > 0 && budget->started != 0 ? lrs_processorTime() : 0;
}

void lrs_resumeClock(LRSBudget *budget, int64_t paused) {
  if (paused != 0) budget->started += lrs_processorTime() - paused;
}

bool lrs_spendLong(LRSBudget *budget, int64_t instructions) {
  if (budget == NULL) return true;
  if (instructions < LRS_HOOK_INTERVAL) lookAtClock(budget);
  return lrs_spend(budget, instructions);
}

void lrs_charge(lua_State *L, int64_t instructions) {
  LRSBudget *budget = lrs_of(L)->budget;
  if (!lrs_spend(budget, instructions)) lrs_fail(L, budget->exhausted, NULL);
}

void lrs_chargeWalk(lua_State *L, int64_t entries) {
  LRSState *state = lrs_of(L);
  if (state->memoryUsed < LRS_LARGE_MEMORY) {
    lrs_charge(L, entries);
  } else if (!lrs_spendLong(state->budget, entries)) {
    lrs_fail(L, state->budget->exhausted, NULL);
  }
}

// MARK: The hook

/// The interval of the hook, in VM instructions, for the length of the longest string.
///
/// One instruction may compare two strings, or parse one as a number; so with long strings the hook must come more
/// often. The interval changes by halves, so that it changes rarely.
static int hookInterval(size_t longestString) {
  int interval = LRS_HOOK_INTERVAL;
  for (size_t length = LRS_LARGE_BLOCK; length < longestString && interval > 1; length *= 2) interval /= 2;
  return interval;
}

void lrs_adjustHook(LRSState *state, lua_State *L) {
  // With an exhausted budget the hook comes at the first instruction, which gives the position.
  bool isSpent = state->budget != NULL && state->budget->exhausted != LRSFailureNone;
  int interval = isSpent || state->watchesTables ? 1 : hookInterval(state->longestString);
  if (lua_gethookcount(L) != interval) lua_sethook(L, lrs_hook, LUA_MASKCOUNT, interval);
}

void lrs_noteString(LRSState *state, size_t length) {
  bool isSame = hookInterval(length) == hookInterval(state->longestString);
  state->longestString = length;
  if (isSame || state->L == NULL) return;
  lrs_adjustHooks(state);
}

void lrs_adjustHooks(LRSState *state) {
  lrs_adjustHook(state, state->L);
  for (int32_t level = 0; level < state->level; level++) lrs_adjustHook(state, state->threadAt[level]);
}

void lrs_hook(lua_State *L, lua_Debug *activation) {
  LRSState *state = lrs_of(L);
  int interval;
  if (state->watchesTables) {
    lrs_placeTables(L, activation);
    bool isSpent = state->budget != NULL && state->budget->exhausted != LRSFailureNone;
    // As often as without watching.
    if (++state->unchargedInstructions < hookInterval(state->longestString) && !isSpent) return;
    interval = state->unchargedInstructions;
    state->unchargedInstructions = 0;
  } else {
    interval = lua_gethookcount(L);
  }
  bool isIn = interval < LRS_HOOK_INTERVAL ? lrs_spendLong(state->budget, interval) : lrs_spend(state->budget, interval);
  if (!isIn) lrs_fail(L, state->budget->exhausted, NULL);
}
