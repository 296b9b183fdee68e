// What is set on the context, read where it lies: scalars, strings and stored members.
//
// What only Swift can tell, such as computed members, elements of arrays and entries of dictionaries, is left to
// Swift, which then knows the structure that it is in by a handle; see `lrs_handle`.

#include "support.h"

/// Returns the layout of a value inside optionals and records; NULL for nil.
static const LRSLayout *unwrap(LRSState *state, const void **address, const LRSLayout *layout, uint64_t *identity) {
  for (;;) {
    if (layout->form == LRSFormOptional) {
      if (!lrs_hasValue(*address, layout)) return NULL;
      layout = layout->wrapped;
    } else if (layout->form == LRSFormRecord) {
      const void *record = *(const void *const *)*address;
      LRSStored content = state->callbacks.record(record);
      *identity = (uint64_t)(uintptr_t)record;
      *address = content.address;
      layout = content.layout;
    } else {
      return layout;
    }
  }
}

static bool pushText(lua_State *L, const void *address) {
  const char *bytes;
  size_t length;
  if (!lrs_readsStrings() || !lrs_bytesOfString(address, &bytes, &length)) return false;
  if (length <= LRS_COPIED_AGAIN) {
    lua_pushlstring(L, bytes, length);
    return true;
  }
  LRSState *state = lrs_of(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->texts);
  if (lua_rawgetp(L, -1, address) != LUA_TSTRING) {
    lua_pop(L, 1);
    lua_pushlstring(L, bytes, length);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, -3, address);
    state->hasTexts = true;
  }
  lua_remove(L, -2);
  return true;
}

/// Pushes a scalar; false, and nothing, for other values.  [-0, +(0|1), m]
static bool pushScalar(lua_State *L, const void *address, const LRSLayout *layout) {
  switch (layout->form) {
    case LRSFormNothing:
      lua_pushnil(L);
      return true;
    case LRSFormBoolean:
      lua_pushboolean(L, *(const uint8_t *)address & 1);
      return true;
    case LRSFormInteger:
      switch (layout->size) {
        case 1: lua_pushinteger(L, *(const int8_t *)address); return true;
        case 2: lua_pushinteger(L, *(const int16_t *)address); return true;
        case 4: lua_pushinteger(L, *(const int32_t *)address); return true;
        case 8: lua_pushinteger(L, *(const int64_t *)address); return true;
        default: return false;
      }
    case LRSFormUnsigned:
      switch (layout->size) {
        case 1: lua_pushinteger(L, *(const uint8_t *)address); return true;
        case 2: lua_pushinteger(L, *(const uint16_t *)address); return true;
        case 4: lua_pushinteger(L, *(const uint32_t *)address); return true;
        case 8:
          // A larger one has no exact form in Lua: Swift has the words for that.
          if (*(const uint64_t *)address > INT64_MAX) return false;
          lua_pushinteger(L, *(const int64_t *)address);
          return true;
        default: return false;
      }
    case LRSFormFloat:
      lua_pushnumber(L, *(const float *)address);
      return true;
    case LRSFormDouble:
      lua_pushnumber(L, *(const double *)address);
      return true;
    case LRSFormString: return pushText(L, address);
    case LRSFormCase: {
      const LRSValue *value = &layout->caseValues[*(const uint8_t *)address];
      if (value->kind == LRSKindView) return false;
      lrs_push(L, value);
      return true;
    }
    default: return false;
  }
}

/// Pushes the view of a structure: the one that the table on top has at a number, if it is of this layout, else
/// a new one, which the table gets. So there is one view of each place in an access.  [-1, +1, m]
///
/// INVARIANT: the table keeps the view in the access, as a place has one layout there; and with it the
/// parent of the views in it.
static void pushView(lua_State *L, LRSStored stored, uint64_t identity, LRSView *parent, uint32_t step) {
  lua_rawgeti(L, -1, step);
  LRSView *view = lrs_toView(L, -1);
  if (view == NULL || view->family != stored.layout->number) {
    lua_pop(L, 1);
    view = lua_newuserdatauv(L, sizeof *view, LRS_VIEW_PARTS);
    *view = (LRSView){.family = stored.layout->number, .shape = LRSShapeMembers};
    lua_rawgetp(L, LUA_REGISTRYINDEX, lrs_metatableKey(LRSShapeMembers));
    lua_setmetatable(L, -2);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, step);
    lrs_of(L)->keyViewCount++;
  }
  if (view->serial != lrs_of(L)->serial) {
    // INVARIANT: it remembers nothing: views about which Swift was asked ended with their access.
    view->serial = lrs_of(L)->serial;
    view->handle = 0;
  }
  view->identity = identity;
  view->stored = stored;
  view->parent = parent;
  view->step = step;
  lua_remove(L, -2);
}

/// Returns the number of a key, or of a member; 0 for none, and for what only Swift may read.
static uint32_t numberOf(lua_State *L, int name, const LRSLayout *layout) {
  const LRSCallbacks *callbacks = &lrs_of(L)->callbacks;
  size_t length;
  const char *bytes = lua_tolstring(L, name, &length);
  uint32_t family = layout != NULL ? layout->number : 0;
  uint32_t number = length <= LRS_MAX_HINT_LENGTH ? lrs_hint(L, name, family) : 0;
  if (number != 0) return number;
  // Swift has the numbers of long names of keys at hand, and what it answers is remembered.
  if (length > LRS_COPIED_FREE || (layout == NULL && length > LRS_MAX_HINT_LENGTH)) return 0;
  number = callbacks->number(callbacks->owner, layout, bytes, length);
  if (number != 0 && length <= LRS_MAX_HINT_LENGTH) lrs_keepHint(L, name, family, number);
  return number;
}

static const LRSEntry *entryFor(const LRSState *state, uint32_t key) {
  size_t low = 0, high = state->entries.count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (state->entries.first[middle].key < key) low = middle + 1;
    else high = middle;
  }
  return low < state->entries.count && state->entries.first[low].key == key ? &state->entries.first[low] : NULL;
}

bool lrs_pushStoredKey(lua_State *L, int key) {
  LRSState *state = lrs_of(L);
  if (state->entries.count == 0 || lua_type(L, key) != LUA_TSTRING) return false;
  luaL_checkstack(L, 5, NULL);
  uint32_t number = numberOf(L, key, NULL);
  const LRSEntry *entry = number != 0 ? entryFor(state, number) : NULL;
  if (entry == NULL) return false;
  const void *address = entry->isBoxed ? (const void *)(uintptr_t)entry->bytes[1] : entry->bytes;
  uint64_t identity = 0;
  const LRSLayout *layout = unwrap(state, &address, entry->layout, &identity);
  if (layout == NULL) {
    lua_pushnil(L);
    return true;
  }
  if (layout->form != LRSFormMembers) return pushScalar(L, address, layout);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->keyViews);
  pushView(L, (LRSStored){address, layout}, identity, NULL, number);
  return true;
}

bool lrs_pushStoredMember(lua_State *L, int index, int key) {
  if (lua_type(L, key) != LUA_TSTRING) return false;
  luaL_checkstack(L, 6, NULL);
  LRSView *view = lua_touserdata(L, index);
  LRSStored outer = view->stored;
  uint32_t number = numberOf(L, key, outer.layout);
  if (number == 0 || number > outer.layout->memberCount) return false;
  const LRSMember *member = &outer.layout->members[number - 1];
  if (member->layout == NULL || member->isSecret) return false;
  const void *address = (const char *)outer.address + member->offset;
  uint64_t identity = 0;
  const LRSLayout *layout = unwrap(lrs_of(L), &address, member->layout, &identity);
  if (layout == NULL) {
    lua_pushnil(L);
    return true;
  }
  if (layout->form != LRSFormMembers) return pushScalar(L, address, layout);
  if (lua_getiuservalue(L, index, LRS_VIEW_PARTS) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, index, LRS_VIEW_PARTS);
  }
  pushView(L, (LRSStored){address, layout}, identity, view, number);
  return true;
}

void lrs_openStored(lua_State *L) {
  LRSState *state = lrs_of(L);
  lua_newtable(L);
  state->keyViews = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_newtable(L);
  state->texts = luaL_ref(L, LUA_REGISTRYINDEX);
}
