// Values that pass from Swift into Lua and back.
//
// Values that leave Lua are read raw: no metamethod runs, and a frozen table is
// read from its shadow.

#include <stdlib.h>
#include <string.h>

#include "support.h"

const char *lrs_keepBytes(LRSState *state, const char *bytes, size_t length) {
  if (length == SIZE_MAX) return NULL;
  char *kept = lrs_reserve(state, state->kept, &state->keptCapacity, length + 1, 1);
  if (kept == NULL) return NULL;
  state->kept = kept;
  if (length > 0) memcpy(state->kept, bytes, length);
  return state->kept;
}

bool lrs_addKey(LRSState *state, const LRSValue *key) {
  LRSValue *keys = lrs_reserve(state, state->keys, &state->keyCapacity, state->keyCount + 1, sizeof(LRSValue));
  if (keys == NULL) return false;
  state->keys = keys;
  LRSValue copy = *key;
  if (copy.kind == LRSKindString) {
    // Each key gets its own memory, because keys live until all of them are listed.
    size_t capacity = 0;
    char *bytes = lrs_reserve(state, NULL, &capacity, copy.length + 1, 1);
    if (bytes == NULL) return false;
    if (copy.length > 0) memcpy(bytes, key->bytes, copy.length);
    copy.bytes = bytes;
    copy.identity = capacity;
  }
  state->keys[state->keyCount++] = copy;
  return true;
}

void lrs_forgetKeys(LRSState *state) {
  for (size_t key = 0; key < state->keyCount; key++) {
    if (state->keys[key].kind != LRSKindString) continue;
    size_t capacity = (size_t)state->keys[key].identity;
    lrs_unreserve(state, (void *)state->keys[key].bytes, &capacity, 1);
  }
  state->keyCount = 0;
}

void lrs_push(lua_State *L, const LRSValue *value) {
  switch (value->kind) {
    case LRSKindNil:
    case LRSKindTable:
    case LRSKindCondition:
    case LRSKindFunction:
      lua_pushnil(L);
      break;
    case LRSKindNull:
      lua_pushlightuserdata(L, NULL);
      break;
    case LRSKindBoolean:
      lua_pushboolean(L, value->integer != 0);
      break;
    case LRSKindInteger:
      lua_pushinteger(L, value->integer);
      break;
    case LRSKindNumber:
      lua_pushnumber(L, value->number);
      break;
    case LRSKindString:
      lua_pushlstring(L, value->bytes != NULL ? value->bytes : "", value->length);
      break;
    case LRSKindView: {
      if (value->shape == LRSShapeContext) {
        lrs_pushContext(L);
        break;
      }
      LRSView *view = lua_newuserdatauv(L, sizeof *view, LRS_VIEW_VALUES);
      *view = (LRSView){
          .serial = lrs_of(L)->serial,
          .identity = value->identity,
          .handle = value->handle,
          .family = value->family,
          .shape = value->shape};
      lua_rawgetp(L, LUA_REGISTRYINDEX, lrs_metatableKey(value->shape));
      lua_setmetatable(L, -2);
      break;
    }
  }
}

/// Reads a scalar of a type into a value that is empty, so that it becomes nil for any other type.
static inline void readScalar(lua_State *L, int index, int type, LRSValue *value) {
  switch (type) {
    case LUA_TBOOLEAN:
      value->kind = LRSKindBoolean;
      value->integer = lua_toboolean(L, index);
      break;
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        value->kind = LRSKindInteger;
        value->integer = lua_tointeger(L, index);
      } else {
        value->kind = LRSKindNumber;
        value->number = lua_tonumber(L, index);
      }
      break;
    case LUA_TSTRING:
      value->kind = LRSKindString;
      value->bytes = lua_tolstring(L, index, &value->length);
      break;
    case LUA_TLIGHTUSERDATA:
      value->kind = LRSKindNull;
      break;
    case LUA_TFUNCTION:
      value->kind = LRSKindFunction;
      break;
    default:
      break;
  }
}

LRSValue lrs_scalar(lua_State *L, int index) {
  LRSValue value = {.kind = LRSKindNil};
  readScalar(L, index, lua_type(L, index), &value);
  return value;
}

void lrs_beginTokens(LRSState *state) {
  state->tokenCount = 0;
  state->tokenBytes = 0;
}

/// The limits for values if there is no budget.
static const LRSBudget unlimited = {.valueNodes = 4000000, .valueBytes = SIZE_MAX, .valueDepth = 100};

static const LRSBudget *valueLimits(const LRSState *state) {
  return state->budget != NULL ? state->budget : &unlimited;
}

/// Counts the bytes of a string against the limits for values that leave Lua.
///
/// A few tables that refer to one another, or to one long string, can expand to more than any memory.
static void countBytes(lua_State *L, LRSState *state, size_t length) {
  if (length > valueLimits(state)->valueBytes - state->tokenBytes) lrs_fail(L, LRSFailureValueBytes, NULL);
  state->tokenBytes += length;
  if (length >= 64) lrs_charge(L, (int64_t)(length / 64));
}

static __attribute__((noinline)) void growTokens(lua_State *L, LRSState *state) {
  LRSValue *tokens = lrs_reserve(state, state->tokens, &state->tokenCapacity, state->tokenCount + 1, sizeof(LRSValue));
  if (tokens == NULL) {
    lua_gc(L, LUA_GCCOLLECT);
    tokens = lrs_reserve(state, state->tokens, &state->tokenCapacity, state->tokenCount + 1, sizeof(LRSValue));
  }
  if (tokens == NULL) lrs_fail(L, LRSFailureMemory, NULL);
  state->tokens = tokens;
}

/// Appends an empty token; its place is valid until the next one is appended.
static LRSValue *append(lua_State *L, LRSState *state, LRSKind kind) {
  if (state->tokenCount >= valueLimits(state)->valueNodes) lrs_fail(L, LRSFailureValueNodes, NULL);
  if (state->tokenCount == state->tokenCapacity) growTokens(L, state);
  LRSValue *token = &state->tokens[state->tokenCount++];
  *token = (LRSValue){.kind = kind};
  return token;
}

static int compareNames(const void *left, const void *right) {
  const LRSValue *a = left, *b = right;
  size_t shorter = a->length < b->length ? a->length : b->length;
  int order = memcmp(a->bytes, b->bytes, shorter);
  if (order != 0) return order;
  return a->length < b->length ? -1 : a->length > b->length;
}

typedef struct Path {
  const struct Path *outer;
  const void *table;
  int depth;
} Path;

static void flatten(lua_State *L, int index, bool keepsFunctions, const Path *outer);

/// The content of a table: its names in order, in `few` or in a userdata that is on the stack.
///
/// For a few names, the values are on the stack too, each at the index in its name's handle.
typedef struct Listing {
  size_t positions;
  size_t flattened; // how many of the positions, from the first one on, are flattened already
  size_t names;
  LRSValue *list;
  LRSValue few[LRS_FEW_NAMES];
} Listing;

static void sortNames(Listing *listing) {
  if (listing->list != listing->few) {
    qsort(listing->list, listing->names, sizeof(LRSValue), compareNames);
    return;
  }
  for (size_t name = 1; name < listing->names; name++) {
    LRSValue moved = listing->few[name];
    size_t place = name;
    for (; place > 0 && compareNames(&listing->few[place - 1], &moved) > 0; place--) {
      listing->few[place] = listing->few[place - 1];
    }
    listing->few[place] = moved;
  }
}

/// Lists the content table; pushes at most `LRS_FEW_NAMES` values and one more.
///
/// Positions that Lua walks in order are flattened at once, so that they are read only once.
static void list(lua_State *L, int content, bool keepsFunctions, const Path *path, Listing *listing) {
  size_t positionCount = 0, nameCount = 0, entryCount = 0, inOrder = 0;
  lua_Integer last = 0, least = 1;
  // Lua walks tables in a different order each time: of several wrong keys, report one that does not depend on it.
  const char *wrongKey = NULL;
  lua_pushnil(L);
  while (lua_next(L, content)) {
    entryCount++;
    int type = lua_type(L, -2);
    if (type == LUA_TSTRING && nameCount < LRS_FEW_NAMES) {
      LRSValue *name = &listing->few[nameCount++];
      lua_insert(L, -2);
      *name = lrs_scalar(L, -1);
      name->handle = (uint32_t)lua_gettop(L) - 1;
      continue;
    }
    if (lua_isinteger(L, -2)) {
      lua_Integer position = lua_tointeger(L, -2);
      if (position == (lua_Integer)inOrder + 1 && inOrder == positionCount) {
        flatten(L, lua_gettop(L), keepsFunctions, path);
        inOrder++;
      }
      if (position < least) least = position;
      if (position > last) last = position;
      positionCount++;
    } else if (type == LUA_TSTRING) {
      nameCount++;
    } else {
      const char *word = lrs_typeWord(L, -2);
      if (wrongKey == NULL || strcmp(word, wrongKey) < 0) wrongKey = word;
    }
    lua_pop(L, 1);
  }
  lrs_chargeWalk(L, 1 + (int64_t)entryCount);
  if (wrongKey != NULL) lrs_fail(L, LRSFailureConversion, "a table with a %s as key cannot become a value", wrongKey);
  if (least < 1) {
    lrs_fail(L, LRSFailureConversion, "a table with the position %I cannot become a value", (LUAI_UACINT)least);
  }
  if ((size_t)last != positionCount) {
    lrs_fail(L, LRSFailureConversion, "a list with holes cannot become a value: %d of %I positions are there",
             (int)positionCount, (LUAI_UACINT)last);
  }
  listing->positions = positionCount;
  listing->flattened = inOrder;
  listing->names = nameCount;
  listing->list = listing->few;
  if (nameCount > LRS_FEW_NAMES) {
    listing->list = lua_newuserdatauv(L, nameCount * sizeof(LRSValue), 0);
    size_t filled = 0;
    lua_pushnil(L);
    while (lua_next(L, content)) {
      lua_pop(L, 1);
      if (lua_type(L, -1) == LUA_TSTRING) listing->list[filled++] = lrs_scalar(L, -1);
    }
  }
  sortNames(listing);
}

/// Flattens a table that is a condition; returns false for any other table.
static bool flattenCondition(lua_State *L, int index, bool keepsFunctions, const Path *path) {
  int number = lrs_conditionNumber(L, index);
  if (number < 0) return false;
  lua_Integer count = (lua_Integer)lua_rawlen(L, index);
  lrs_charge(L, 2 + count);
  LRSValue *token = append(L, lrs_of(L), LRSKindCondition);
  token->handle = (uint32_t)number;
  token->integer = count;
  for (lua_Integer argument = 1; argument <= count; argument++) {
    lua_rawgeti(L, index, argument);
    flatten(L, lua_gettop(L), keepsFunctions, path);
    lua_pop(L, 1);
  }
  return true;
}

static void flattenTable(lua_State *L, int index, bool keepsFunctions, const Path *outer) {
  Path path = {outer, lua_topointer(L, index), outer != NULL ? outer->depth + 1 : 1};
  int most = valueLimits(lrs_of(L))->valueDepth;
  if (most > LRS_MAX_NESTING) most = LRS_MAX_NESTING;
  if (path.depth > most) lrs_fail(L, LRSFailureValueDepth, NULL);
  for (const Path *above = outer; above != NULL; above = above->outer) {
    if (above->table == path.table) {
      lrs_fail(L, LRSFailureConversion, "a table that contains itself cannot become a value");
    }
  }
  luaL_checkstack(L, 8 + LRS_FEW_NAMES, "too many nested tables");
  if (flattenCondition(L, index, keepsFunctions, &path)) return;
  lrs_pushContent(L, index);
  int content = lua_gettop(L);
  LRSState *state = lrs_of(L);
  size_t number = state->tokenCount;
  LRSOrigin origin = lrs_origin(L, index);
  LRSValue *token = append(L, state, LRSKindTable);
  token->family = (uint32_t)origin.chunk;
  token->hint = (uint32_t)origin.line;
  token->handle = (uint32_t)origin.fileChunk;
  token->identity = (uint64_t)(uint32_t)origin.fileLine | (uint64_t)(uint32_t)origin.function << 32;
  Listing listing;
  list(L, content, keepsFunctions, &path, &listing);
  state->tokens[number].integer = (int64_t)listing.positions;
  state->tokens[number].length = listing.names;
  for (size_t position = listing.flattened + 1; position <= listing.positions; position++) {
    lua_rawgeti(L, content, (lua_Integer)position);
    flatten(L, lua_gettop(L), keepsFunctions, &path);
    lua_pop(L, 1);
  }
  for (size_t name = 0; name < listing.names; name++) {
    countBytes(L, state, listing.list[name].length);
    *append(L, state, LRSKindString) = listing.list[name];
    if (listing.list == listing.few) {
      flatten(L, (int)listing.few[name].handle, keepsFunctions, &path);
      continue;
    }
    lua_pushlstring(L, listing.list[name].bytes, listing.list[name].length);
    lua_rawget(L, content);
    flatten(L, lua_gettop(L), keepsFunctions, &path);
    lua_pop(L, 1);
  }
  lua_settop(L, content - 1);
}

static void flatten(lua_State *L, int index, bool keepsFunctions, const Path *outer) {
  LRSState *state = lrs_of(L);
  int type = lua_type(L, index);
  if (type == LUA_TTABLE) {
    flattenTable(L, index, keepsFunctions, outer);
  } else if (type == LUA_TUSERDATA) {
    LRSView *view = lrs_checkView(L, index);
    uint32_t handle = lrs_handle(L, view);
    LRSValue *token = append(L, state, LRSKindView);
    token->handle = handle;
    token->shape = view->shape;
  } else if (type == LUA_TFUNCTION && keepsFunctions) {
    uint32_t number = lrs_keepFunction(L, index), hash = lrs_capturesHash(L, index);
    LRSValue *token = append(L, state, LRSKindFunction);
    token->handle = number;
    token->identity = hash;
  } else {
    LRSValue *token = append(L, state, LRSKindNil);
    readScalar(L, index, type, token);
    if (type == LUA_TSTRING) countBytes(L, state, token->length);
  }
}

void lrs_flatten(lua_State *L, int index, bool keepsFunctions) {
  flatten(L, lua_absindex(L, index), keepsFunctions, NULL);
}
