// How the results of a rule file are frozen.
//
// A frozen table stays the same object, so every reference to it stays valid:
// its content moves into a shadow table from which its metatable reads, and the
// table itself stays empty. Rule files have no `rawset`, no
// `setmetatable` and no `getmetatable`, so they cannot bypass the metatable.

#include <limits.h>
#include <string.h>

#include "support.h"

static const char shadowKey = 0;      // in the metatable of a frozen table: its shadow
static const char reachableKey = 0;   // in the registry: list of tables to freeze
static const char forbiddenKey = 0;   // in the registry: function -> its replacement

bool lrs_pushContent(lua_State *L, int index) {
  index = lua_absindex(L, index);
  if (lua_getmetatable(L, index)) {
    if (lua_rawgetp(L, -1, &shadowKey) == LUA_TTABLE) {
      lua_remove(L, -2);
      return true;
    }
    lua_pop(L, 2);
  }
  lua_pushvalue(L, index);
  return false;
}

static bool isFrozen(lua_State *L, int index) {
  bool isFrozen = lrs_pushContent(L, index);
  lua_pop(L, 1);
  return isFrozen;
}

static int frozenWrite(lua_State *L) {
  if (lua_type(L, 2) == LUA_TSTRING) {
    return lrs_fail(L, LRSFailureFrozen, lua_toboolean(L, lua_upvalueindex(1)) ? "the global `%s`" : "the field `%s` of a table that was made while loading", lua_tostring(L, 2));
  }
  return lrs_fail(L, LRSFailureFrozen, "a table that was made while loading");
}

static int frozenLength(lua_State *L) {
  lrs_pushContent(L, 1);
  lua_pushinteger(L, lrs_border(L, -1));
  return 1;
}

static int undefinedField(lua_State *L) {
  const char *library = lua_tostring(L, lua_upvalueindex(1));
  if (lua_type(L, 2) == LUA_TSTRING) {
    return lrs_fail(L, LRSFailureUndefinedField, "%s.%s", library, lua_tostring(L, 2));
  }
  return lrs_fail(L, LRSFailureUndefinedField, "%s[%s]", library, lrs_typeWord(L, 2));
}

static int unknownHost(lua_State *L) {
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : lrs_typeWord(L, 2);
  return lrs_fail(L, LRSFailureUnknownHost, "%s", name);
}

/// Replaces a forbidden function on top by its replacement.  [-1, +1, -]
static void replaceTop(lua_State *L, int forbidden) {
  if (lua_type(L, -1) != LUA_TFUNCTION) return;
  lua_pushvalue(L, -1);
  if (lua_rawget(L, forbidden) != LUA_TNIL) {
    lua_replace(L, -2);
  } else {
    lua_pop(L, 1);
  }
}

/// Makes the shadow for the content of the table at `index`.  [-0, +1, m]
///
/// It has exactly the needed size.
static void pushShadow(lua_State *L, int index) {
  lua_Unsigned length = lua_rawlen(L, index), named = 0;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    lua_pop(L, 1);
    bool isPosition = lua_isinteger(L, -1) && (lua_Unsigned)lua_tointeger(L, -1) - 1 < length;
    if (!isPosition) named++;
  }
  lua_createtable(L, (int)(length < INT_MAX ? length : INT_MAX), (int)(named < INT_MAX ? named : INT_MAX));
}

/// Freezes the table at `index`, and replaces forbidden functions in it.
static void freezeTable(lua_State *L, int index) {
  luaL_checkstack(L, 12, NULL);
  // Only environments and conditions have a metatable before they are frozen.
  bool isGlobal = lrs_conditionNumber(L, index) < 0 && lua_getmetatable(L, index);
  if (!isGlobal) lua_pushnil(L);
  int oldMetatable = lua_gettop(L);
  pushShadow(L, index);
  int shadow = lua_gettop(L);
  bool hasForbidden = lua_rawgetp(L, LUA_REGISTRYINDEX, &forbiddenKey) == LUA_TTABLE;
  int forbidden = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, index)) {
    if (hasForbidden) replaceTop(L, forbidden);
    lua_pushvalue(L, -2);
    if (hasForbidden) replaceTop(L, forbidden);
    lua_insert(L, -2);
    lua_rawset(L, shadow);
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, index);
  }
  if (isGlobal) {
    lua_pushvalue(L, oldMetatable);
    lua_setmetatable(L, shadow);
  }
  lua_createtable(L, 0, 4);
  lua_pushvalue(L, shadow);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, isGlobal);
  lua_pushcclosure(L, frozenWrite, 1);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, frozenLength);
  lua_setfield(L, -2, "__len");
  lua_pushvalue(L, shadow);
  lua_rawsetp(L, -2, &shadowKey);
  lua_setmetatable(L, index);
  lua_settop(L, oldMetatable - 1);
}

void lrs_freezeLibrary(lua_State *L, const char *name) {
  int index = lua_gettop(L);
  freezeTable(L, index);
  lrs_pushContent(L, index);
  lua_createtable(L, 0, 1);
  if (strcmp(name, "host") == 0) {
    lua_pushcfunction(L, unknownHost);
  } else {
    lua_pushstring(L, name);
    lua_pushcclosure(L, undefinedField, 1);
  }
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

bool lrs_isHostTable(lua_State *L, int index) {
  int top = lua_gettop(L);
  bool isHost = false;
  if (lua_istable(L, index)) {
    lrs_pushContent(L, index);
    isHost = luaL_getmetafield(L, -1, "__index") != LUA_TNIL && lua_tocfunction(L, -1) == unknownHost;
  }
  lua_settop(L, top);
  return isHost;
}

// MARK: What rules reach

/// Appends a table to the list at `reachable` unless it is known or frozen; numbers a function.  [-1, +0, m]
static void reach(lua_State *L, int reachable, int seen, lua_Integer *count) {
  int type = lua_type(L, -1);
  if (type == LUA_TFUNCTION) {
    lrs_keepFunction(L, -1);
  } else if (type == LUA_TTABLE && !isFrozen(L, -1)) {
    lua_pushvalue(L, -1);
    if (lua_rawget(L, seen) == LUA_TNIL) {
      lua_pushvalue(L, -2);
      lua_pushboolean(L, 1);
      lua_rawset(L, seen);
      lua_pushvalue(L, -2);
      lua_rawseti(L, reachable, ++*count);
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static int keepReachable(lua_State *L) {
  LRSState *state = lrs_of(L);
  lua_newtable(L);
  int reachable = lua_gettop(L);
  lua_pushvalue(L, reachable);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &reachableKey);
  lua_newtable(L);
  int seen = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->functions);
  int functions = lua_gettop(L);
  lua_Integer count = 0, tables = 0;
  uint32_t visited = 0;
  // `require` returns modules to rule functions, even if nothing else refers to them.
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->slots);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->modules);
  lua_pushnil(L);
  while (lua_next(L, functions + 2)) {
    lua_pop(L, 1);
    lua_rawgeti(L, functions + 1, lua_tointeger(L, -1));
    reach(L, reachable, seen, &count);
  }
  lua_settop(L, functions);
  // Breadth-first search: the numbered functions and the known tables are the queues.
  while (visited < state->functionCount || tables < count) {
    if (visited < state->functionCount) {
      lua_rawgeti(L, functions, ++visited);
      int function = lua_gettop(L);
      for (int upvalue = 1; lua_getupvalue(L, function, upvalue) != NULL; upvalue++) {
        reach(L, reachable, seen, &count);
      }
      lua_settop(L, functions);
      continue;
    }
    lua_rawgeti(L, reachable, ++tables);
    int table = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, table)) {
      reach(L, reachable, seen, &count);
      lua_pushvalue(L, -1);
      reach(L, reachable, seen, &count);
    }
    lua_settop(L, functions);
  }
  return 0;
}

bool lrs_keepReachable(LRSState *state, uint32_t *count) {
  bool isDone = lrs_protect(state, keepReachable, NULL);
  *count = state->functionCount;
  return isDone;
}

static int forbiddenCall(lua_State *L) {
  return lrs_fail(L, LRSFailureFrozen, "`%s`, a local of its file", lua_tostring(L, lua_upvalueindex(1)));
}

typedef struct Forbidding {
  uint32_t function;
  const char *variable;
} Forbidding;

static int forbid(lua_State *L) {
  const Forbidding *forbidding = lua_touserdata(L, 1);
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &forbiddenKey) != LUA_TTABLE) {
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &forbiddenKey);
  }
  int table = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, lrs_of(L)->functions);
  lua_rawgeti(L, -1, forbidding->function);
  lua_pushstring(L, forbidding->variable);
  lua_pushcclosure(L, forbiddenCall, 1);
  lua_rawset(L, table);
  return 0;
}

bool lrs_forbid(LRSState *state, uint32_t function, const char *variable) {
  Forbidding forbidding = {function, variable};
  return lrs_protect(state, forbid, &forbidding);
}

/// Replaces forbidden functions in the list at `list`.
static void replaceInList(lua_State *L, int list, int forbidden, lua_Integer count) {
  for (lua_Integer position = 1; position <= count; position++) {
    if (lua_rawgeti(L, list, position) == LUA_TFUNCTION && lua_rawget(L, forbidden) != LUA_TNIL) {
      lua_rawseti(L, list, position);
    } else {
      lua_pop(L, 1);
    }
  }
}

/// Replaces forbidden functions in the upvalues of the numbered functions.
static void replaceInUpvalues(lua_State *L, int functions, int forbidden, uint32_t count) {
  for (uint32_t number = 1; number <= count; number++) {
    lua_rawgeti(L, functions, number);
    int function = lua_gettop(L);
    for (int upvalue = 1; lua_getupvalue(L, function, upvalue) != NULL; upvalue++) {
      if (lua_type(L, -1) == LUA_TFUNCTION && lua_rawget(L, forbidden) != LUA_TNIL) {
        lua_setupvalue(L, function, upvalue);
      }
      lua_settop(L, function);
    }
    lua_pop(L, 1);
  }
}

static int freeze(lua_State *L) {
  LRSState *state = lrs_of(L);
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &reachableKey) != LUA_TTABLE) return 0;
  int reachable = lua_gettop(L);
  lua_Integer count = (lua_Integer)lua_rawlen(L, reachable);
  for (lua_Integer table = 1; table <= count; table++) {
    lua_rawgeti(L, reachable, table);
    freezeTable(L, lua_gettop(L));
    lua_settop(L, reachable);
  }
  lua_pushnil(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &reachableKey);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->functions);
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &forbiddenKey) == LUA_TTABLE) {
    replaceInUpvalues(L, reachable + 1, reachable + 2, state->functionCount);
    replaceInList(L, reachable + 1, reachable + 2, state->functionCount);
    lua_rawgeti(L, LUA_REGISTRYINDEX, state->slots);
    replaceInList(L, reachable + 3, reachable + 2, state->slotCount);
    lua_settop(L, reachable + 2);
    lua_pushnil(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &forbiddenKey);
  }
  return 0;
}

bool lrs_freeze(LRSState *state) {
  bool isDone = lrs_protect(state, freeze, NULL);
  // The buffers that loading has filled with whole files are no longer needed.
  lrs_trimBuffers(state);
  state->restingString = state->longestString;
  lrs_collectIdle(state);
  state->restingMemory = state->memoryUsed;
  return isDone;
}
