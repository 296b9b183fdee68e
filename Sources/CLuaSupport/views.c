// Views: how rule code sees Swift values, read-only and for one evaluation.
//
// Each view has a cache of its members in a table, so a repeated read
// costs a table read. The context's view goes further: its `__index` *is*
// that table, and only a miss reaches C.

#include <stdlib.h>

#include "support.h"

static const char *const shapeNames[] = {"context", "list", "dictionary", "object", "opaque object", "function"};

void *lrs_metatableKey(LRSShape shape) {
  return (void *)(uintptr_t)(0x100 + shape);
}

LRSView *lrs_toView(lua_State *L, int index) {
  // Rule code cannot make userdata, so every full userdata is a view.
  return lua_type(L, index) == LUA_TUSERDATA ? lua_touserdata(L, index) : NULL;
}

bool lrs_isMethod(lua_State *L, int index) {
  const LRSView *view = lrs_toView(L, index);
  return view != NULL && view->shape == LRSShapeFunction;
}

LRSView *lrs_checkView(lua_State *L, int index) {
  LRSView *view = lrs_toView(L, index);
  if (view == NULL) luaL_typeerror(L, index, "object");
  if (view->shape != LRSShapeContext && view->serial != lrs_of(L)->serial) {
    lrs_fail(L, LRSFailureStaleView, NULL);
  }
  return view;
}

/// Returns the entry for a name's hint: the existing one, else the one to write.
///
/// A name whose first entry is taken gets the next free one. So names that are read together keep their hints
/// together, at whatever addresses they are; an entry is replaced only when all entries are taken.
static LRSHint *hintPlace(LRSState *state, const char *name, uint32_t family) {
  size_t first = (uintptr_t)name / 16 + (size_t)family * 7;
  for (size_t step = 0; step < LRS_HINTS; step++) {
    LRSHint *place = &state->hints[(first + step) % LRS_HINTS];
    if (place->name == NULL || (place->name == name && place->family == family)) return place;
  }
  return &state->hints[first % LRS_HINTS];
}

void lrs_keepHint(lua_State *L, int key, uint32_t family, uint32_t hint) {
  LRSState *state = lrs_of(L);
  luaL_checkstack(L, 3, NULL);
  const char *name = lua_tostring(L, key);
  LRSHint *place = hintPlace(state, name, family);
  // The list keeps this string object alive as long as its hint, so that no other string gets its address.
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->hintNames);
  lua_pushvalue(L, key);
  lua_rawseti(L, -2, place - state->hints + 1);
  lua_pop(L, 1);
  *place = (LRSHint){name, family, hint};
}

uint32_t lrs_hint(LRSState *state, const char *name, uint32_t family) {
  const LRSHint *place = hintPlace(state, name, family);
  return place->name == name && place->family == family ? place->hint : 0;
}

/// Asks Swift for a member and pushes it.  [-0, +1, e]
static void pushMember(lua_State *L, uint32_t handle, uint32_t family, int key) {
  LRSState *state = lrs_of(L);
  lrs_checkCStack(L);
  LRSValue name = lrs_scalar(L, key);
  bool isShort = name.kind == LRSKindString && name.length <= LRS_MAX_HINT_LENGTH;
  bool takesHints = isShort && (handle == 0 || family != 0);
  if (takesHints) name.hint = lrs_hint(state, name.bytes, family);
  int isWhole = 0;
  lua_Integer whole = name.kind == LRSKindNumber ? lua_tointegerx(L, key, &isWhole) : 0;
  // 2.0 and 2 are the same key, as in a table.
  if (isWhole) name = (LRSValue){.kind = LRSKindInteger, .integer = whole};
  if (name.length > LRS_COPIED_FREE) lrs_charge(L, (int64_t)(name.length / 16));
  LRSValue result = {.kind = LRSKindNil};
  if (lua_type(L, key) == LUA_TUSERDATA || lua_type(L, key) == LUA_TTABLE) name.kind = LRSKindTable;
  if (state->callbacks.member(state->callbacks.owner, handle, &name, &result) != LRSOutcomeOK) {
    lrs_fail(L, LRSFailureHost, NULL);
  }
  lrs_push(L, &result);
  if (takesHints && name.hint == 0 && result.hint != 0) lrs_keepHint(L, key, family, result.hint);
}

/// Notes that the cache of a scope's context view contains something.
static void noteReading(LRSState *state, uint32_t number) {
  if (number == 0) {
    state->remembers = true;
    return;
  }
  LRSScope *scope = &state->scopes[number];
  if (scope->remembers) return;
  scope->remembers = true;
  scope->next = state->rememberingScope;
  state->rememberingScope = number;
}

/// Whether the value on top, which was read, goes into the cache.
static bool isRemembered(lua_State *L) {
  if (lua_isnil(L, -1)) return false;
  return !lrs_of(L)->isRecorded || lua_type(L, -1) == LUA_TUSERDATA;
}

/// `__index` of a context view. The number of the scope is the upvalue; for scope 0 there is none.
static int contextIndex(lua_State *L) {
  if (lua_isnone(L, lua_upvalueindex(1)) && lrs_pushStoredKey(L)) return 1;
  luaL_checkstack(L, 4, NULL);
  pushMember(L, 0, 0, 2);
  if (isRemembered(L)) {
    lua_pushvalue(L, 2);
    lua_pushvalue(L, -2);
    lua_rawset(L, 1);
    noteReading(lrs_of(L), (uint32_t)lua_tointeger(L, lua_upvalueindex(1)));
  }
  return 1;
}

/// Pushes the cached value of the key at 2; returns false and pushes nothing if there is none.
static bool pushRemembered(lua_State *L) {
  lua_getiuservalue(L, 1, LRS_VIEW_NAME);
  if (lua_rawequal(L, -1, 2)) {
    lua_getiuservalue(L, 1, LRS_VIEW_VALUE);
    return true;
  }
  if (lua_getiuservalue(L, 1, LRS_VIEW_MEMBERS) == LUA_TTABLE) {
    lua_pushvalue(L, 2);
    if (lua_rawget(L, -2) != LUA_TNIL) return true;
  }
  lua_settop(L, 2);
  return false;
}

/// Caches the value at 3 for the key at 2: the first one in the view itself, others in a table.
static void remember(lua_State *L) {
  if (lua_getiuservalue(L, 1, LRS_VIEW_NAME) == LUA_TNIL) {
    lua_pushvalue(L, 2);
    lua_setiuservalue(L, 1, LRS_VIEW_NAME);
    lua_pushvalue(L, 3);
    lua_setiuservalue(L, 1, LRS_VIEW_VALUE);
  } else {
    if (lua_getiuservalue(L, 1, LRS_VIEW_MEMBERS) != LUA_TTABLE) {
      lua_newtable(L);
      lua_pushvalue(L, -1);
      lua_setiuservalue(L, 1, LRS_VIEW_MEMBERS);
    }
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 3);
    // A NaN cannot be a key here: for it Swift has returned nil above.
    lua_rawset(L, -3);
  }
  lua_settop(L, 3);
}

uint32_t lrs_handle(lua_State *L, LRSView *view) {
  if (view->handle != 0 || view->stored.layout == NULL) return view->handle;
  LRSState *state = lrs_of(L);
  lrs_checkCStack(L);
  uint32_t outer = view->parent != NULL ? lrs_handle(L, view->parent) : 0;
  LRSValue name = {.kind = LRSKindNil, .hint = view->step};
  if (view->parent != NULL && view->parent->shape == LRSShapeList) {
    name = (LRSValue){.kind = LRSKindInteger, .integer = view->step};
  }
  LRSValue result = {.kind = LRSKindNil};
  LRSOutcome outcome = state->callbacks.member(state->callbacks.owner, outer, &name, &result);
  // A structure or a list in C is always a view in Swift, so any other result is an error.
  if (outcome != LRSOutcomeOK || result.kind != LRSKindView) lrs_fail(L, LRSFailureHost, NULL);
  state->hasHandles = true;
  return view->handle = result.handle;
}

static int viewIndex(lua_State *L) {
  // Rule code cannot call a metamethod itself, so the argument is a view.
  LRSView *view = lua_touserdata(L, 1);
  if (view->serial != lrs_of(L)->serial) lrs_checkView(L, 1);
  if (view->stored.layout != NULL && lrs_pushStoredPart(L, view)) return 1;
  bool isNil = lua_isnil(L, 2);
  if (isNil && view->shape != LRSShapeMembers) return 0;
  lua_settop(L, 2);
  if (!isNil && pushRemembered(L)) return 1;
  pushMember(L, lrs_handle(L, view), view->family, 2);
  if (!isNil && isRemembered(L)) remember(L);
  return 1;
}

static int opaqueIndex(lua_State *L) {
  LRSView *view = lrs_checkView(L, 1);
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : lrs_typeWord(L, 2);
  if (view->shape == LRSShapeFunction) return luaL_error(L, "`%s` cannot be read: a function has no members", name);
  return luaL_error(L, "`%s` cannot be read: the host's object shows no members to rules", name);
}

static int callView(lua_State *L) {
  LRSView *view = lrs_checkView(L, 1);
  lrs_checkCStack(L);
  return lrs_callSwift(L, lrs_of(L)->callbacks.callView, view->handle, 2);
}

static int viewLength(lua_State *L) {
  LRSView *view = lrs_checkView(L, 1);
  if (lrs_isStoredList(view)) {
    lua_pushinteger(L, lrs_countOfList(view->stored.address));
    return 1;
  }
  LRSState *state = lrs_of(L);
  lrs_checkCStack(L);
  int64_t count = 0;
  if (state->callbacks.count(state->callbacks.owner, lrs_handle(L, view), &count) != LRSOutcomeOK) {
    return lrs_fail(L, LRSFailureHost, NULL);
  }
  lua_pushinteger(L, count);
  return 1;
}

static int viewEquals(lua_State *L) {
  LRSView *left = lrs_toView(L, 1), *right = lrs_toView(L, 2);
  lua_pushboolean(L, left != NULL && right != NULL && left->serial == right->serial && left->identity != 0 && left->identity == right->identity);
  return 1;
}

static int readOnly(lua_State *L) {
  LRSView *view = lrs_toView(L, 1);
  bool isText = lua_type(L, 2) == LUA_TSTRING || lua_type(L, 2) == LUA_TNUMBER;
  const char *name = isText ? lua_tostring(L, 2) : lrs_typeWord(L, 2);
  bool isContext = view != NULL && view->shape == LRSShapeContext;
  return lrs_fail(L, LRSFailureFrozen, isContext ? "the key `%s` of the context" : "the member `%s` of a value of the host", name);
}

/// Puts the metamethods that all views have into the metatable on top.  [-0, +0, m]
static void fillMetatable(lua_State *L, LRSShape shape) {
  lua_pushcfunction(L, viewEquals);
  lua_setfield(L, -2, "__eq");
  lua_pushcfunction(L, readOnly);
  lua_setfield(L, -2, "__newindex");
  lua_pushstring(L, shapeNames[shape]);
  lua_setfield(L, -2, "__name");
}

void lrs_openScope(lua_State *L, LRSScope *scope, uint32_t number) {
  luaL_checkstack(L, 8, NULL);
  LRSView *view = lua_newuserdatauv(L, sizeof *view, 0);
  *view = (LRSView){.shape = LRSShapeContext};
  lua_createtable(L, 0, 6);
  fillMetatable(L, LRSShapeContext);
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  if (number > 0) lua_pushinteger(L, number);
  lua_pushcclosure(L, contextIndex, number > 0);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__index");
  // Both references are stored or none: if memory runs out here, the next call starts again.
  int remembered = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_setmetatable(L, -2);
  scope->remembered = remembered;
  scope->context = luaL_ref(L, LUA_REGISTRYINDEX);
}

static int newScope(lua_State *L) {
  uint32_t number = *(const uint32_t *)lua_touserdata(L, 1);
  LRSState *state = lrs_of(L);
  size_t known = state->scopeCapacity;
  LRSScope *scopes = lrs_reserve(state, state->scopes, &state->scopeCapacity, (size_t)number + 1, sizeof(LRSScope));
  if (scopes == NULL) return lrs_fail(L, LRSFailureMemory, NULL);
  for (size_t scope = known; scope < state->scopeCapacity; scope++) scopes[scope] = (LRSScope){0};
  state->scopes = scopes;
  if (scopes[number].context == 0) lrs_openScope(L, &scopes[number], number);
  return 0;
}

bool lrs_hasScope(LRSState *state, uint32_t scope) {
  if (scope == 0 || (scope < state->scopeCapacity && state->scopes[scope].context != 0)) return true;
  return lrs_protect(state, newScope, &scope);
}

void lrs_pushContext(lua_State *L) {
  LRSState *state = lrs_of(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->scope == 0 ? state->context : state->scopes[state->scope].context);
}

void lrs_openViews(lua_State *L) {
  LRSState *state = lrs_of(L);
  for (int shape = LRSShapeList; shape <= LRSShapeFunction; shape++) {
    bool showsMembers = shape < LRSShapeOpaque;
    lua_createtable(L, 0, 6);
    lua_pushcfunction(L, showsMembers ? viewIndex : opaqueIndex);
    lua_setfield(L, -2, "__index");
    if (shape == LRSShapeFunction) {
      lua_pushcfunction(L, callView);
      lua_setfield(L, -2, "__call");
    }
    if (showsMembers) {
      lua_pushcfunction(L, viewLength);
      lua_setfield(L, -2, "__len");
    }
    fillMetatable(L, (LRSShape)shape);
    lua_rawsetp(L, LUA_REGISTRYINDEX, lrs_metatableKey((LRSShape)shape));
  }
  lrs_openStored(L);
  lua_createtable(L, LRS_HINTS, 0);
  state->hintNames = luaL_ref(L, LUA_REGISTRYINDEX);
  LRSScope all = {0};
  lrs_openScope(L, &all, 0);
  state->context = all.context;
  state->remembered = all.remembered;
}
