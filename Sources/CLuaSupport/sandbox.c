// The allow-list: what a rule file finds in its environment, and nothing else.

#include <stdlib.h>
#include <string.h>

#include "support.h"

static const char environmentKey = 0; // in the registry: metatable of environments
static const char standInsKey = 0;    // in the registry: set of functions that stand in for the host's

static const char *const baseNames[] = {"assert", "error", "ipairs", "select", "tonumber", NULL};
static const char *const mathNames[] = {
    "abs", "acos", "asin", "atan", "ceil", "cos", "deg", "exp", "floor", "fmod", "huge", "log", "max", "maxinteger",
    "min", "mininteger", "modf", "pi", "rad", "sin", "sqrt", "tan", "tointeger", "type", "ult", NULL};
static const char *const stringNames[] = {
    "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "pack", "packsize", "rep", "reverse",
    "sub", "unpack", "upper", NULL};
static const char *const tableNames[] = {"concat", "insert", "move", "pack", "remove", "sort", "unpack", NULL};
static const char *const utf8Names[] = {"char", "charpattern", "codepoint", "codes", "len", "offset", NULL};

const char *lrs_typeWord(lua_State *L, int index) {
  LRSView *view;
  switch (lua_type(L, index)) {
    case LUA_TLIGHTUSERDATA:
      return "null";
    case LUA_TUSERDATA:
      view = lrs_toView(L, index);
      return view->shape == LRSShapeOpaque ? "userdata" : "table";
    default:
      return luaL_typename(L, index);
  }
}

static int typeOf(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushstring(L, lrs_typeWord(L, 1));
  return 1;
}

void lrs_pushText(lua_State *L, int index) {
  switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TBOOLEAN:
    case LUA_TNUMBER:
    case LUA_TSTRING:
      luaL_tolstring(L, index, NULL);
      break;
    default:
      lua_pushstring(L, lrs_typeWord(L, index));
  }
}

static int toString(lua_State *L) {
  luaL_checkany(L, 1);
  lrs_pushText(L, 1);
  return 1;
}

static int print(lua_State *L) {
  int count = lua_gettop(L);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (int argument = 1; argument <= count; argument++) {
    lrs_charge(L, lua_type(L, argument) == LUA_TSTRING ? 1 + (int64_t)lua_rawlen(L, argument) / 64 : 1);
    if (argument > 1) luaL_addchar(&buffer, '\t');
    lrs_pushText(L, argument);
    luaL_addvalue(&buffer);
  }
  luaL_pushresult(&buffer);
  size_t length;
  const char *text = lua_tolstring(L, -1, &length);
  LRSState *state = lrs_of(L);
  state->callbacks.print(state->callbacks.owner, text, length < 4096 ? length : 4096);
  return 0;
}

static int require(lua_State *L) {
  size_t length;
  const char *name = luaL_checklstring(L, 1, &length);
  lua_Debug caller;
  int32_t chunk = 0, slot = 0;
  if (lua_getstack(L, 1, &caller) && lua_getinfo(L, "S", &caller) && caller.source[0] == '=') {
    chunk = (int32_t)strtol(caller.source + 1, NULL, 10);
  }
  LRSState *state = lrs_of(L);
  lrs_checkCStack(L);
  if (state->callbacks.require(state->callbacks.owner, name, length, chunk, &slot) != LRSOutcomeOK) {
    return lrs_fail(L, LRSFailureHost, NULL);
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->modules);
  lua_pushboolean(L, 1);
  lua_rawseti(L, -2, slot);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->slots);
  lua_rawgeti(L, -1, slot);
  return 1;
}

static int undefinedGlobal(lua_State *L) {
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : lrs_typeWord(L, 2);
  return lrs_fail(L, LRSFailureUndefinedGlobal, "%s", name);
}

/// Copies fields of the table on top into the table at `target`, and pops it.  [-1, +0, m]
static void copyNamed(lua_State *L, int target, const char *const names[]) {
  for (; *names != NULL; names++) {
    lua_getfield(L, -1, *names);
    lua_setfield(L, target, *names);
  }
  lua_pop(L, 1);
}

/// Pushes what rule files may use of a library, with functions that charge.  [-0, +1, m]
///
/// What a build adds to the library stays out.
static void openLibrary(lua_State *L, const char *name, lua_CFunction open, const char *const names[]) {
  lua_newtable(L);
  int library = lua_gettop(L);
  lua_pushcfunction(L, open);
  lua_pushstring(L, name);
  lua_call(L, 1, 1);
  copyNamed(L, library, names);
  lrs_wrapLibrary(L, name);

}

static void define(lua_State *L, const char *name, lua_CFunction function) {
  lua_pushcfunction(L, function);
  lua_setfield(L, -2, name);
}

/// Freezes the library on top and puts it into the environment below it.  [-1, +0, m]
static void install(lua_State *L, const char *name) {
  lrs_freezeLibrary(L, name);
  lua_setfield(L, -2, name);
}

void lrs_openSandbox(lua_State *L) {
  openLibrary(L, "_G", luaopen_base, baseNames);
  define(L, "next", lrs_next);
  define(L, "pairs", lrs_pairs);
  define(L, "print", print);
  define(L, "require", require);
  define(L, "tostring", toString);
  define(L, "type", typeOf);
  lua_pushlightuserdata(L, NULL);
  lua_setfield(L, -2, "null");

  openLibrary(L, LUA_MATHLIBNAME, luaopen_math, mathNames);
  install(L, LUA_MATHLIBNAME);
  openLibrary(L, LUA_UTF8LIBNAME, luaopen_utf8, utf8Names);
  install(L, LUA_UTF8LIBNAME);
  openLibrary(L, LUA_TABLIBNAME, luaopen_table, tableNames);
  define(L, "sort", lrs_sort);
  install(L, LUA_TABLIBNAME);
  openLibrary(L, LUA_STRLIBNAME, luaopen_string, stringNames);
  lrs_openPatterns(L);
  lua_pushvalue(L, -1);
  lua_insert(L, -3);
  install(L, LUA_STRLIBNAME);
  // Stack: string library, environment. Methods of strings come from the frozen library;
  // the stock metatable, which nothing shows to rule code, stays for arithmetic on strings.
  lua_insert(L, -2);
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 3);

  lua_newtable(L);
  lrs_freezeLibrary(L, "host");
  lua_setfield(L, -2, "host");

  lua_createtable(L, 0, 1);
  define(L, "__index", undefinedGlobal);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &environmentKey);
  lua_newtable(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &standInsKey);
}

// MARK: Compiling

typedef struct Text {
  int32_t chunk;
  const char *bytes;
  size_t length;
} Text;

static int compile(lua_State *L) {
  const Text *text = lua_touserdata(L, 1);
  LRSState *state = lrs_of(L);
  char name[24];
  snprintf(name, sizeof name, "=%d", (int)text->chunk);
  state->chunk = text->chunk;
  int status = luaL_loadbufferx(L, text->bytes, text->length, name, "t");
  if (status != LUA_OK) {
    size_t length;
    const char *message = lua_tolstring(L, -1, &length);
    return lrs_fail(L, status == LUA_ERRMEM ? LRSFailureMemory : LRSFailureSyntax, "%s", message);
  }
  int function = lua_gettop(L);
  lua_newtable(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->environment);
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, function + 1);
  }
  lua_pop(L, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &environmentKey);
  lua_setmetatable(L, -2);
  lua_setupvalue(L, function, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, state);
  return 0;
}

bool lrs_compile(LRSState *state, int32_t chunk, const char *bytes, size_t length) {
  Text text = {chunk, bytes, length};
  return lrs_protect(state, compile, &text);
}

static int writeDump(lua_State *L, const void *bytes, size_t length, void *target) {
  (void)L;
  LRSState *state = target;
  char *dump = lrs_reserve(state, state->dump, &state->dumpCapacity, state->dumpLength + length, 1);
  if (dump == NULL) return 1;
  state->dump = dump;
  memcpy(state->dump + state->dumpLength, bytes, length);
  state->dumpLength += length;
  return 0;
}

static bool dumpTop(LRSState *state, const char **bytes, size_t *length) {
  state->dumpLength = 0;
  bool isLua = lua_isfunction(state->L, -1) && !lua_iscfunction(state->L, -1);
  bool isDumped = isLua && lua_dump(state->L, writeDump, state, 0) == 0;
  *bytes = state->dump;
  *length = state->dumpLength;
  return isDumped;
}

bool lrs_dumpChunk(LRSState *state, const char **bytes, size_t *length) {
  if (!lua_checkstack(state->L, 2)) return false;
  lua_rawgetp(state->L, LUA_REGISTRYINDEX, state);
  bool isDumped = dumpTop(state, bytes, length);
  lua_pop(state->L, 1);
  return isDumped;
}

bool lrs_dumpFunction(LRSState *state, uint32_t function, const char **bytes, size_t *length) {
  if (!lua_checkstack(state->L, 3)) return false;
  lua_rawgeti(state->L, LUA_REGISTRYINDEX, state->functions);
  lua_rawgeti(state->L, -1, function);
  bool isDumped = dumpTop(state, bytes, length);
  lua_pop(state->L, 2);
  return isDumped;
}

// MARK: Host functions

static int callHost(lua_State *L) {
  LRSState *state = lrs_of(L);
  lrs_checkCStack(L);
  lua_Integer function = lua_tointeger(L, lua_upvalueindex(1));
  if (state->isLoading) {
    return lrs_fail(L, LRSFailureHostWhileLoading, "%s", lua_tostring(L, lua_upvalueindex(2)));
  }
  int count = lua_gettop(L);
  state->tokenCount = 0;
  for (int argument = 1; argument <= count; argument++) {
    lrs_flatten(L, argument, false);
  }
  LRSTokens arguments = {state->tokens, state->tokenCount};
  LRSValue result = {.kind = LRSKindNil};
  if (state->callbacks.call(state->callbacks.owner, (uint32_t)function, arguments, count, &result) != LRSOutcomeOK) {
    return lrs_fail(L, LRSFailureHost, NULL);
  }
  luaL_checkstack(L, 2, NULL);
  lrs_push(L, &result);
  return 1;
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

static int standIn(lua_State *L) {
  int32_t slot = *(const int32_t *)lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, lrs_of(L)->slots);
  luaL_argcheck(L, lua_rawgeti(L, -1, slot) == LUA_TTABLE, 1, "table expected");
  int functions = lua_gettop(L);
  pushHostContent(L);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &standInsKey);
  lua_pushnil(L);
  while (lua_next(L, functions)) {
    lua_pushvalue(L, -1);
    lua_pushboolean(L, 1);
    lua_rawset(L, functions + 2);
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, functions + 1);
  }
  return 0;
}

bool lrs_standIn(LRSState *state, int32_t slot) {
  return lrs_protect(state, standIn, &slot);
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
    lua_rawgetp(L, LUA_REGISTRYINDEX, &standInsKey);
    lua_pushvalue(L, -2);
    info.isStandIn = lua_rawget(L, -2) != LUA_TNIL;
    lua_settop(L, base + 2);
    lua_Debug definition;
    if (lua_getinfo(L, ">S", &definition) && definition.source[0] == '=' && definition.linedefined > 0) {
      info.chunk = (int32_t)strtol(definition.source + 1, NULL, 10);
      info.line = definition.linedefined;
    }
  }
  lua_settop(L, base);
  return info;
}
