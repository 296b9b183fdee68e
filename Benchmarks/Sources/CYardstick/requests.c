// Requests that are answered by hand, as a program does that has Lua and no engine.

#include "CYardstick.h"
#include "stock.h"

#include <lua.h>
#include <stddef.h>
#include <string.h>

// A function for each key, in the order of `answers`; a small request asks the first three.
static const char script[] =
    "local function title(c)\n"
    "  if c.task.title == 'SOON' then return 'Can wait.' end\n"
    "  return c.task.title\n"
    "end\n"
    "return {\n"
    "  function(c)\n"
    "    if c.task.priority == 'low' then return 'gray' end\n"
    "    if c.task.priority == 'high' then return 'red' end\n"
    "    if c.task.priority == 'normal' then return 'black' end\n"
    "    return 'black'\n"
    "  end,\n"
    "  title,\n"
    "  function(c) return title(c) end,\n"
    "  function(c)\n"
    "    if c.task.rank > 10 then return 2 end\n"
    "    if c.task.rank > 3 then return 1 end\n"
    "    return 0\n"
    "  end,\n"
    "  function(c)\n"
    "    if c.settings.theme == 'dark' and c.task.place.city == 'Rome' then return 'moon' end\n"
    "    return ''\n"
    "  end,\n"
    "  function(c)\n"
    "    if c.user.isAdmin or c.user.name == 'Ann' then return true end\n"
    "    return false\n"
    "  end,\n"
    "  function(c) return 3 - c.attempt end,\n"
    "  function(c)\n"
    "    if c.region == 'US' then return 'USD' end\n"
    "    if c.region == 'EU' then return 'EUR' end\n"
    "    return ''\n"
    "  end,\n"
    "  function(c) return 'Hello ' .. c.user.name:upper() end,\n"
    "  function(c) if c.task.title:sub(1, 3) == 'Buy' then return 'shopping' end return '' end,\n"
    "  function(c) if c.region:lower() == 'eu' then return 'europe' end return '' end,\n"
    "}\n";

/// What a function is to give: a text, or a number, or a truth as 0 or 1.
typedef struct {
  const char *text;
  lua_Integer number;
} Answer;

static const Answer answers[] = {
    {"gray", 0}, {"Buy beer", 0}, {"Buy beer", 0},  {NULL, 1},       {"moon", 0},   {NULL, 1},
    {NULL, 2},   {"EUR", 0},      {"Hello ANN", 0}, {"shopping", 0}, {"europe", 0},
};

RequestState *requests_new(void) {
  lua_State *L = stock_stateRunning(script);
  if (L == NULL) return NULL;
  return (RequestState *)L;
}

static void setText(lua_State *L, const char *name, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, name);
}

static void setInteger(lua_State *L, const char *name, lua_Integer number) {
  lua_pushinteger(L, number);
  lua_setfield(L, -2, name);
}

/// Sets the field `task` of the table on top to a table with all that the struct has.
static void setTask(lua_State *L) {
  static const char *const tags[] = {"drink", "food", "party", "weekend"};
  lua_createtable(L, 0, 5);
  setText(L, "title", "Buy beer");
  setText(L, "priority", "low");
  setInteger(L, "rank", 7);
  lua_createtable(L, 4, 0);
  for (int index = 0; index < 4; index++) {
    lua_pushstring(L, tags[index]);
    lua_rawseti(L, -2, index + 1);
  }
  lua_setfield(L, -2, "tags");
  lua_createtable(L, 0, 2);
  setText(L, "city", "Rome");
  setInteger(L, "floor", 2);
  lua_setfield(L, -2, "place");
  lua_setfield(L, -2, "task");
}

/// Sets the field `user` of the table on top.
static void setUser(lua_State *L) {
  lua_createtable(L, 0, 2);
  setText(L, "name", "Ann");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "isAdmin");
  lua_setfield(L, -2, "user");
}

/// Sets the field `settings` of the table on top.
static void setSettings(lua_State *L) {
  lua_createtable(L, 0, 3);
  setText(L, "theme", "dark");
  setText(L, "language", "it");
  setText(L, "start", "list");
  lua_setfield(L, -2, "settings");
}

static bool isRight(lua_State *L, Answer answer) {
  if (answer.text != NULL) {
    size_t length;
    const char *text = lua_tolstring(L, -1, &length);
    return text != NULL && length == strlen(answer.text) && memcmp(text, answer.text, length) == 0;
  }
  if (lua_isboolean(L, -1)) return lua_toboolean(L, -1) == answer.number;
  return lua_tointegerx(L, -1, NULL) == answer.number;
}

/// Calls so many functions with the table on top, pops it, and tells whether all answers are right.
static bool ask(lua_State *L, int count) {
  bool allRight = true;
  for (int key = 0; key < count; key++) {
    lua_rawgeti(L, 1, key + 1);
    lua_pushvalue(L, -2);
    if (lua_pcall(L, 1, 1, 0) != LUA_OK || !isRight(L, answers[key])) allRight = false;
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return allRight;
}

int64_t requests_runSmall(RequestState *state, int64_t count) {
  lua_State *L = (lua_State *)state;
  int64_t right = 0;
  for (int64_t request = 0; request < count; request++) {
    lua_createtable(L, 0, 1);
    setTask(L);
    right += ask(L, 3);
  }
  return right;
}

int64_t requests_runLarge(RequestState *state, int64_t count) {
  lua_State *L = (lua_State *)state;
  int64_t right = 0;
  for (int64_t request = 0; request < count; request++) {
    lua_createtable(L, 0, 5);
    setTask(L);
    setUser(L);
    setSettings(L);
    setText(L, "region", "EU");
    setInteger(L, "attempt", 1);
    right += ask(L, 11);
  }
  return right;
}

void requests_free(RequestState *state) {
  lua_close((lua_State *)state);
}
