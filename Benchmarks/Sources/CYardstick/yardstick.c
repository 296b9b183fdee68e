#include "CYardstick.h"
#include "stock.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stddef.h>

static const char script[] =
    "return function(c) return c.todo.priority == \"low\" end,\n"
    "       { todo = { title = \"Buy beer\", priority = \"low\" } }\n";

Yardstick *yardstick_new(void) {
  lua_State *L = stock_stateRunning(script);
  if (L == NULL) return NULL;
  // Two references: the predicate is 1 in the table on the stack, its parameter is 2.
  lua_createtable(L, 2, 0);
  lua_insert(L, 1);
  lua_rawseti(L, 1, 2);
  lua_rawseti(L, 1, 1);
  return (Yardstick *)L;
}

int64_t yardstick_run(Yardstick *yardstick, int64_t count) {
  lua_State *L = (lua_State *)yardstick;
  int64_t held = 0;
  for (int64_t call = 0; call < count; call++) {
    lua_rawgeti(L, 1, 1);
    lua_rawgeti(L, 1, 2);
    if (lua_pcall(L, 1, 1, 0) == LUA_OK) held += lua_toboolean(L, -1);
    lua_pop(L, 1);
  }
  return held;
}

bool yardstick_load(const char *text, int64_t length) {
  lua_State *L = luaL_newstate();
  if (L == NULL) return false;
  luaL_openlibs(L);
  bool isDone = luaL_loadbuffer(L, text, (size_t)length, "=rules") == LUA_OK && lua_pcall(L, 0, 1, 0) == LUA_OK;
  lua_close(L);
  return isDone;
}

Yardstick *yardstick_hold(const char *text, int64_t length) {
  lua_State *L = luaL_newstate();
  if (L == NULL) return NULL;
  luaL_openlibs(L);
  if (luaL_loadbuffer(L, text, (size_t)length, "=rules") != LUA_OK || lua_pcall(L, 0, 1, 0) != LUA_OK) {
    lua_close(L);
    return NULL;
  }
  lua_gc(L, LUA_GCCOLLECT);
  return (Yardstick *)L;
}

void yardstick_free(Yardstick *yardstick) {
  lua_close((lua_State *)yardstick);
}
