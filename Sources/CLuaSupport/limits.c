// The limits: how much C stack is left, and what the budget allows.

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE // pthread_getattr_np
#endif
#include <pthread.h>
#include <time.h>

#include "support.h"

#if defined(__linux__) || defined(__APPLE__)

/// Where this thread's stack may be written; both 0 where that is unknown.
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
  // Elsewhere, as on a stack that the host has made: nothing is known.
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
}

static int64_t cpuNanoseconds(void) {
  struct timespec now;
#ifdef CLOCK_THREAD_CPUTIME_ID
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0)
#endif
    clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

bool lrs_spend(LRSBudget *budget, int64_t instructions) {
  if (budget == NULL) return true;
  int64_t before = budget->instructions;
  budget->instructions -= instructions;
  if (budget->instructions < 0 && budget->exhausted == LRSFailureNone) {
    budget->exhausted = LRSFailureInstructions;
  }
  // A look at the clock takes longer than a small piece of work: one for each interval.
  bool isDue = before / LRS_HOOK_INTERVAL != budget->instructions / LRS_HOOK_INTERVAL;
  if (isDue && budget->nanoseconds > 0 && budget->exhausted == LRSFailureNone) {
    int64_t now = cpuNanoseconds();
    if (budget->started == 0) {
      budget->started = now;
    } else if (now - budget->started > budget->nanoseconds) {
      budget->exhausted = LRSFailureTime;
    }
  }
  return budget->exhausted == LRSFailureNone;
}

void lrs_charge(lua_State *L, int64_t instructions) {
  LRSBudget *budget = lrs_of(L)->budget;
  if (!lrs_spend(budget, instructions)) lrs_fail(L, budget->exhausted, NULL);
}

void lrs_hook(lua_State *L, lua_Debug *activation) {
  (void)activation;
  lrs_charge(L, LRS_HOOK_INTERVAL);
}
