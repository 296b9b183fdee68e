// How an error is raised, noted and told to Swift; and the limits that raise.

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "support.h"

/// The error value for failures whose story is told in the state, not in Lua.
static const char failureMark = 0;

bool lrs_reserve(void **items, size_t *capacity, size_t count, size_t size) {
  if (count <= *capacity) return true;
  size_t wanted = *capacity < 16 ? 16 : *capacity * 2;
  if (wanted < count) wanted = count;
  if (wanted > SIZE_MAX / size) return false;
  void *grown = realloc(*items, wanted * size);
  if (grown == NULL) return false;
  *items = grown;
  *capacity = wanted;
  return true;
}

static void noteMessage(LRSState *state, const char *text, size_t length) {
  state->error.message = NULL;
  state->error.messageLength = 0;
  if (text == NULL || !lrs_reserve((void **)&state->errorText, &state->errorCapacity, length + 1, 1)) return;
  memcpy(state->errorText, text, length);
  state->errorText[length] = 0;
  state->error.message = state->errorText;
  state->error.messageLength = length;
}

int lrs_fail(lua_State *L, LRSFailure failure, const char *format, ...) {
  LRSState *state = lrs_of(L);
  if (format != NULL) {
    va_list arguments;
    va_start(arguments, format);
    const char *text = lua_pushvfstring(L, format, arguments);
    va_end(arguments);
    noteMessage(state, text, strlen(text));
  } else {
    noteMessage(state, NULL, 0);
  }
  state->error.failure = failure;
  lua_pushlightuserdata(L, (void *)&failureMark);
  return lua_error(L);
}

/// Reads the chunk's number from its name, "=12".
static int32_t chunkNumber(const lua_Debug *activation) {
  if (activation->source == NULL || activation->source[0] != '=') return 0;
  return (int32_t)strtol(activation->source + 1, NULL, 10);
}

static void noteTraceback(LRSState *state, lua_State *L) {
  lua_Debug frame;
  state->tracebackLength = 0;
  for (int level = 1; level < 50 && lua_getstack(L, level, &frame); level++) {
    if (!lua_getinfo(L, "Sln", &frame)) break;
    char line[256];
    int length = snprintf(line, sizeof line, "%d:%d:%s\n", (int)chunkNumber(&frame), frame.currentline,
                          frame.name != NULL ? frame.name : (frame.what[0] == 'm' ? "the file" : "a function"));
    if (length < 0) break;
    if (length >= (int)sizeof line) length = (int)sizeof line - 1;
    if (!lrs_reserve((void **)&state->traceback, &state->tracebackCapacity, state->tracebackLength + (size_t)length, 1)) break;
    memcpy(state->traceback + state->tracebackLength, line, (size_t)length);
    state->tracebackLength += (size_t)length;
  }
}

int lrs_noteError(lua_State *L) {
  LRSState *state = lrs_of(L);
  lua_Debug frame;
  bool isNoted = lua_islightuserdata(L, -1) && lua_touserdata(L, -1) == &failureMark;
  if (!isNoted) {
    // A string is read in place: converting a number would allocate.
    size_t length = 0;
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
    if (text == NULL) {
      text = lua_isnil(L, -1) ? "the rule file raised an error without a message"
                              : "the rule file raised an error that is not a string";
      length = strlen(text);
    }
    noteMessage(state, text, length);
    state->error.failure = LRSFailureRuntime;
  }
  state->error.chunk = 0;
  state->error.line = 0;
  for (int level = 1; lua_getstack(L, level, &frame); level++) {
    if (!lua_getinfo(L, "Sl", &frame)) break;
    if (frame.currentline > 0) {
      state->error.chunk = chunkNumber(&frame);
      state->error.line = frame.currentline;
      break;
    }
  }
  if (state->wantsTraceback) noteTraceback(state, L);
  return 1;
}

void lrs_noteStatus(LRSState *state, lua_State *L, int status) {
  if (status == LUA_ERRMEM) {
    state->error = (LRSError){.failure = LRSFailureMemory};
    if (state->budget != NULL) state->budget->exhausted = LRSFailureMemory;
  } else if (status == LUA_ERRSYNTAX) {
    size_t length = 0;
    const char *text = lua_tolstring(L, -1, &length);
    state->error = (LRSError){.failure = LRSFailureSyntax, .chunk = state->chunk};
    noteMessage(state, text, length);
  } else if (status == LUA_ERRERR) {
    // The handler itself failed, which it does only when the C stack is full.
    state->error = (LRSError){.failure = LRSFailureRuntime};
    noteMessage(state, "stack overflow", strlen("stack overflow"));
  }
  if (state->budget != NULL && state->budget->exhausted != LRSFailureNone) {
    state->error.failure = state->budget->exhausted;
  }
}

LRSError lrs_lastError(const LRSState *state) {
  LRSError error = state->error;
  error.traceback = state->wantsTraceback && state->tracebackLength > 0 ? state->traceback : NULL;
  error.tracebackLength = error.traceback != NULL ? state->tracebackLength : 0;
  return error;
}

void lrs_setTraceback(LRSState *state, bool wanted) {
  state->wantsTraceback = wanted;
}

typedef struct Body {
  lua_CFunction function;
  void *argument;
} Body;

bool lrs_protect(LRSState *state, lua_CFunction body, void *argument) {
  lua_State *L = state->L;
  if (!lua_checkstack(L, 8)) {
    state->error = (LRSError){.failure = LRSFailureMemory};
    return false;
  }
  int base = lua_gettop(L);
  lua_pushcfunction(L, lrs_noteError);
  lua_pushcfunction(L, body);
  lua_pushlightuserdata(L, argument);
  int status = lua_pcall(L, 1, 0, base + 1);
  if (status != LUA_OK) lrs_noteStatus(state, L, status);
  lua_settop(L, base);
  return status == LUA_OK;
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

void lrs_charge(lua_State *L, int64_t instructions) {
  LRSBudget *budget = lrs_of(L)->budget;
  if (budget == NULL) return;
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
  if (budget->exhausted != LRSFailureNone) {
    lrs_fail(L, budget->exhausted, NULL);
  }
}

void lrs_hook(lua_State *L, lua_Debug *activation) {
  (void)activation;
  lrs_charge(L, LRS_HOOK_INTERVAL);
}
