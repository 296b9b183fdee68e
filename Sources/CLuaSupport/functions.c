// The numbered functions of a state.

#include <string.h>

#include "support.h"

/// The index at which the search for an address begins.
///
/// A numbered function lives at its address as long as its state, so the address identifies it.
static size_t place(const LRSState *state, const void *address) {
  uint64_t hash = ((uint64_t)(uintptr_t)address >> 4) * UINT64_C(0x9E3779B97F4A7C15);
  return (size_t)(hash >> 32) & (state->functionIDCapacity - 1);
}

/// Finds the entry of an address, or a free one.
static LRSFunctionID *find(const LRSState *state, const void *address) {
  size_t at = place(state, address);
  while (state->functionIDs[at].number != 0 && state->functionIDs[at].address != address) {
    at = (at + 1) & (state->functionIDCapacity - 1);
  }
  return &state->functionIDs[at];
}

/// Makes room for one more entry; a quarter of the entries stays free.
static void reserveID(lua_State *L, LRSState *state) {
  if (4 * ((size_t)state->functionCount + 1) <= 3 * state->functionIDCapacity) return;
  size_t capacity = 0;
  size_t wanted = state->functionIDCapacity < 16 ? 16 : 2 * state->functionIDCapacity;
  LRSFunctionID *grown = lrs_reserve(state, NULL, &capacity, wanted, sizeof(LRSFunctionID));
  if (grown == NULL) {
    lua_gc(L, LUA_GCCOLLECT);
    grown = lrs_reserve(state, NULL, &capacity, wanted, sizeof(LRSFunctionID));
  }
  if (grown == NULL) lrs_fail(L, LRSFailureMemory, NULL);
  memset(grown, 0, capacity * sizeof(LRSFunctionID));
  LRSFunctionID *old = state->functionIDs;
  size_t oldCapacity = state->functionIDCapacity;
  state->functionIDs = grown;
  state->functionIDCapacity = capacity;
  for (size_t at = 0; at < oldCapacity; at++) {
    if (old[at].number != 0) *find(state, old[at].address) = old[at];
  }
  lrs_unreserve(state, old, &oldCapacity, sizeof(LRSFunctionID));
}

uint32_t lrs_keepFunction(lua_State *L, int index) {
  LRSState *state = lrs_of(L);
  index = lua_absindex(L, index);
  luaL_checkstack(L, 5, NULL);
  if (lrs_pushHostStub(L, index)) {
    // Return the number of the function itself, not of its replacement that refuses calls while loading.
    uint32_t number = lrs_keepFunction(L, -1);
    lua_pop(L, 1);
    return number;
  }
  const void *address = lua_topointer(L, index);
  reserveID(L, state);
  LRSFunctionID *entry = find(state, address);
  if (entry->number != 0) return entry->number;
  uint32_t number = state->functionCount + 1;
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->functions);
  lua_pushvalue(L, index);
  lua_rawseti(L, -2, number);
  lua_pop(L, 1);
  *entry = (LRSFunctionID){address, number};
  state->functionCount = number;
  return number;
}

// A hash of what functions captured.

// A captured table with more fields counts as a table only, and so do tables in it; of a longer string its ends
// count.
enum { mostFields = 64, mostDepth = 2, mostBytes = 256 };

static uint64_t mix(uint64_t hash, uint64_t bits) { return lrs_hash(&bits, sizeof bits, hash); }

static uint64_t mixAddress(uint64_t hash, lua_CFunction function) { return mix(hash, (uint64_t)(uintptr_t)function); }

/// The hash of a scalar or of a function of a library; of another value, of its type.
static uint64_t scalarHash(lua_State *L, int index) {
  LRSValue value = lrs_scalar(L, index);
  uint64_t bits;
  memcpy(&bits, &value.number, sizeof(bits));
  uint64_t hash = mix(0, (uint64_t)lua_type(L, index) << 8 | value.kind);
  hash = mix(mix(hash, (uint64_t)value.integer), bits);
  if (lua_iscfunction(L, index)) {
    hash = mixAddress(hash, lua_tocfunction(L, index));
    // The first upvalue of a wrapper is what it wraps.
    if (lua_getupvalue(L, index, 1) == NULL) return hash;
    hash = mixAddress(hash, lua_tocfunction(L, -1));
    lua_pop(L, 1);
    return hash;
  }
  if (value.kind != LRSKindString) return hash;
  if (value.length <= mostBytes) return lrs_hash(value.bytes, value.length, hash);
  size_t end = mostBytes / 2;
  hash = lrs_hash(value.bytes, end, mix(hash, value.length));
  return lrs_hash(value.bytes + value.length - end, end, hash);
}

static uint64_t contentHash(lua_State *L, int index, int depth);

/// The hash of the fields of the table on top, in any order.
static uint64_t fieldsHash(lua_State *L) {
  int table = lua_gettop(L);
  uint64_t sum = 0;
  int count = 0;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    if (++count > mostFields) {
      sum = 0;
      break;
    }
    sum += mix(scalarHash(L, table + 1), contentHash(L, table + 2, mostDepth));
    lua_settop(L, table + 1);
  }
  lrs_charge(L, count);
  return mix(sum, (uint64_t)count);
}

/// The hash of a table, which is made once for functions in turn: those of one file share their globals.
static uint64_t tableHash(lua_State *L, int index) {
  LRSState *state = lrs_of(L);
  const void *address = lua_topointer(L, index);
  if (address != state->hashedTable) {
    lrs_pushContent(L, index);
    state->tableHash = fieldsHash(L);
    state->hashedTable = address;
  }
  return state->tableHash;
}

static uint64_t contentHash(lua_State *L, int index, int depth) {
  uint64_t hash = scalarHash(L, index);
  if (depth == mostDepth) return hash;
  luaL_checkstack(L, 5, NULL);
  int top = lua_gettop(L);
  if (lua_istable(L, index)) {
    hash = mix(hash, tableHash(L, index));
  } else if (lua_isfunction(L, index) && !lua_iscfunction(L, index)) {
    lua_Debug place;
    lua_pushvalue(L, index);
    lua_getinfo(L, ">S", &place);
    hash = mix(mix(hash, (uint64_t)place.linedefined), (uint64_t)place.lastlinedefined);
    for (int upvalue = 1; lua_getupvalue(L, index, upvalue) != NULL; upvalue++) {
      hash = mix(hash, contentHash(L, top + 1, depth + 1));
      lua_settop(L, top);
    }
  }
  lua_settop(L, top);
  return hash;
}

uint32_t lrs_capturesHash(lua_State *L, int index) {
  uint64_t hash = contentHash(L, lua_absindex(L, index), 0);
  return (uint32_t)(hash ^ hash >> 32);
}
