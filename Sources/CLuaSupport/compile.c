// Compiles text to a chunk with its own environment, and dumps bytecode.

#include <string.h>

#include "support.h"

static const char environmentKey = 0; // in the registry: metatable of environments

static int undefinedGlobal(lua_State *L) {
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : lrs_typeWord(L, 2);
  return lrs_fail(L, LRSFailureUndefinedGlobal, "%s", name);
}

void lrs_openCompiler(lua_State *L) {
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, undefinedGlobal);
  lua_setfield(L, -2, "__index");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &environmentKey);
}

bool lrs_isEnvironment(lua_State *L, int content) {
  if (!lua_getmetatable(L, content)) return false;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &environmentKey);
  bool isEnvironment = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return isEnvironment;
}

typedef struct Text {
  int32_t chunk;
  uint32_t scope;
  const char *bytes;
  size_t length;
} Text;

/// The size of the pieces that the compiler receives.
///
/// One name costs a search through the locals of all functions around it, which
/// takes 0.1 ms at worst; no hook runs meanwhile.
#define PIECE ((size_t)256)

/// Passes the next piece to the compiler, and charges for it.
static const char *readPiece(lua_State *L, void *source, size_t *length) {
  Text *rest = source;
  size_t piece = rest->length < PIECE ? rest->length : PIECE;
  const char *bytes = rest->bytes;
  rest->bytes += piece;
  rest->length -= piece;
  *length = piece;
  LRSBudget *budget = lrs_of(L)->budget;
  if (!lrs_spendLong(budget, (int64_t)piece)) lrs_fail(L, budget->exhausted, NULL);
  return bytes;
}

static int compile(lua_State *L) {
  const Text *text = lua_touserdata(L, 1);
  LRSState *state = lrs_of(L);
  char name[24];
  snprintf(name, sizeof name, "=%d", (int)text->chunk);
  state->chunk = text->chunk;
  Text rest = *text;
  int status = lua_load(L, readPiece, &rest, name, "t");
  if (status != LUA_OK && lrs_isNoted(L)) return lua_error(L);
  if (status != LUA_OK) {
    size_t length;
    const char *message = lua_tolstring(L, -1, &length);
    return lrs_fail(L, status == LUA_ERRMEM ? LRSFailureMemory : LRSFailureSyntax, "%s", message);
  }
  lrs_addLengths(L, text->bytes, text->length);
  int function = lua_gettop(L);
  lua_newtable(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->environment);
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, function + 1);
  }
  lua_pop(L, 1);
  if (lrs_pushScopeHost(L, text->scope)) lua_setfield(L, function + 1, "host");
  lua_rawgetp(L, LUA_REGISTRYINDEX, &environmentKey);
  lua_setmetatable(L, -2);
  lua_setupvalue(L, function, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, state);
  return 0;
}

bool lrs_compile(LRSState *state, int32_t chunk, uint32_t scope, const char *bytes, size_t length) {
  Text text = {chunk, scope, bytes, length};
  return lrs_protect(state, compile, &text);
}

static __attribute__((noinline)) bool growDump(LRSState *state, size_t length) {
  char *dump = lrs_reserve(state, state->dump, &state->dumpCapacity, state->dumpLength + length, 1);
  if (dump != NULL) state->dump = dump;
  return dump != NULL;
}

static int writeDump(lua_State *L, const void *bytes, size_t length, void *target) {
  (void)L;
  LRSState *state = target;
  if (length > state->dumpCapacity - state->dumpLength && !growDump(state, length)) return 1;
  char *place = state->dump + state->dumpLength;
  state->dumpLength += length;
  // Most pieces are one byte long.
  if (length == 1) {
    *place = *(const char *)bytes;
    return 0;
  }
  memcpy(place, bytes, length);
  return 0;
}

bool lrs_dump(LRSState *state, bool isStripped, const char **bytes, size_t *length) {
  state->dumpLength = 0;
  bool isLua = lua_isfunction(state->L, -1) && !lua_iscfunction(state->L, -1);
  bool isDumped = isLua && lua_dump(state->L, writeDump, state, isStripped) == 0;
  *bytes = state->dump;
  *length = state->dumpLength;
  return isDumped;
}

bool lrs_dumpChunk(LRSState *state, bool isStripped, const char **bytes, size_t *length) {
  if (!lua_checkstack(state->L, 2)) return false;
  lua_rawgetp(state->L, LUA_REGISTRYINDEX, state);
  bool isDumped = lrs_dump(state, isStripped, bytes, length) && lrs_restoreLengths(state, bytes, length);
  lua_pop(state->L, 1);
  return isDumped;
}

bool lrs_dumpFunction(LRSState *state, uint32_t function, bool isStripped, const char **bytes, size_t *length) {
  if (!lua_checkstack(state->L, 3)) return false;
  lua_rawgeti(state->L, LUA_REGISTRYINDEX, state->functions);
  lua_rawgeti(state->L, -1, function);
  bool isDumped = lrs_dump(state, isStripped, bytes, length) && lrs_restoreLengths(state, bytes, length);
  lua_pop(state->L, 2);
  return isDumped;
}
