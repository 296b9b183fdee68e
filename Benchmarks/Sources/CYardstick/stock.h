// Lua as it comes, for what is done by hand.

#ifndef STOCK_H
#define STOCK_H

#include <lua.h>

/// Makes a state with all libraries that has run a text; what the text gave is on its stack. NULL
/// when that fails.
lua_State *stock_stateRunning(const char *text);

#endif
