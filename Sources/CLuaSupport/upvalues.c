// The values around a numbered function: its upvalues, and the fields of tables made while loading.
//
// Reading runs no code of a rule file: a frozen table is read from its shadow,
// and a missing field is unknown if a metatable could supply it.

#include "support.h"

static const char tablesKey = 0; // in the registry: the numbered tables, by number
static const char nameKey = 0;   // in the registry: the name that was told last

typedef struct Look {
  uint32_t object;
  int32_t upvalue;
  const LRSValue *key;
  bool namesLibraries;
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

/// Whether a field of a library has the value at `index`, or stands for it.
static bool isLibraryField(lua_State *L, int field, int index) {
  if (lua_rawequal(L, field, index)) return true;
  if (!lrs_pushHostStub(L, field)) return false;
  bool isStub = lua_rawequal(L, -1, index);
  lua_pop(L, 1);
  return isStub;
}

/// Pushes the name that files have for a value of the template of environments.  [-0, +(0|1), m]
static bool pushLibraryName(lua_State *L, int index) {
  int top = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, lrs_of(L)->environment);
  lua_pushnil(L);
  while (lua_next(L, top + 1)) {
    const char *name = lua_tostring(L, top + 2);
    if (lua_rawequal(L, top + 3, index)) {
      lua_settop(L, top + 2);
      lua_replace(L, top + 1);
      return true;
    }
    if (lua_istable(L, top + 3)) {
      lrs_pushContent(L, top + 3);
      lua_pushnil(L);
      while (lua_next(L, top + 4)) {
        if (isLibraryField(L, top + 6, index)) {
          lua_pushfstring(L, "%s.%s", name, lua_tostring(L, top + 5));
          lua_replace(L, top + 1);
          lua_settop(L, top + 1);
          return true;
        }
        lua_settop(L, top + 5);
      }
    }
    lua_settop(L, top + 2);
  }
  lua_settop(L, top);
  return false;
}

/// Describes the value on top by its name in a library, if it has one.
static bool tellName(lua_State *L, LRSOutside *result) {
  if (!pushLibraryName(L, lua_gettop(L))) return false;
  result->kind = LRSOutsideLibrary;
  result->value = lrs_scalar(L, lua_gettop(L));
  lua_rawsetp(L, LUA_REGISTRYINDEX, &nameKey);
  return true;
}

/// Describes the value on top; the bytes of a string stay in the memory of their owner.
static void tell(lua_State *L, const Look *look) {
  LRSOutside *result = look->result;
  int index = lua_gettop(L);
  int type = lua_type(L, index);
  bool mayBeLibrary = type == LUA_TFUNCTION || type == LUA_TTABLE;
  if (look->namesLibraries && mayBeLibrary && tellName(L, result)) return;
  switch (type) {
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
  // Upvalue 0 is the function itself.
  if (look->upvalue == 0 || lua_getupvalue(L, -1, look->upvalue) != NULL) tell(L, look);
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
    tell(L, look);
  } else if (!lua_getmetatable(L, content)) {
    tell(L, look); // no metatable could supply a missing field
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

/// Lists the keys of a table; for an environment only those of values that its template does not have.
static int listKeys(lua_State *L) {
  const Look *look = lua_touserdata(L, 1);
  LRSState *state = lrs_of(L);
  state->tokenCount = 0;
  pushTables(L);
  if (lua_rawgeti(L, -1, look->object) != LUA_TTABLE) return 0;
  lrs_pushContent(L, -1);
  int content = lua_gettop(L);
  bool isEnvironment = lrs_isEnvironment(L, content);
  if (!isEnvironment && lua_getmetatable(L, content)) return 0;
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->environment);
  int template = lua_gettop(L);
  // First the keys that the template has, and the environment perhaps no longer.
  for (int table = isEnvironment ? template : content; ; table = content) {
    lua_pushnil(L);
    while (lua_next(L, table)) {
      int key = lua_gettop(L) - 1;
      if (isEnvironment) {
        lua_pushvalue(L, key);
        bool isInTemplate = lua_rawget(L, template) != LUA_TNIL;
        lua_pushvalue(L, key);
        lua_rawget(L, content);
        // Sources with a grant have a table `host` of their own.
        bool isSame = lua_rawequal(L, -1, -2) || (lrs_isHostTable(L, -1) && lrs_isHostTable(L, -2));
        if (isSame || (table == content && isInTemplate)) {
          lua_settop(L, key);
          continue;
        }
      }
      int type = lua_type(L, key);
      if (type != LUA_TSTRING && type != LUA_TNUMBER && type != LUA_TBOOLEAN) return 0;
      size_t count = state->tokenCount + 1;
      LRSValue *tokens = lrs_reserve(state, state->tokens, &state->tokenCapacity, count, sizeof(LRSValue));
      if (tokens == NULL) return 0;
      state->tokens = tokens;
      state->tokens[state->tokenCount++] = lrs_scalar(L, key);
      lua_settop(L, key);
    }
    if (table == content) break;
  }
  look->result->kind = isEnvironment ? LRSOutsideEnvironment : LRSOutsideTable;
  look->result->number = (uint32_t)lua_rawlen(L, content);
  return 0;
}

bool lrs_outsideUpvalue(LRSState *state, uint32_t function, int32_t upvalue, bool namesLibraries, LRSOutside *result) {
  *result = (LRSOutside){.kind = LRSOutsideUnknown};
  Look look = {.object = function, .upvalue = upvalue, .namesLibraries = namesLibraries, .result = result};
  return lrs_protect(state, lookAtUpvalue, &look);
}

bool lrs_outsideField(LRSState *state, uint32_t table, const LRSValue *key, bool namesLibraries, LRSOutside *result) {
  *result = (LRSOutside){.kind = LRSOutsideUnknown};
  Look look = {.object = table, .key = key, .namesLibraries = namesLibraries, .result = result};
  return lrs_protect(state, lookAtField, &look);
}

bool lrs_outsideKeys(LRSState *state, uint32_t table, LRSOutside *content, LRSTokens *keys) {
  *content = (LRSOutside){.kind = LRSOutsideUnknown};
  Look look = {.object = table, .result = content};
  if (!lrs_protect(state, listKeys, &look) || content->kind == LRSOutsideUnknown) return false;
  *keys = (LRSTokens){state->tokens, state->tokenCount};
  return true;
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
