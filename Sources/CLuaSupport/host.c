// The host's functions: the table `host`, and the host stubs.

#include "support.h"

static const char scopeHostsKey = 0; // in the registry: by scope, its own table `host`
static const char hostStubsKey = 0; // in the registry: set of the host stubs

void lrs_openHost(lua_State *L) {
  lua_newtable(L);
  lrs_freezeLibrary(L, "host");
  lua_setfield(L, -2, "host");
  lua_newtable(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &hostStubsKey);
}

bool lrs_pushScopeHost(lua_State *L, uint32_t scope) {
  if (scope == 0) return false;
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &scopeHostsKey) == LUA_TTABLE) {
    if (lua_rawgeti(L, -1, scope) == LUA_TTABLE) {
      lua_remove(L, -2);
      return true;
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return false;
}

int lrs_callSwift(lua_State *L, LRSCall call, uint32_t function, int first) {
  LRSState *state = lrs_of(L);
  int top = lua_gettop(L);
  lrs_beginTokens(state);
  for (int argument = first; argument <= top; argument++) {
    lrs_flatten(L, argument, false);
  }
  LRSTokens arguments = {state->tokens, state->tokenCount};
  LRSValue result = {.kind = LRSKindNil};
  if (call(state->callbacks.owner, function, arguments, top - first + 1, &result) != LRSOutcomeOK) {
    return lrs_fail(L, LRSFailureHost, NULL);
  }
  luaL_checkstack(L, 2, NULL);
  lrs_push(L, &result);
  return 1;
}

static int callHost(lua_State *L) {
  LRSState *state = lrs_of(L);
  lrs_checkCStack(L);
  lua_Integer function = lua_tointeger(L, lua_upvalueindex(1));
  if (state->isLoading) {
    return lrs_fail(L, LRSFailureHostWhileLoading, "%s", lua_tostring(L, lua_upvalueindex(2)));
  }
  return lrs_callSwift(L, state->callbacks.call, (uint32_t)function, 1);
}

/// Calls a host stub; refused while a file is loading, like a host function.
static int callHostStub(lua_State *L) {
  lrs_checkCStack(L);
  if (lrs_of(L)->isLoading) {
    return lrs_fail(L, LRSFailureHostWhileLoading, "%s", lua_tostring(L, lua_upvalueindex(2)));
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

bool lrs_pushHostStub(lua_State *L, int index) {
  return lua_tocfunction(L, index) == callHostStub && lua_getupvalue(L, index, 1) != NULL;
}

int64_t lrs_toHostFunction(lua_State *L, int index) {
  if (lua_tocfunction(L, index) != callHost) return -1;
  lua_getupvalue(L, index, 1);
  int64_t function = lua_tointeger(L, -1);
  lua_pop(L, 1);
  return function;
}

/// Pushes the content of the table `host`.  [-0, +1, m]
static void pushHostContent(lua_State *L) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lrs_of(L)->environment);
  lua_getfield(L, -1, "host");
  lrs_pushContent(L, -1);
  lua_replace(L, -3);
  lua_pop(L, 1);
}

typedef struct HostName {
  const char *name;
  size_t length;
  uint32_t function;
} HostName;

static int defineHost(lua_State *L) {
  const HostName *host = lua_touserdata(L, 1);
  pushHostContent(L);
  lua_pushlstring(L, host->name, host->length);
  lua_pushinteger(L, host->function);
  lua_pushvalue(L, -2);
  lua_pushcclosure(L, callHost, 2);
  lua_rawset(L, -3);
  return 0;
}

bool lrs_defineHost(LRSState *state, const char *name, size_t length, uint32_t function) {
  HostName host = {name, length, function};
  return lrs_protect(state, defineHost, &host);
}

static int restrictHost(lua_State *L) {
  const HostName *host = lua_touserdata(L, 1);
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &scopeHostsKey) != LUA_TTABLE) {
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &scopeHostsKey);
  }
  int hosts = lua_gettop(L);
  lua_newtable(L);
  lrs_freezeLibrary(L, "host");
  lua_rawseti(L, hosts, host->function);
  return 0;
}

bool lrs_restrictHost(LRSState *state, uint32_t scope) {
  HostName host = {NULL, 0, scope};
  return lrs_protect(state, restrictHost, &host);
}

static int allowHost(lua_State *L) {
  const HostName *host = lua_touserdata(L, 1);
  if (!lrs_pushScopeHost(L, host->function)) return 0;
  lrs_pushContent(L, -1);
  int own = lua_gettop(L);
  pushHostContent(L);
  lua_pushlstring(L, host->name, host->length);
  lua_pushvalue(L, -1);
  if (lua_rawget(L, -3) != LUA_TNIL) lua_rawset(L, own);
  return 0;
}

bool lrs_allowHost(LRSState *state, uint32_t scope, const char *name, size_t length) {
  HostName host = {name, length, scope};
  return lrs_protect(state, allowHost, &host);
}

static int useHostStubs(lua_State *L) {
  int32_t slot = *(const int32_t *)lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, lrs_of(L)->slots);
  luaL_argcheck(L, lua_rawgeti(L, -1, slot) == LUA_TTABLE, 1, "table expected");
  int functions = lua_gettop(L);
  pushHostContent(L);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &hostStubsKey);
  lrs_of(L)->hasHostStubs = true;
  lua_pushnil(L);
  while (lua_next(L, functions)) {
    lua_pushvalue(L, -1);
    lua_pushboolean(L, 1);
    lua_rawset(L, functions + 2);
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_pushcclosure(L, callHostStub, 2);
    lua_rawset(L, functions + 1);
    lua_pop(L, 1);
  }
  return 0;
}

bool lrs_useHostStubs(LRSState *state, int32_t slot) {
  return lrs_protect(state, useHostStubs, &slot);
}

uint32_t lrs_functionCount(const LRSState *state) {
  return state->functionCount;
}

/// Parses the number of a chunk from its name, after the `=`.
static int32_t chunkNumber(const char *source) {
  int32_t number = 0;
  for (const char *digit = source + 1; *digit >= '0' && *digit <= '9'; digit++) number = 10 * number + (*digit - '0');
  return number;
}

static bool isHostStub(LRSState *state, lua_State *L, int index) {
  if (!state->hasHostStubs) return false;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &hostStubsKey);
  lua_pushvalue(L, index);
  bool isHostStub = lua_rawget(L, -2) != LUA_TNIL;
  lua_pop(L, 2);
  return isHostStub;
}

LRSFunctionInfo lrs_functionInfo(LRSState *state, uint32_t function) {
  LRSFunctionInfo info = {.host = -1};
  lua_State *L = state->L;
  if (!lua_checkstack(L, 6)) return info;
  int base = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->functions);
  if (lua_rawgeti(L, -1, function) == LUA_TFUNCTION) {
    info.host = lrs_toHostFunction(L, -1);
    info.isLua = !lua_iscfunction(L, -1);
    info.isHostStub = isHostStub(state, L, base + 2);
    lua_Debug definition;
    if (lua_getinfo(L, ">S", &definition) && definition.source[0] == '=' && definition.linedefined > 0) {
      info.chunk = chunkNumber(definition.source);
      info.line = definition.linedefined;
    }
  }
  lua_settop(L, base);
  return info;
}
