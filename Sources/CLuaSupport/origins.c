// Where tables were made: the allocator sees each new table, and the count hook the instruction behind it.
//
// Lua does not keep the origin of a table, so it is stored behind the table's own block.

#include "support.h"

/// Of functions that are nested more deeply, the line of a function around them stands for the file's.
#define MAX_FRAMES 32

static LRSOrigin *originOf(const LRSState *state, const void *table) {
  return (LRSOrigin *)((char *)table + state->tableSize);
}

void lrs_noteTable(LRSState *state, void *table, size_t size) {
  *(LRSOrigin *)((char *)table + size) = (LRSOrigin){0};
  if (!state->watchesTables || state->newTableCount == LRS_MAX_NEW_TABLES) return;
  state->newTables[state->newTableCount++] = table;
  state->tableSize = size;
}

void lrs_forgetTable(LRSState *state, const void *block) {
  for (int32_t table = 0; table < state->newTableCount; table++) {
    if (state->newTables[table] != block) continue;
    state->newTables[table] = state->newTables[--state->newTableCount];
    return;
  }
}

/// Finds the code that is running, and the file that has called it.
static LRSOrigin running(LRSState *state, lua_State *L, lua_Debug *activation) {
  LRSOrigin origin = {0};
  lua_getinfo(L, "lf", activation);
  const void *function = lua_topointer(L, -1);
  lua_pop(L, 1);
  if (function == state->mainFunction) {
    int32_t line = activation->currentline;
    return (LRSOrigin){state->mainChunk, line, 0, state->mainChunk, line};
  }
  lua_Debug frame = *activation;
  for (int level = 1; lua_getinfo(L, "Sl", &frame); level++) {
    int32_t chunk = frame.currentline > 0 ? lrs_chunkNumber(&frame) : 0;
    if (chunk > 0 && origin.line == 0) {
      origin.chunk = chunk;
      origin.line = frame.currentline;
      origin.function = frame.linedefined;
    }
    if (chunk > 0) {
      origin.fileChunk = chunk;
      origin.fileLine = frame.currentline;
    }
    if (chunk > 0 && frame.what[0] == 'm') {
      if (level == 1) {
        state->mainFunction = function;
        state->mainChunk = chunk;
      }
      break;
    }
    if (level == MAX_FRAMES || !lua_getstack(L, level, &frame)) break;
  }
  return origin;
}

static __attribute__((noinline)) void placeAll(LRSState *state, lua_State *L, lua_Debug *activation) {
  LRSOrigin origin = running(state, L, activation);
  for (int32_t table = 0; table < state->newTableCount; table++) *originOf(state, state->newTables[table]) = origin;
  state->newTableCount = 0;
}

void lrs_placeTables(lua_State *L, lua_Debug *activation) {
  LRSState *state = lrs_of(L);
  if (state->newTableCount > 0) placeAll(state, L, activation);
  if (++state->watchedInstructions == LRS_MAX_WATCHED) lrs_watchTables(state, false);
}

bool lrs_watchTables(LRSState *state, bool watches) {
  bool watched = state->watchesTables;
  state->newTableCount = 0;
  state->mainFunction = NULL; // another function may get its address
  bool canWatch = state->tableSize > 0 && state->watchedInstructions < LRS_MAX_WATCHED;
  state->watchesTables = watches && canWatch;
  if (state->watchesTables != watched) lrs_adjustHooks(state);
  return watched;
}

LRSOrigin lrs_origin(lua_State *L, int index) {
  const LRSState *state = lrs_of(L);
  return state->tableSize > 0 ? *originOf(state, lua_topointer(L, index)) : (LRSOrigin){0};
}

void lrs_openOrigins(lua_State *L) {
  LRSState *state = lrs_of(L);
  state->watchesTables = true;
  lua_newtable(L);
  bool isFound = state->newTableCount == 1 && state->newTables[0] == lua_topointer(L, -1);
  if (!isFound) state->tableSize = 0;
  state->watchesTables = false;
  state->newTableCount = 0;
  lua_pop(L, 1);
}
