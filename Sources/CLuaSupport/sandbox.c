// The allow-list: the only names that a rule file finds in its environment.

#include <stdlib.h>
#include <string.h>

#include "support.h"

static const char *const baseNames[] = {"assert", "error", "select", "tonumber", NULL};
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
      if (lrs_isMethod(L, index)) return "function";
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
  if (state->printedBytes >= LRS_MAX_PRINTED) return 0;
  if (length > 4096) length = 4096;
  if (state->callbacks.print(state->callbacks.owner, text, length) != LRSOutcomeOK) return lrs_fail(L, LRSFailureHost, NULL);
  state->printedBytes += length + 16;
  if (state->printedBytes >= LRS_MAX_PRINTED) {
    static const char notice[] = "(what the rules print from here on is left out)";
    state->callbacks.print(state->callbacks.owner, notice, sizeof notice - 1);
  }
  return 0;
}

/// Notes that functions may get the module in a slot from `require`.  [-0, +0, m]
static void keepModule(lua_State *L, int32_t slot) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lrs_of(L)->modules);
  lua_pushboolean(L, 1);
  lua_rawseti(L, -2, slot);
  lua_pop(L, 1);
}

static int keep(lua_State *L) {
  keepModule(L, *(const int32_t *)lua_touserdata(L, 1));
  return 0;
}

bool lrs_keepModule(LRSState *state, int32_t slot) { return lrs_protect(state, keep, &slot); }

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
  keepModule(L, slot);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->slots);
  lua_rawgeti(L, -1, slot);
  return 1;
}

/// Copies fields of the table on top into the table at `target`, and pops it.  [-1, +0, m]
static void copyNamed(lua_State *L, int target, const char *const names[]) {
  for (; *names != NULL; names++) {
    lua_getfield(L, -1, *names);
    lua_setfield(L, target, *names);
  }
  lua_pop(L, 1);
}

/// Pushes the part of a library that rule files may use, with functions that charge.  [-0, +1, m]
///
/// Names that a build of Lua adds to the library are left out.
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
  define(L, "ipairs", lrs_ipairs);
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
  // rule code cannot reach the stock metatable, which stays for arithmetic on strings.
  lua_insert(L, -2);
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 3);

  lrs_openConditions(L);
  lrs_openHost(L);
}
