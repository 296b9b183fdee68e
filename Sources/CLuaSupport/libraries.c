// The library functions charge the budget for their work.
//
// The count hook does not run inside a C function, so a function whose work
// grows with its arguments charges in proportion, and then calls the stock
// function. A function without an entry in `entries` charges for its arguments
// and its results; one with NULL there charges nothing.

#include <limits.h>
#include <string.h>

#include "support.h"

/// The number of bytes that one instruction pays for: copied, or read one by one.
#define BYTES_COPIED 64
#define BYTES_READ 8
/// The upper bound for counts that have none: more than any budget.
#define MANY (INT64_MAX / 1024)

/// Continues in the stock function, in the same call, so that its errors have the right name.
static int callStock(lua_State *L) {
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

static int64_t stringLength(lua_State *L, int index) {
  return lua_type(L, index) == LUA_TSTRING ? (int64_t)lua_rawlen(L, index) : 0;
}

/// Charges for all arguments except `exception`, also where a number is expected: there a string of any
/// length may be given and parsed.
static void chargeArguments(lua_State *L, int exception) {
  int count = lua_gettop(L);
  int64_t bytes = 0;
  for (int argument = 1; argument <= count; argument++) {
    if (argument != exception) bytes += stringLength(L, argument);
  }
  lrs_charge(L, 1 + count / 4 + bytes / BYTES_READ);
}

static int chargeResults(lua_State *L, int count) {
  int64_t bytes = 0;
  for (int result = -count; result < 0; result++) bytes += stringLength(L, result);
  lrs_charge(L, count / 4 + bytes / BYTES_COPIED);
  return count;
}

static int onArguments(lua_State *L) {
  chargeArguments(L, 0);
  return chargeResults(L, callStock(L));
}

/// For functions that read a part of their first argument and return that part.
static int onResults(lua_State *L) {
  chargeArguments(L, 1);
  return chargeResults(L, callStock(L));
}

/// For functions that pass on their arguments without reading them, except the first.
static int onCount(lua_State *L) {
  lrs_charge(L, 1 + lua_gettop(L) / 4 + stringLength(L, 1) / BYTES_READ);
  return callStock(L);
}

static int unpackBytes(lua_State *L) {
  chargeArguments(L, 2);
  return chargeResults(L, callStock(L));
}

/// The integer at an index, or the default if there is none.
static lua_Integer integerAt(lua_State *L, int index, lua_Integer otherwise) {
  int isInteger;
  lua_Integer integer = lua_tointegerx(L, index, &isInteger);
  return isInteger ? integer : otherwise;
}

static int64_t span(lua_Integer first, lua_Integer last) {
  if (last < first) return 0;
  uint64_t count = (uint64_t)last - (uint64_t)first;
  return count < MANY ? (int64_t)count + 1 : MANY;
}

// MARK: Strings

static int repeat(lua_State *L) {
  chargeArguments(L, 1);
  int64_t bytes = stringLength(L, 1) + stringLength(L, 3);
  lua_Integer count = integerAt(L, 2, 0);
  bool isEmpty = bytes == 0 && lua_type(L, 1) == LUA_TSTRING && lua_type(L, 3) != LUA_TNUMBER;
  if (count > 0 && isEmpty) {
    // The stock function would loop although there is nothing to copy.
    lua_pushliteral(L, "");
    return 1;
  }
  if (count > 0) {
    int64_t most = MANY / (1 + bytes);
    lrs_charge(L, count > most ? MANY : count / 4 + count * bytes / BYTES_COPIED);
  }
  return callStock(L);
}

/// Never prints an address: not by `%p`, and not by `%s` of a table.
static int format(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  chargeArguments(L, 0);
  int argument = 1, numbers = 0;
  for (size_t position = 0; position < length; position++) {
    if (text[position] != '%') continue;
    if (++position < length && text[position] == '%') continue;
    while (position < length && strchr("-+ #0123456789.", text[position]) != NULL && text[position] != 0) position++;
    if (position >= length) break;
    argument++;
    if (text[position] == 'p') return luaL_error(L, "`%%p` is not available in rule files");
    if (text[position] != 's' && text[position] != 'd') numbers++;
    int type = lua_type(L, argument);
    if (text[position] == 's' && type != LUA_TNONE && type != LUA_TSTRING && type != LUA_TNUMBER) {
      lrs_pushText(L, argument);
      lua_replace(L, argument);
    }
  }
  // A number takes more time than the length of its text suggests.
  lrs_charge(L, 32 * numbers);
  return callStock(L);
}

// MARK: Tables

static bool hasLength(lua_State *L, int index) {
  int type = lua_type(L, index);
  return type == LUA_TTABLE || type == LUA_TUSERDATA;
}

/// Gives the stock function the end of the list as an argument, because it would measure the list by itself.
static void setEnd(lua_State *L, int argument) {
  if (!hasLength(L, 1) || !lua_isnoneornil(L, argument)) return;
  lua_settop(L, argument - 1);
  lua_pushinteger(L, lrs_length(L, 1));
}

/// The number of elements between the positions in two arguments.
static int64_t countElements(lua_State *L, int first, int last) {
  return span(integerAt(L, first, 1), integerAt(L, last, 0));
}

static int concat(lua_State *L) {
  chargeArguments(L, 0);
  setEnd(L, 4);
  lrs_charge(L, countElements(L, 3, 4));
  return chargeResults(L, callStock(L));
}

static int unpackList(lua_State *L) {
  chargeArguments(L, 0);
  setEnd(L, 3);
  int64_t count = countElements(L, 2, 3);
  // More values do not fit on the stack; the stock function then fails at once.
  lrs_charge(L, count < LUAI_MAXSTACK ? count : 1);
  return callStock(L);
}

static int move(lua_State *L) {
  chargeArguments(L, 0);
  // Each element costs a read and a write.
  lrs_charge(L, 2 * span(integerAt(L, 2, 1), integerAt(L, 3, 0)));
  return callStock(L);
}

/// Moves the elements from one position to another, one step up or down, and charges for it first.
static void shift(lua_State *L, lua_Integer from, lua_Integer to) {
  lrs_charge(L, 2 * (from > to ? span(to, from - 1) : span(from, to - 1)));
  lua_Integer step = from > to ? -1 : 1;
  for (; from != to; from += step) {
    lua_geti(L, 1, from + step);
    lua_seti(L, 1, from);
  }
}

/// Inserts the last argument, and takes the length of the list once.
static int insert(lua_State *L) {
  int count = lua_gettop(L);
  lrs_charge(L, 1 + (count == 3 ? stringLength(L, 2) / BYTES_READ : 0));
  // The stock function knows what to say of anything else.
  if (lua_type(L, 1) != LUA_TTABLE || count < 2 || count > 3) return callStock(L);
  lua_Integer end = (lua_Integer)((lua_Unsigned)lrs_length(L, 1) + 1), position = end;
  if (count == 3) {
    position = luaL_checkinteger(L, 2);
    luaL_argcheck(L, position >= 1 && position <= end, 2, "position out of bounds");
    shift(L, end, position);
  }
  lua_seti(L, 1, position);
  return 0;
}

/// Removes an element, and takes the length of the list once.
///
/// As in stock Lua, the position may be the one behind the last element, and 0 for an empty list.
static int removeElement(lua_State *L) {
  chargeArguments(L, 0);
  if (lua_type(L, 1) != LUA_TTABLE) return callStock(L);
  lua_Integer end = lrs_length(L, 1), position = luaL_optinteger(L, 2, end);
  if (lua_gettop(L) >= 2) {
    luaL_argcheck(L, position >= (end == 0 ? 0 : 1) && position <= end + 1, 2, "position out of bounds");
  }
  lua_geti(L, 1, position);
  if (position < end) shift(L, position, end);
  lua_pushnil(L);
  lua_seti(L, 1, position < end ? end : position);
  return 1;
}

// MARK: UTF-8

/// Converts a position to an offset from the start; negative positions count from the end.
static lua_Integer offsetOf(lua_Integer position, int64_t length) {
  if (position >= 0) return position <= length ? position : length;
  return position < -length ? 0 : length + position + 1;
}

static int countCharacters(lua_State *L) {
  chargeArguments(L, 1);
  int64_t length = stringLength(L, 1);
  int64_t bytes = span(offsetOf(integerAt(L, 2, 1), length), offsetOf(integerAt(L, 3, -1), length));
  lrs_charge(L, bytes / BYTES_READ);
  return callStock(L);
}

/// Charges for the bytes between two offsets. It may do so after the stock function has read them, because
/// a read never goes beyond the string.
static void chargeWay(lua_State *L, int64_t from, int64_t to) {
  lrs_charge(L, (from < to ? to - from : from - to) / BYTES_READ);
}

static int offset(lua_State *L) {
  chargeArguments(L, 1);
  int64_t length = stringLength(L, 1);
  lua_Integer count = integerAt(L, 2, 0);
  int64_t from = offsetOf(integerAt(L, 3, count > 0 ? 1 : length + 1), length);
  int results = callStock(L);
  chargeWay(L, from, lua_isinteger(L, -1) ? lua_tointeger(L, -1) : count > 0 ? length : 0);
  return results;
}

static int nextCode(lua_State *L) {
  chargeArguments(L, 1);
  int64_t length = stringLength(L, 1);
  int64_t from = offsetOf(integerAt(L, 2, 0), length);
  int results = callStock(L);
  chargeWay(L, from, results > 0 ? lua_tointeger(L, -results) : length);
  return results;
}

/// `utf8.codes`; rule code can call its iterator with any string.
static int codes(lua_State *L) {
  chargeArguments(L, 1);
  int results = callStock(L);
  lua_pushvalue(L, -results);
  lua_pushcclosure(L, nextCode, 1);
  lua_replace(L, -results - 1);
  return results;
}

// MARK: Wrapping

typedef struct Entry {
  const char *library;
  const char *name;
  lua_CFunction function;
} Entry;

static const Entry entries[] = {
  {LUA_GNAME, "assert", onCount},
  {LUA_GNAME, "select", onCount},
  {LUA_STRLIBNAME, "byte", onResults},
  {LUA_STRLIBNAME, "format", format},
  {LUA_STRLIBNAME, "len", NULL},
  {LUA_STRLIBNAME, "rep", repeat},
  {LUA_STRLIBNAME, "sub", onResults},
  {LUA_STRLIBNAME, "unpack", unpackBytes},
  {LUA_TABLIBNAME, "concat", concat},
  {LUA_TABLIBNAME, "insert", insert},
  {LUA_TABLIBNAME, "move", move},
  {LUA_TABLIBNAME, "pack", onCount},
  {LUA_TABLIBNAME, "remove", removeElement},
  {LUA_TABLIBNAME, "unpack", unpackList},
  {LUA_UTF8LIBNAME, "codepoint", onResults},
  {LUA_UTF8LIBNAME, "codes", codes},
  {LUA_UTF8LIBNAME, "len", countCharacters},
  {LUA_UTF8LIBNAME, "offset", offset},
};

/// The replacement of a function; NULL if its work is bounded.
static lua_CFunction replacement(const char *library, const char *name) {
  for (size_t entry = 0; entry < sizeof entries / sizeof *entries; entry++) {
    if (strcmp(entries[entry].library, library) == 0 && strcmp(entries[entry].name, name) == 0) {
      return entries[entry].function;
    }
  }
  return onArguments;
}

void lrs_wrapLibrary(lua_State *L, const char *library) {
  int table = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_CFunction function = NULL;
    if (lua_iscfunction(L, -1) && lua_type(L, -2) == LUA_TSTRING) {
      function = replacement(library, lua_tostring(L, -2));
    }
    if (function != NULL) {
      lua_pushvalue(L, -2);
      lua_insert(L, -2);
      lua_pushcclosure(L, function, 1);
      lua_rawset(L, table); // an existing field may be set during the walk
    } else {
      lua_pop(L, 1);
    }
  }
}
