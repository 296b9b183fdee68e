// How errors are raised, stored and reported to Swift.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

/// The error value for failures whose details are stored in the state, not in Lua.
static const char failureMark = 0;

/// How many call levels are searched for the position at the beginning of a message.
#define LRS_MAX_PREFIX_LEVEL 16

/// Stores a message, or the beginning of a long one; stores none when memory is short.
static void noteMessage(LRSState *state, const char *text, size_t length) {
  state->error.message = NULL;
  state->error.messageLength = 0;
  if (text == NULL) return;
  if (length > LRS_MAX_MESSAGE) {
    length = LRS_MAX_MESSAGE;
    while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) length--;
  }
  char *errorText = lrs_reserve(state, state->errorText, &state->errorCapacity, length + 1, 1);
  if (errorText == NULL) return;
  state->errorText = errorText;
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
  if (failure == LRSFailureMemory) failure = lrs_memoryFailure(state);
  if ((failure == LRSFailureMemory || failure == LRSFailureSharedMemory) && state->budget != NULL) {
    // An exhausted budget also makes the allocator refuse memory; then the budget is the reason.
    if (state->budget->exhausted == LRSFailureNone) state->budget->exhausted = failure;
    failure = state->budget->exhausted;
  }
  state->error.failure = failure;
  lua_pushlightuserdata(L, (void *)&failureMark);
  return lua_error(L);
}

bool lrs_isNoted(lua_State *L) {
  return lua_islightuserdata(L, -1) && lua_touserdata(L, -1) == &failureMark;
}

int32_t lrs_chunkNumber(const lua_Debug *activation) {
  if (activation->source == NULL || activation->source[0] != '=') return 0;
  return (int32_t)strtol(activation->source + 1, NULL, 10);
}

static void noteTraceback(LRSState *state, lua_State *L) {
  lua_Debug frame;
  state->tracebackLength = 0;
  for (int level = 1; level < 50 && lua_getstack(L, level, &frame); level++) {
    if (!lua_getinfo(L, "Sln", &frame)) break;
    char line[256];
    int length = snprintf(line, sizeof line, "%d:%d:%s\n", (int)lrs_chunkNumber(&frame), frame.currentline,
                          frame.name != NULL ? frame.name : (frame.what[0] == 'm' ? "the file" : "a function"));
    if (length <= 0) break;
    if (length >= (int)sizeof line) length = (int)sizeof line - 1;
    // A name may be any string of the file: replace control characters, so that a row stays one row.
    for (int byte = 0; byte + 1 < length; byte++) {
      if ((unsigned char)line[byte] < ' ') line[byte] = ' ';
    }
    line[length - 1] = '\n';
    char *traceback = lrs_reserve(state, state->traceback, &state->tracebackCapacity, state->tracebackLength + (size_t)length, 1);
    if (traceback == NULL) break;
    state->traceback = traceback;
    memcpy(state->traceback + state->tracebackLength, line, (size_t)length);
    state->tracebackLength += (size_t)length;
  }
}

/// Parses "12:7: " before a message; returns its length, or 0.
static size_t readPosition(const char *text, size_t length, long *chunk, long *line) {
  char prefix[48];
  size_t count = length < sizeof prefix - 1 ? length : sizeof prefix - 1;
  memcpy(prefix, text, count);
  prefix[count] = 0;
  int end = 0;
  if (sscanf(prefix, "%9ld:%9ld:%n", chunk, line, &end) != 2 || end == 0) return 0;
  return prefix[end] == ' ' && prefix[0] >= '0' && prefix[0] <= '9' ? (size_t)end + 1 : 0;
}

/// The most bytes of a compiled function that are kept to name what was `nil`.
#define LRS_MAX_ERROR_CODE ((size_t)1 << 16)

/// Whether a message of Lua says that something was `nil`, but not which expression.
static bool leavesOutExpression(const char *text, size_t length) {
  static const char argument[] = "bad argument #", end[] = "got nil)", operand[] = "attempt to ";
  size_t endLength = sizeof end - 1;
  if (length > endLength && strncmp(text, argument, sizeof argument - 1) == 0) {
    return memcmp(text + length - endLength, end, endLength) == 0;
  }
  return strncmp(text, operand, sizeof operand - 1) == 0 && strstr(text, " a nil value (local '") != NULL;
}

static int writeErrorCode(lua_State *L, const void *bytes, size_t length, void *target) {
  (void)L;
  LRSState *state = target;
  if (length > LRS_MAX_ERROR_CODE - state->errorCodeLength) return 1;
  char *code = lrs_reserve(state, state->errorCode, &state->errorCodeCapacity, state->errorCodeLength + length, 1);
  if (code == NULL) return 1;
  state->errorCode = code;
  memcpy(code + state->errorCodeLength, bytes, length);
  state->errorCodeLength += length;
  return 0;
}

/// Stores the compiled form of a function that is active, unless it is long.
static void noteErrorCode(LRSState *state, lua_State *L, lua_Debug *frame) {
  if (!lua_checkstack(L, 1) || !lua_getinfo(L, "f", frame)) return;
  if (lua_iscfunction(L, -1) || lua_dump(L, writeErrorCode, state, false) != 0) state->errorCodeLength = 0;
  lua_pop(L, 1);
  if (state->errorCodeLength == 0) return;
  const char *bytes = state->errorCode;
  if (!lrs_restoreLengths(state, &bytes, &state->errorCodeLength)) state->errorCodeLength = 0;
  // What is restored is shorter.
  if (bytes != state->errorCode) memcpy(state->errorCode, bytes, state->errorCodeLength);
}

int lrs_noteError(lua_State *L) {
  LRSState *state = lrs_of(L);
  lua_Debug frame;
  bool isNoted = lrs_isNoted(L);
  size_t length = 0, prefix = 0;
  long chunk = 0, line = 0;
  const char *text = NULL;
  if (!isNoted) {
    // Strings are read in place: converting a number would allocate.
    if (lua_type(L, -1) == LUA_TSTRING) {
      text = lua_tolstring(L, -1, &length);
      prefix = readPosition(text, length, &chunk, &line);
    } else {
      text = lua_isnil(L, -1) ? "the rule file raised an error without a message"
                              : "the rule file raised an error that is not a string";
      length = strlen(text);
    }
  }
  state->error.chunk = 0;
  state->error.line = 0;
  state->errorCodeLength = 0;
  bool needsCode = !isNoted && text != NULL && leavesOutExpression(text + prefix, length - prefix);
  // `error("…", 2)` names a caller's position: the position in a message counts if a call frame is there.
  bool isAtPrefix = false;
  for (int level = 1; !isAtPrefix && lua_getstack(L, level, &frame); level++) {
    if (!lua_getinfo(L, "Sl", &frame)) break;
    if (frame.currentline <= 0) continue;
    int32_t at = lrs_chunkNumber(&frame);
    isAtPrefix = prefix > 0 && at == chunk && frame.currentline == line;
    if (isAtPrefix || state->error.line == 0) {
      state->error.chunk = at;
      state->error.line = frame.currentline;
      if (needsCode) noteErrorCode(state, L, &frame);
      needsCode = false;
    }
    if (prefix == 0 || level >= LRS_MAX_PREFIX_LEVEL) break;
  }
  if (!isNoted) {
    if (!isAtPrefix) prefix = 0;
    noteMessage(state, text + prefix, length - prefix);
    state->error.failure = LRSFailureRuntime;
  }
  if (state->wantsTraceback) noteTraceback(state, L);
  return 1;
}

/// Finds the innermost line of rule code on a Lua thread; false when no rule code runs there.
static bool noteLine(LRSState *state, lua_State *L) {
  lua_Debug frame;
  for (int level = 0; lua_getstack(L, level, &frame); level++) {
    if (!lua_getinfo(L, "Sl", &frame)) return false;
    if (frame.currentline <= 0) continue;
    state->refusedChunk = lrs_chunkNumber(&frame);
    state->refusedLine = frame.currentline;
    return true;
  }
  return false;
}

void lrs_noteRefusal(LRSState *state) {
  // Unwinding also asks for memory, when no rule code is running any more; then the position is already known.
  if (state->L == NULL) return;
  for (int32_t level = state->level; level > 0; level--) {
    if (noteLine(state, state->threadAt[level - 1])) return;
  }
  noteLine(state, state->L);
}

void lrs_noteStatus(LRSState *state, lua_State *L, int status) {
  if (status == LUA_ERRMEM) {
    state->tracebackLength = 0;
    LRSFailure failure = lrs_memoryFailure(state);
    state->error = (LRSError){.failure = failure, .chunk = state->refusedChunk, .line = state->refusedLine};
    if (state->budget != NULL && state->budget->exhausted == LRSFailureNone) state->budget->exhausted = failure;
  } else if (status == LUA_ERRSYNTAX) {
    size_t length = 0;
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
    state->error = (LRSError){.failure = LRSFailureSyntax, .chunk = state->chunk};
    noteMessage(state, text, length);
  } else if (status == LUA_ERRERR) {
    // The message handler itself failed, which happens only when the C stack is full.
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
  error.code = state->errorCodeLength > 0 ? state->errorCode : NULL;
  error.codeLength = state->errorCodeLength;
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
    state->error = (LRSError){.failure = lrs_memoryFailure(state)};
    return false;
  }
  int base = lua_gettop(L);
  state->refusedChunk = state->refusedLine = 0;
  state->wasBeyond = state->isShort = false;
  lua_pushcfunction(L, lrs_noteError);
  lua_pushcfunction(L, body);
  lua_pushlightuserdata(L, argument);
  int status = lua_pcall(L, 1, 0, base + 1);
  if (status != LUA_OK) lrs_noteStatus(state, L, status);
  lua_settop(L, base);
  return status == LUA_OK;
}
