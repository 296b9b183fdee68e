// The values around a numbered function: its upvalues, and the fields of tables made while loading.
//
// Reading runs no code of a rule file: a frozen table is read from its shadow,
// and a missing field is unknown if a metatable could supply it.

#include "support.h"

static const char tablesKey = 0; // in the registry: the numbered tables, by number

typedef struct Look {
  uint32_t object;
  int32_t upvalue;
  const LRSValue *key;
  LRSOutside *result;
} Look;

/// Pushes the list of numbered tables.  [-0, +1, m]
static void pushTables(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &tablesKey) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &tablesKey);
}

/// Gives the table at an index a number, from 1 on; a table has only one number.
static uint32_t numberTable(lua_State *L, int index) {
  pushTables(L);
  lua_pushvalue(L, index);
  if (lua_rawget(L, -2) != LUA_TNIL) return (uint32_t)lua_tointeger(L, -1);
  lua_Integer number = (lua_Integer)lua_rawlen(L, -2) + 1;
  lua_pushvalue(L, index);
  lua_rawseti(L, -3, number);
  lua_pushvalue(L, index);
  lua_pushinteger(L, number);
  lua_rawset(L, -4);
  return (uint32_t)number;
}

/// Describes the value on top; the bytes of a string stay in the memory of their owner.
static void tell(lua_State *L, LRSOutside *result) {
  int index = lua_gettop(L);
  switch (lua_type(L, index)) {
    case LUA_TFUNCTION:
      if (lua_iscfunction(L, index)) return;
      result->kind = LRSOutsideFunction;
      result->number = lrs_keepFunction(L, index);
      return;
    case LUA_TTABLE:
      result->kind = LRSOutsideTable;
      result->number = numberTable(L, index);
      return;
    case LUA_TNIL:
    case LUA_TBOOLEAN:
    case LUA_TNUMBER:
    case LUA_TSTRING:
      break;
    case LUA_TLIGHTUSERDATA:
      if (lua_touserdata(L, index) == NULL) break;
      return;
    default:
      return;
  }
  result->kind = LRSOutsideScalar;
  result->value = lrs_scalar(L, index);
}

static int lookAtUpvalue(lua_State *L) {
  const Look *look = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, lrs_of(L)->functions);
  if (lua_rawgeti(L, -1, look->object) != LUA_TFUNCTION) return 0;
  if (lua_getupvalue(L, -1, look->upvalue) != NULL) tell(L, look->result);
  return 0;
}

static int lookAtField(lua_State *L) {
  const Look *look = lua_touserdata(L, 1);
  pushTables(L);
  if (lua_rawgeti(L, -1, look->object) != LUA_TTABLE) return 0;
  lrs_pushContent(L, -1);
  int content = lua_gettop(L);
  lrs_push(L, look->key);
  if (lua_isnil(L, -1) || lua_rawget(L, content) != LUA_TNIL) {
    tell(L, look->result);
  } else if (!lua_getmetatable(L, content)) {
    tell(L, look->result); // no metatable could supply a missing field
  }
  return 0;
}

static int listScalars(lua_State *L) {
  const Look *look = lua_touserdata(L, 1);
  LRSState *state = lrs_of(L);
  state->tokenCount = 0;
  pushTables(L);
  if (lua_rawgeti(L, -1, look->object) != LUA_TTABLE) return 0;
  lrs_pushContent(L, -1);
  int content = lua_gettop(L);
  if (lua_getmetatable(L, content)) return 0;
  size_t count = 0;
  lua_pushnil(L);
  while (lua_next(L, content)) {
    if (count + 2 > LRS_MAX_LISTED) return 0;
    LRSValue *tokens = lrs_reserve(state, state->tokens, &state->tokenCapacity, count + 2, sizeof(LRSValue));
    if (tokens == NULL) return 0;
    state->tokens = tokens;
    for (int item = 0; item < 2; item++) {
      int type = lua_type(L, content + 1 + item);
      if (type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TUSERDATA || type == LUA_TTHREAD) return 0;
      state->tokens[count++] = lrs_scalar(L, content + 1 + item);
    }
    lua_pop(L, 1);
  }
  state->tokenCount = count;
  look->result->kind = LRSOutsideTable;
  return 0;
}

bool lrs_outsideUpvalue(LRSState *state, uint32_t function, int32_t upvalue, LRSOutside *result) {
  *result = (LRSOutside){.kind = LRSOutsideUnknown};
  Look look = {.object = function, .upvalue = upvalue, .result = result};
  return lrs_protect(state, lookAtUpvalue, &look);
}

bool lrs_outsideField(LRSState *state, uint32_t table, const LRSValue *key, LRSOutside *result) {
  *result = (LRSOutside){.kind = LRSOutsideUnknown};
  Look look = {.object = table, .key = key, .result = result};
  return lrs_protect(state, lookAtField, &look);
}

bool lrs_outsideScalars(LRSState *state, uint32_t table, LRSTokens *tokens) {
  LRSOutside result = {.kind = LRSOutsideUnknown};
  Look look = {.object = table, .result = &result};
  if (!lrs_protect(state, listScalars, &look) || result.kind != LRSOutsideTable) return false;
  *tokens = (LRSTokens){state->tokens, state->tokenCount};
  return true;
}

static int forgetTables(lua_State *L) {
  lua_pushnil(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &tablesKey);
  return 0;
}

void lrs_forgetOutside(LRSState *state) {
  lrs_protect(state, forgetTables, NULL);
}
