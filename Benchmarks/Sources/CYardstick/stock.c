#include "stock.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stddef.h>

lua_State *stock_stateRunning(const char *text) {
  lua_State *L = luaL_newstate();
  if (L == NULL) return NULL;
  luaL_openlibs(L);
  if (luaL_dostring(L, text) != LUA_OK) {
    lua_close(L);
    return NULL;
  }
  return L;
}
