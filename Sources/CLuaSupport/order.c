// `pairs`, `ipairs`, `next` and `table.sort`; each has the same order in every state.
//
// Stock Lua walks a table in the order of its hash, which differs from state to state.
// Here integers come first, ascending, then strings in byte order, then booleans.

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static int rank(const LRSValue *key) {
  switch (key->kind) {
    case LRSKindInteger:
    case LRSKindNumber: return 0;
    case LRSKindString: return 1;
    default: return 2;
  }
}

/// Compares without rounding, because not every integer is a `double`. `number` is not NaN.
static int compareMixed(int64_t integer, double number) {
  if (number >= 0x1p63) return -1;
  if (number < -0x1p63) return 1;
  int64_t whole = (int64_t)number;
  if (integer != whole) return integer < whole ? -1 : 1;
  double rest = number - (double)whole;
  return (rest < 0) - (rest > 0);
}

static int compareKeys(const void *left, const void *right) {
  const LRSValue *a = left, *b = right;
  int difference = rank(a) - rank(b);
  if (difference != 0) return difference;
  if (rank(a) == 1) {
    int order = memcmp(a->bytes, b->bytes, a->length < b->length ? a->length : b->length);
    return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
  }
  if (a->kind == LRSKindNumber && b->kind == LRSKindNumber) {
    return (a->number > b->number) - (a->number < b->number);
  }
  if (a->kind == LRSKindNumber) return -compareMixed(b->integer, a->number);
  if (b->kind == LRSKindNumber) return compareMixed(a->integer, b->number);
  return (a->integer > b->integer) - (a->integer < b->integer);
}

static bool hasOrder(lua_State *L, int index) {
  int type = lua_type(L, index);
  return type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TBOOLEAN;
}

/// Reads the key at an index; raises when keys of its type have no order.  [-0, +0, v]
static LRSValue orderedKey(lua_State *L, int index) {
  if (!hasOrder(L, index)) lrs_fail(L, LRSFailureUnordered, "%s", lrs_typeWord(L, index));
  return lrs_scalar(L, index);
}

/// Returns the type of the key on top, if keys of that type have no order, or else `wrong`.  [-0, +0, -]
///
/// Lua walks tables in a different order each time: of several such keys, the word does not depend on it.
static const char *wrongKey(lua_State *L, const char *wrong) {
  if (hasOrder(L, -1)) return wrong;
  const char *word = lrs_typeWord(L, -1);
  return wrong == NULL || strcmp(word, wrong) < 0 ? word : wrong;
}

/// Pushes the sorted keys of the content table as a list.  [-0, +1, v]
static size_t pushTableKeys(lua_State *L, int content) {
  size_t count = 0;
  const char *wrong = NULL;
  lua_pushnil(L);
  while (lua_next(L, content)) {
    lua_pop(L, 1);
    count++;
    wrong = wrongKey(L, wrong);
  }
  lrs_chargeWalk(L, (int64_t)count);
  if (wrong != NULL) lrs_fail(L, LRSFailureUnordered, "%s", wrong);
  LRSValue *keys = lua_newuserdatauv(L, (count + 1) * sizeof(LRSValue), 0);
  int buffer = lua_gettop(L);
  size_t filled = 0;
  lua_pushnil(L);
  while (lua_next(L, content)) {
    lua_pop(L, 1);
    keys[filled++] = lrs_scalar(L, -1);
  }
  qsort(keys, count, sizeof(LRSValue), compareKeys);
  lua_createtable(L, (int)(count < INT_MAX ? count : INT_MAX), 0);
  for (size_t key = 0; key < count; key++) {
    lrs_push(L, &keys[key]);
    lua_rawseti(L, -2, (lua_Integer)key + 1);
  }
  lua_remove(L, buffer);
  return count;
}

/// Pushes the keys of the view at `index` as a list.  [-0, +1, v]
static size_t pushViewKeys(lua_State *L, int index) {
  LRSState *state = lrs_of(L);
  LRSView *view = lrs_checkView(L, index);
  if (lrs_isStoredList(view)) {
    int64_t positions = lrs_countOfList(view->stored.address);
    lrs_charge(L, positions);
    lua_newtable(L);
    for (int64_t position = 1; position <= positions; position++) {
      lua_pushinteger(L, position);
      lua_rawseti(L, -2, position);
    }
    return (size_t)positions;
  }
  lrs_checkCStack(L);
  lrs_forgetKeys(state);
  if (state->callbacks.keys(state->callbacks.owner, lrs_handle(L, view)) != LRSOutcomeOK) {
    lrs_fail(L, LRSFailureHost, NULL);
  }
  size_t count = state->keyCount;
  lrs_charge(L, (int64_t)count);
  lua_newtable(L);
  for (size_t key = 0; key < count; key++) {
    lrs_push(L, &state->keys[key]);
    lua_rawseti(L, -2, (lua_Integer)key + 1);
  }
  lrs_forgetKeys(state);
  return count;
}

void lrs_pushBirth(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)lrs_of(L)->serial);
}

void lrs_checkIterator(lua_State *L, int upvalue) {
  if (lua_tointeger(L, lua_upvalueindex(upvalue)) != (lua_Integer)lrs_of(L)->serial) {
    lrs_fail(L, LRSFailureFrozen, "an iterator that was made while loading");
  }
}

/// Upvalues: the keys, the object with these keys, how many were walked, the serial number of the evaluation.
static int walk(lua_State *L) {
  lrs_checkIterator(L, 4);
  luaL_checkstack(L, 6, NULL);
  lua_Integer index = lua_tointeger(L, lua_upvalueindex(3));
  bool isView = lua_type(L, lua_upvalueindex(2)) == LUA_TUSERDATA;
  for (;;) {
    index++;
    lua_pushinteger(L, index);
    lua_replace(L, lua_upvalueindex(3));
    if (lua_rawgeti(L, lua_upvalueindex(1), index) == LUA_TNIL) return 1;
    int key = lua_gettop(L);
    if (isView) {
      lua_pushvalue(L, key);
      lua_gettable(L, lua_upvalueindex(2));
    } else {
      lrs_pushContent(L, lua_upvalueindex(2));
      lua_pushvalue(L, key);
      lua_rawget(L, -2);
    }
    if (!lua_isnil(L, -1)) {
      lua_pushvalue(L, key);
      lua_insert(L, -2);
      return 2;
    }
    lua_settop(L, key - 1);
  }
}

/// Raises where the argument of a library function is neither a table nor a value of the host.
static void checkHasEntries(lua_State *L, const char *function) {
  int type = lua_type(L, 1);
  if (type == LUA_TTABLE || type == LUA_TUSERDATA) return;
  luaL_error(L, "bad argument #1 to '%s' (table expected, got %s)", function, lrs_typeWord(L, 1));
}

int lrs_pairs(lua_State *L) {
  checkHasEntries(L, "pairs");
  if (lua_type(L, 1) == LUA_TUSERDATA) {
    pushViewKeys(L, 1);
  } else {
    lrs_pushContent(L, 1);
    pushTableKeys(L, lua_gettop(L));
  }
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  lrs_pushBirth(L);
  lua_pushcclosure(L, walk, 4);
  return 1;
}

/// The next position of a list and its element; `nil` after the last one.
static int walkPositions(lua_State *L) {
  lua_Unsigned next = (lua_Unsigned)luaL_checkinteger(L, 2) + 1;
  lua_pushinteger(L, (lua_Integer)next);
  return lua_geti(L, 1, (lua_Integer)next) == LUA_TNIL ? 1 : 2;
}

/// `ipairs`. The stock one takes `nil`, and fails in its iterator with a message that does not name it.
int lrs_ipairs(lua_State *L) {
  checkHasEntries(L, "ipairs");
  lua_pushcfunction(L, walkPositions);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

/// Finds the smallest key greater than the given one, by a search through all keys.
int lrs_next(lua_State *L) {
  lua_settop(L, 2);
  if (lua_type(L, 1) == LUA_TUSERDATA) {
    size_t count = pushViewKeys(L, 1);
    bool isPast = lua_isnil(L, 2);
    for (size_t key = 1; key <= count; key++) {
      lua_rawgeti(L, 3, (lua_Integer)key);
      if (isPast) {
        // As with `pairs`, a declared member without a value is no entry.
        lua_pushvalue(L, 4);
        if (lua_gettable(L, 1) != LUA_TNIL) return 2;
        lua_settop(L, 3);
        continue;
      }
      isPast = lua_rawequal(L, 2, 4);
      lua_settop(L, 3);
    }
    lua_pushnil(L);
    return 1;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lrs_pushContent(L, 1);
  LRSValue given = lua_isnil(L, 2) ? (LRSValue){.kind = LRSKindNil} : orderedKey(L, 2);
  luaL_argcheck(L, given.kind != LRSKindNumber || given.number == given.number, 2, "NaN is no key");
  LRSValue best = {.kind = LRSKindNil};
  const char *wrong = NULL;
  lua_pushnil(L); // 4: the best key so far; the table protects it from collection
  lua_pushnil(L);
  while (lua_next(L, 3)) {
    lua_pop(L, 1);
    lrs_charge(L, 1);
    wrong = wrongKey(L, wrong);
    if (wrong != NULL) continue;
    LRSValue key = lrs_scalar(L, -1);
    if (given.kind != LRSKindNil && compareKeys(&key, &given) <= 0) continue;
    if (best.kind == LRSKindNil || compareKeys(&key, &best) < 0) {
      best = key;
      lua_pushvalue(L, -1);
      lua_replace(L, 4);
    }
  }
  lrs_chargeWalk(L, 1);
  if (wrong != NULL) lrs_fail(L, LRSFailureUnordered, "%s", wrong);
  if (best.kind == LRSKindNil) {
    lua_pushnil(L);
    return 1;
  }
  lua_settop(L, 4);
  lua_pushvalue(L, 4);
  lua_rawget(L, 3);
  return 2;
}

// MARK: Sorting

static bool isLess(lua_State *L, int left, int right) {
  if (lua_isnil(L, 2)) {
    if (lua_type(L, left) == LUA_TSTRING && lua_type(L, right) == LUA_TSTRING) {
      size_t length = lua_rawlen(L, left), other = lua_rawlen(L, right);
      if (other < length) length = other;
      if (length >= 64) lrs_charge(L, (int64_t)(length / 64));
    }
    return lua_compare(L, left, right, LUA_OPLT);
  }
  lua_pushvalue(L, 2);
  lua_pushvalue(L, left);
  lua_pushvalue(L, right);
  lua_call(L, 2, 1);
  bool result = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return result;
}

/// Merges two runs of the list `from` into the list `to`; equal elements keep their order.
static void merge(lua_State *L, int from, int to, lua_Integer low, lua_Integer middle, lua_Integer high) {
  lua_Integer left = low, right = middle;
  for (lua_Integer target = low; target < high; target++) {
    bool takesRight = left >= middle;
    if (left < middle && right < high) {
      lua_rawgeti(L, from, right);
      lua_rawgeti(L, from, left);
      int top = lua_gettop(L);
      takesRight = isLess(L, top - 1, top);
      lua_settop(L, top - 2);
    }
    lua_rawgeti(L, from, takesRight ? right++ : left++);
    lua_rawseti(L, to, target);
  }
}

int lrs_sort(lua_State *L) {
  lrs_checkCStack(L);
  luaL_checktype(L, 1, LUA_TTABLE);
  if (!lua_isnoneornil(L, 2) && !lrs_isMethod(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  if (lrs_pushContent(L, 1)) return lrs_fail(L, LRSFailureFrozen, "a table that was made while loading");
  lua_Integer count = lrs_border(L, 1);
  if (count < 2) return 0;
  luaL_argcheck(L, count < INT_MAX, 1, "too many elements to sort");
  lrs_charge(L, count);
  lua_createtable(L, (int)count, 0);
  lua_createtable(L, (int)count, 0);
  int from = 4, to = 5;
  for (lua_Integer element = 1; element <= count; element++) {
    lua_rawgeti(L, 1, element);
    lua_rawseti(L, from, element);
  }
  for (lua_Integer width = 1; width < count; width *= 2) {
    lrs_charge(L, count);
    for (lua_Integer low = 1; low <= count; low += 2 * width) {
      lua_Integer middle = low + width < count + 1 ? low + width : count + 1;
      lua_Integer high = low + 2 * width < count + 1 ? low + 2 * width : count + 1;
      merge(L, from, to, low, middle, high);
    }
    int other = from;
    from = to;
    to = other;
  }
  for (lua_Integer element = 1; element <= count; element++) {
    lua_rawgeti(L, from, element);
    lua_rawseti(L, 1, element);
  }
  return 0;
}
