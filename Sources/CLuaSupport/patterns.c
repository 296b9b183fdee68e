// `string.find`, `match`, `gmatch` and `gsub`, which charge the budget while they work.
//
// They give the same results as Lua 5.4 with the character classes of the C locale. The stock
// functions can backtrack in one call for an unlimited time.

#include <limits.h>
#include <string.h>

#include "pattern.h"

/// Begins to match with the pattern at `index` and pushes the memory of its nodes; true when it is anchored.
static bool beginMatching(lua_State *L, LRSMatcher *matcher, int index, bool hasAnchor) {
  size_t subjectLength, length;
  const char *subject = lua_tolstring(L, 1, &subjectLength);
  const char *pattern = lua_tolstring(L, index, &length);
  matcher->L = L;
  matcher->subject = subject;
  matcher->end = subject + subjectLength;
  matcher->steps = 0;
  bool isAnchored = hasAnchor && length > 0 && *pattern == '^';
  lrs_readPattern(matcher, pattern + isAnchored, length - isAnchored);
  return isAnchored;
}

/// Finds the first match from `*start` on; sets `*start` to its start and returns its end, or NULL.
static const char *search(LRSMatcher *matcher, const char **start, bool isAnchored) {
  const LRSNode *first = matcher->nodes;
  for (;;) {
    if (first->kind == LRSNodeText && !isAnchored) {
      *start = lrs_findText(matcher, *start, first->text, first->length);
      if (*start == NULL) return NULL;
    }
    const char *end = lrs_matchAt(matcher, *start);
    if (end != NULL || isAnchored || *start == matcher->end) return end;
    ++*start;
  }
}

/// The start of a search as an offset, which may be beyond the end.
static size_t startOffset(lua_State *L, int index, size_t length) {
  lua_Integer position = luaL_optinteger(L, index, 1);
  if (position > 0) return (size_t)position - 1;
  if (position == 0 || position < -(lua_Integer)length) return 0;
  return length - (size_t)-position;
}

// MARK: Captures

/// Pushes a capture; without captures, the first one is the whole match.  [-0, +1, v]
static void pushCapture(LRSMatcher *matcher, int number, const char *start, const char *end) {
  lua_State *L = matcher->L;
  const LRSCapture *capture = &matcher->captures[number];
  if (number >= matcher->captureCount) {
    if (number > 0) luaL_error(L, "invalid capture index %%%d", number + 1);
    lua_pushlstring(L, start, (size_t)(end - start));
  } else if (capture->kind == LRSCapturePosition) {
    lua_pushinteger(L, capture->start - matcher->subject + 1);
  } else if (capture->kind == LRSCaptureText) {
    lua_pushlstring(L, capture->start, (size_t)(capture->end - capture->start));
  } else {
    luaL_error(L, "unfinished capture");
  }
}

/// Pushes all captures; if there are none and `start` is not NULL, pushes the whole match.
static int pushCaptures(LRSMatcher *matcher, const char *start, const char *end) {
  int count = matcher->captureCount == 0 && start != NULL ? 1 : matcher->captureCount;
  luaL_checkstack(matcher->L, count, "too many captures");
  for (int capture = 0; capture < count; capture++) {
    pushCapture(matcher, capture, start, end);
    lrs_countSteps(matcher, lua_rawlen(matcher->L, -1) / 16);
  }
  return count;
}

// MARK: Searching

static int pushRange(lua_State *L, const LRSMatcher *matcher, const char *start, const char *end) {
  lua_pushinteger(L, start - matcher->subject + 1);
  lua_pushinteger(L, end - matcher->subject);
  return 2;
}

static int findPlain(lua_State *L, const char *subject, size_t length, size_t offset) {
  LRSMatcher matcher;
  size_t wantedLength;
  const char *wanted = lua_tolstring(L, 2, &wantedLength);
  matcher.L = L;
  matcher.subject = subject;
  matcher.end = subject + length;
  matcher.steps = wantedLength / 4;
  const char *found = lrs_findText(&matcher, subject + offset, wanted, wantedLength);
  lrs_settleSteps(&matcher);
  if (found != NULL) return pushRange(L, &matcher, found, found + wantedLength);
  lua_pushnil(L);
  return 1;
}

static int findOrMatch(lua_State *L, bool isFind) {
  size_t length, patternLength;
  const char *subject = luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &patternLength);
  size_t offset = startOffset(L, 3, length);
  if (offset > length) {
    lua_pushnil(L);
    return 1;
  }
  if (isFind && (lua_toboolean(L, 4) || lrs_isPlain(pattern, patternLength))) {
    return findPlain(L, subject, length, offset);
  }
  LRSMatcher matcher;
  bool isAnchored = beginMatching(L, &matcher, 2, true);
  const char *start = subject + offset;
  const char *end = search(&matcher, &start, isAnchored);
  int count = 1;
  if (end == NULL) {
    lua_pushnil(L);
  } else if (isFind) {
    pushRange(L, &matcher, start, end);
    count = 2 + pushCaptures(&matcher, NULL, NULL);
  } else {
    count = pushCaptures(&matcher, start, end);
  }
  lrs_settleSteps(&matcher);
  return count;
}

static int find(lua_State *L) {
  return findOrMatch(L, true);
}

static int match(lua_State *L) {
  return findOrMatch(L, false);
}

typedef struct Walk {
  LRSMatcher matcher;
  const char *next;    // the start of the next search; NULL: no more searches
  const char *lastEnd; // the end of the last match: no empty match is allowed there
} Walk;

/// Upvalues: the subject, the pattern, the walk, the memory of its nodes, the serial number of the evaluation.
static int nextMatch(lua_State *L) {
  lrs_checkIterator(L, 5);
  Walk *walk = lua_touserdata(L, lua_upvalueindex(3));
  LRSMatcher *matcher = &walk->matcher;
  matcher->L = L;
  while (walk->next != NULL) {
    const char *start = walk->next;
    const char *end = search(matcher, &start, false);
    if (end == NULL) break;
    if (end == walk->lastEnd) {
      walk->next = start < matcher->end ? start + 1 : NULL;
      continue;
    }
    walk->next = walk->lastEnd = end;
    int count = pushCaptures(matcher, start, end);
    lrs_settleSteps(matcher);
    return count;
  }
  walk->next = NULL;
  lrs_settleSteps(matcher);
  return 0;
}

static int gmatch(lua_State *L) {
  size_t length;
  const char *subject = luaL_checklstring(L, 1, &length);
  luaL_checkstring(L, 2);
  size_t offset = startOffset(L, 3, length);
  lua_settop(L, 2);
  Walk *walk = lua_newuserdatauv(L, sizeof *walk, 0);
  beginMatching(L, &walk->matcher, 2, false);
  walk->next = offset > length ? NULL : subject + offset;
  walk->lastEnd = NULL;
  lrs_pushBirth(L);
  lua_pushcclosure(L, nextMatch, 5);
  return 1;
}

// MARK: Replacing

/// Appends bytes to a result; charges them as they are copied.
static void add(LRSMatcher *matcher, luaL_Buffer *result, const char *bytes, size_t length) {
  lrs_countSteps(matcher, 1 + length / 16);
  luaL_addlstring(result, bytes, length);
}

/// Appends the replacement text, in which `%0` to `%9` stand for captures.
static void addText(LRSMatcher *matcher, luaL_Buffer *result, const char *start, const char *end) {
  lua_State *L = matcher->L;
  size_t length;
  const char *text = lua_tolstring(L, 3, &length);
  const char *textEnd = text + length, *escape;
  while ((escape = memchr(text, '%', (size_t)(textEnd - text))) != NULL) {
    add(matcher, result, text, (size_t)(escape - text));
    char letter = escape[1]; // a Lua string ends with a zero
    if (letter == '%') {
      luaL_addchar(result, '%');
    } else if (letter == '0') {
      add(matcher, result, start, (size_t)(end - start));
    } else if (letter >= '1' && letter <= '9') {
      pushCapture(matcher, letter - '1', start, end);
      lrs_countSteps(matcher, lua_rawlen(L, -1) / 16);
      luaL_addvalue(result);
    } else {
      luaL_error(L, "invalid use of '%%' in replacement string");
    }
    text = escape + 2;
  }
  add(matcher, result, text, (size_t)(textEnd - text));
}

/// Appends the replacement of a match; false when the match stays.
static bool addReplacement(LRSMatcher *matcher, luaL_Buffer *result, int type, const char *start, const char *end) {
  lua_State *L = matcher->L;
  if (type == LUA_TSTRING || type == LUA_TNUMBER) {
    addText(matcher, result, start, end);
    return true;
  }
  // The replacement may call this function again.
  lrs_checkCStack(L);
  if (type == LUA_TFUNCTION) {
    lua_pushvalue(L, 3);
    lua_call(L, pushCaptures(matcher, start, end), 1);
  } else {
    pushCapture(matcher, 0, start, end);
    lua_gettable(L, 3);
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    add(matcher, result, start, (size_t)(end - start));
    return false;
  }
  if (!lua_isstring(L, -1)) luaL_error(L, "invalid replacement value (a %s)", lrs_typeWord(L, -1));
  lrs_countSteps(matcher, lua_rawlen(L, -1) / 16);
  luaL_addvalue(result);
  return true;
}

static int gsub(lua_State *L) {
  size_t length;
  const char *at = luaL_checklstring(L, 1, &length);
  luaL_checkstring(L, 2);
  int type = lrs_isMethod(L, 3) ? LUA_TFUNCTION : lua_type(L, 3);
  lua_Integer limit = luaL_optinteger(L, 4, (lua_Integer)length + 1);
  // A view of a host value is read like a table.
  bool canReplace = type == LUA_TSTRING || type == LUA_TNUMBER || type == LUA_TFUNCTION || type == LUA_TTABLE || type == LUA_TUSERDATA;
  luaL_argexpected(L, canReplace, 3, "string/function/table");
  LRSMatcher matcher;
  bool isAnchored = beginMatching(L, &matcher, 2, true), isChanged = false;
  const char *lastEnd = NULL;
  lua_Integer count = 0;
  luaL_Buffer result;
  luaL_buffinit(L, &result);
  while (count < limit) {
    const char *end = lrs_matchAt(&matcher, at);
    if (end != NULL && end != lastEnd) {
      count++;
      if (addReplacement(&matcher, &result, type, at, end)) isChanged = true;
      at = lastEnd = end;
    } else if (at < matcher.end) {
      luaL_addchar(&result, *at++);
    } else {
      break;
    }
    if (isAnchored) break;
  }
  if (isChanged) {
    add(&matcher, &result, at, (size_t)(matcher.end - at));
    luaL_pushresult(&result);
  } else {
    lua_pushvalue(L, 1);
  }
  lrs_settleSteps(&matcher);
  lua_pushinteger(L, count);
  return 2;
}

void lrs_openPatterns(lua_State *L) {
  static const luaL_Reg functions[] = {{"find", find}, {"match", match}, {"gmatch", gmatch}, {"gsub", gsub}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
