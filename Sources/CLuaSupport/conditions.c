// The conditions of patterns, such as `at_least(18)`, which rule files make while they are loading.
//
// A condition is a table of its arguments; its metatable, which all conditions of one constructor share, has the
// constructor's number. Swift reads it as a part of a pattern; Lua code can do nothing with it.

#include <math.h>
#include <string.h>

#include "pattern.h"

/// The name of a running constructor.
static const char *conditionName(lua_State *L) { return lua_tostring(L, lua_upvalueindex(1)); }

/// Refuses a call outside of loading, and a number of arguments that is not between two limits.
static void begin(lua_State *L, int least, int most) {
  const char *name = conditionName(L);
  if (!lrs_of(L)->isLoading) {
    luaL_error(L, "`%s` makes a condition of a pattern, so it cannot be called in a function of a rule", name);
  }
  int count = lua_gettop(L);
  if (count < least || count > most) {
    const char *form = least == most ? "`%s` requires %d argument%s, but it was called with %d"
                                     : "`%s` requires %d argument%s, and takes one more, but it was called with %d";
    luaL_error(L, form, name, least, least == 1 ? "" : "s", count);
  }
  lrs_charge(L, 4);
}

static int refuse(lua_State *L, const char *expected, int index) {
  return luaL_error(L, "`%s` requires %s, but it was called with %s", conditionName(L), expected,
                    lua_isnone(L, index) ? "nothing" : lrs_typeWord(L, index));
}

static bool isScalar(lua_State *L, int index) {
  int type = lua_type(L, index);
  return type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TBOOLEAN || type == LUA_TLIGHTUSERDATA;
}

static bool isOrdered(lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TNUMBER) return !isnan(lua_tonumber(L, index));
  return lua_type(L, index) == LUA_TSTRING;
}

static const char numberKey = 0; // in the metatable of conditions: the number of their constructor

int lrs_conditionNumber(lua_State *L, int index) {
  if (!lua_getmetatable(L, index)) return -1;
  int number = lua_rawgetp(L, -1, &numberKey) == LUA_TNUMBER ? (int)lua_tointeger(L, -1) : -1;
  lua_pop(L, 2);
  return number;
}

/// Replaces the arguments by a condition with them.  [-n, +1, m]
static int make(lua_State *L) {
  int count = lua_gettop(L);
  lua_createtable(L, count, 0);
  // No rule is written where a condition is, so its origin is not needed.
  lrs_forgetTable(lrs_of(L), lua_topointer(L, -1));
  lua_insert(L, 1);
  for (int argument = count; argument > 0; argument--) lua_rawseti(L, 1, argument);
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_setmetatable(L, 1);
  return 1;
}

/// `at_least`, `more_than`, `at_most` and `less_than`.
static int bound(lua_State *L) {
  begin(L, 1, 1);
  if (lua_type(L, 1) == LUA_TNUMBER && isnan(lua_tonumber(L, 1))) {
    return luaL_error(L, "`%s` cannot compare with NaN, which is no number", conditionName(L));
  }
  if (!isOrdered(L, 1)) return refuse(L, "a number or a text", 1);
  return make(L);
}

static int between(lua_State *L) {
  begin(L, 2, 3);
  static const char *const forms[] = {"[]", "[)", "(]", "()", NULL};
  for (int index = 1; index <= 2; index++) {
    if (!isOrdered(L, index)) return refuse(L, "two numbers or two texts", index);
  }
  if (lua_type(L, 1) != lua_type(L, 2)) return luaL_error(L, "`between` requires two numbers or two texts, not one of each");
  if (lua_compare(L, 2, 1, LUA_OPLT)) return luaL_error(L, "`between` requires the smaller bound first");
  lua_settop(L, 3);
  if (lua_isnil(L, 3)) {
    lua_pushstring(L, forms[0]);
    lua_replace(L, 3);
  }
  for (const char *const *form = forms; *form != NULL; form++) {
    if (lua_type(L, 3) == LUA_TSTRING && strcmp(lua_tostring(L, 3), *form) == 0) return make(L);
  }
  return luaL_error(L, "the ends of `between` are \"[]\", \"[)\", \"(]\" or \"()\"");
}

/// Replaces the list at 1 by its elements.
static void spread(lua_State *L, bool takesTables) {
  if (lua_type(L, 1) != LUA_TTABLE) refuse(L, takesTables ? "a list of conditions" : "a list of constants", 1);
  lua_Unsigned count = lua_rawlen(L, 1);
  if (count == 0) luaL_error(L, "`%s` requires a list with at least one element", conditionName(L));
  if (count > LRS_MAX_ALTERNATIVES) luaL_error(L, "`%s` takes at most %d elements", conditionName(L), LRS_MAX_ALTERNATIVES);
  luaL_checkstack(L, (int)count + 4, NULL);
  // A condition is no list of them: somebody has forgotten the braces.
  lua_Unsigned entries = 0;
  lua_pushnil(L);
  while (lua_next(L, 1)) {
    lua_pop(L, 1);
    entries++;
  }
  if (entries != count || lrs_conditionNumber(L, 1) >= 0) {
    luaL_error(L, "`%s` requires a list: write `%s { … }`", conditionName(L), conditionName(L));
  }
  lrs_charge(L, (int64_t)count);
  for (lua_Unsigned position = 1; position <= count; position++) {
    lua_rawgeti(L, 1, (lua_Integer)position);
    if (isScalar(L, -1) || (takesTables && lua_type(L, -1) == LUA_TTABLE)) continue;
    luaL_error(L, "element %d of `%s` is %s; expected a %s", (int)position, conditionName(L), lrs_typeWord(L, -1),
               takesTables ? "condition or a constant" : "constant");
  }
  lua_remove(L, 1);
}

/// `one_of` and `none_of`.
static int constants(lua_State *L) {
  begin(L, 1, 1);
  spread(L, false);
  return make(L);
}

/// `any_of` and `all_of`.
static int conditions(lua_State *L) {
  begin(L, 1, 1);
  spread(L, true);
  return make(L);
}

/// `is_not` and `contains`.
static int constant(lua_State *L) {
  begin(L, 1, 1);
  if (!isScalar(L, 1)) return refuse(L, "a constant", 1);
  return make(L);
}

/// `starts_with`, `ends_with`, `before` and `after`.
static int text(lua_State *L) {
  begin(L, 1, 1);
  if (lua_type(L, 1) != LUA_TSTRING) return refuse(L, "a text", 1);
  return make(L);
}

static int matches(lua_State *L) {
  begin(L, 1, 1);
  if (lua_type(L, 1) != LUA_TSTRING) return refuse(L, "a text", 1);
  size_t length;
  const char *pattern = lua_tolstring(L, 1, &length);
  LRSNode nodes[LRS_MAX_CONDITION_NODES];
  if (length > LRS_MAX_CONDITION_BYTES) return luaL_error(L, "`matches` takes a pattern of at most %d bytes", LRS_MAX_CONDITION_BYTES);
  const char *mistake = lrs_checkPattern(nodes, LRS_MAX_CONDITION_NODES, pattern, length);
  if (mistake != NULL) return luaL_error(L, "`matches` requires a pattern of Lua: %s", mistake);
  return make(L);
}

/// `table { … }`: gives back a decision table, whose rows are read as rules.
static int decisionTable(lua_State *L) {
  if (!lrs_of(L)->isLoading) {
    return luaL_error(L, "`table` makes a decision table, so it cannot be called in a function of a rule");
  }
  if (lua_gettop(L) != 2 || lua_type(L, 2) != LUA_TTABLE) {
    return luaL_error(L, "`table` requires one table: `table { inputs = { … }, outputs = { … }, rows = { … } }`");
  }
  return 1;
}

/// The constructors by their numbers, which are those of `LuaCondition.Kind`.
static const struct {
  const char *name;
  lua_CFunction function;
} constructors[] = {
    {"after", text},         {"all_of", conditions},   {"any_of", conditions}, {"at_least", bound},
    {"at_most", bound},      {"before", text},         {"between", between},   {"contains", constant},
    {"ends_with", text},     {"is_not", constant},     {"less_than", bound},   {"matches", matches},
    {"more_than", bound},    {"none_of", constants},   {"one_of", constants},  {"starts_with", text},
};

const char *lrs_conditionName(uint32_t number) { return constructors[number].name; }

void lrs_openConditions(lua_State *L) {
  for (size_t index = 0; index < sizeof constructors / sizeof *constructors; index++) {
    lua_pushstring(L, constructors[index].name);
    lua_createtable(L, 0, 1);
    lua_pushinteger(L, (lua_Integer)index);
    lua_rawsetp(L, -2, &numberKey);
    lua_pushcclosure(L, constructors[index].function, 2);
    lua_setfield(L, -2, constructors[index].name);
  }
  lua_getfield(L, -1, LUA_TABLIBNAME);
  lua_getmetatable(L, -1);
  lua_pushcfunction(L, decisionTable);
  lua_setfield(L, -2, "__call");
  lua_pop(L, 2);
}

// MARK: Matching

int lrs_matchesPattern(const char *subject, size_t length, const char *pattern, size_t patternLength, int64_t *steps) {
  LRSNode nodes[LRS_MAX_CONDITION_NODES];
  jmp_buf exit;
  LRSMatcher matcher = {
      .L = NULL, .subject = subject, .end = subject + length, .exit = &exit, .stepsLeft = steps};
  if (setjmp(exit) != 0) return -1;
  if (patternLength > LRS_MAX_CONDITION_BYTES) return 0;
  lrs_countSteps(&matcher, patternLength);
  bool isAnchored = patternLength > 0 && *pattern == '^';
  if (!lrs_readNodes(&matcher, nodes, LRS_MAX_CONDITION_NODES, pattern + isAnchored, patternLength - isAnchored)) {
    return 0;
  }
  int result = -1;
  for (const char *start = subject; result < 0; start++) {
    if (lrs_matchAt(&matcher, start) != NULL) {
      result = 1;
    } else if (isAnchored || start == matcher.end) {
      result = 0;
    }
  }
  lrs_settleSteps(&matcher);
  return result;
}
