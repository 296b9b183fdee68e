// The length of a table, which is the same in every state.
//
// The border that stock Lua finds in a table with holes depends on how the table grew and on the seed of the
// state's hashes. Ours depends only on the content: 0 if position 1 is empty, else the border that doubling
// and halving finds. No option of Lua changes what `#` does, so compiled code is rewritten: see `rewriting.c`.

#include <string.h>

#include "support.h"

lua_Integer lrs_border(lua_State *L, int table) {
  table = lua_absindex(L, table);
  lua_Integer full = 0, empty = 1;
  while (lua_rawgeti(L, table, empty) != LUA_TNIL) {
    lua_pop(L, 1);
    full = empty;
    if (empty == LUA_MAXINTEGER) return full;
    empty = empty > LUA_MAXINTEGER / 2 ? LUA_MAXINTEGER : empty * 2;
  }
  lua_pop(L, 1);
  while (empty - full > 1) {
    lua_Integer middle = full + (empty - full) / 2;
    if (lua_rawgeti(L, table, middle) == LUA_TNIL) empty = middle;
    else full = middle;
    lua_pop(L, 1);
  }
  return full;
}

lua_Integer lrs_length(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TTABLE) return luaL_len(L, index);
  lrs_pushContent(L, index);
  lua_Integer length = lrs_border(L, -1);
  lua_pop(L, 1);
  return length;
}

/// The metamethod that the added instruction calls.
static int length(lua_State *L) {
  lua_pushinteger(L, lrs_length(L, 1));
  return 1;
}

void lrs_openLengths(lua_State *L) {
  lua_pushinteger(L, 0);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, length);
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

// MARK: Compiled code

static const char *readRewritten(lua_State *L, void *source, size_t *length) {
  (void)source;
  LRSState *state = lrs_of(L);
  *length = state->rewrittenLength;
  state->rewrittenLength = 0;
  return *length > 0 ? state->rewritten : NULL;
}

void lrs_addLengths(lua_State *L, const char *text, size_t length) {
  LRSState *state = lrs_of(L);
  if (memchr(text, '#', length) == NULL) return;
  const char *bytes;
  size_t count;
  // Writing and reading code takes about as long as compiling it.
  lrs_charge(L, (int64_t)length);
  bool isTooLarge = false;
  bool isDumped = lrs_dump(state, false, &bytes, &count);
  bool isDone = isDumped && lrs_rewrite(state, bytes, count, true, &isTooLarge);
  if (isTooLarge) lrs_fail(L, LRSFailureSyntax, "%d:1: function or expression needs too many registers", (int)state->chunk);
  if (!isDone) lrs_fail(L, LRSFailureMemory, NULL);
  lua_pop(L, 1);
  int status = lua_load(L, readRewritten, NULL, "=", "b");
  if (status != LUA_OK) lrs_fail(L, status == LUA_ERRMEM ? LRSFailureMemory : LRSFailureSyntax, "%s", lua_tostring(L, -1));
  state->hasLengths = true;
}

bool lrs_restoreLengths(LRSState *state, const char **bytes, size_t *length) {
  bool isTooLarge;
  if (!state->hasLengths) return true;
  if (!lrs_rewrite(state, *bytes, *length, false, &isTooLarge)) return false;
  *bytes = state->rewritten;
  *length = state->rewrittenLength;
  return true;
}
