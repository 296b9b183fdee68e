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
