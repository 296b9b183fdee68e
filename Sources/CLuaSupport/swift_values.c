// The set values of the context, read in place: scalars, strings, stored members and elements of arrays.
//
// Values that only Swift can read, such as computed members, objects and entries of dictionaries, are left to
// Swift, which knows the value around them by a handle; see `lrs_handle`.

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

/// Pushes a scalar; returns false and pushes nothing for other values.  [-0, +(0|1), m]
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
          // A larger number has no exact form in Lua; Swift makes the error.
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
    case LRSFormDate:
      lua_pushnumber(L, lrs_secondsOfDate(address));
      return true;
    case LRSFormDuration:
      lua_pushnumber(L, lrs_secondsOfDuration(address));
      return true;
    case LRSFormUUID: {
      char text[LRS_UUID_LENGTH];
      lrs_textOfUUID(address, text);
      lua_pushlstring(L, text, sizeof text);
      return true;
    }
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

/// Pushes the view of a structure or a list: the view at number `step` in the table on top if it has this
/// layout, else a new view, which is stored there. So each place has one view in an evaluation.  [-0, +1, m]
///
/// INVARIANT: the table keeps the view alive until the evaluation ends: a view is replaced only by one of
/// another layout, and a place has one layout during an evaluation. So `parent` of the views inside stays
/// valid too.
static void pushView(lua_State *L, LRSStored stored, uint64_t identity, LRSView *parent, uint32_t step) {
  LRSState *state = lrs_of(L);
  lua_rawgeti(L, -1, step);
  LRSView *view = lua_touserdata(L, -1); // the table holds only views
  if (view == NULL || view->family != stored.layout->number) {
    lua_pop(L, 1);
    view = lua_newuserdatauv(L, sizeof *view, LRS_VIEW_PARTS);
    LRSShape shape = stored.layout->form == LRSFormList ? LRSShapeList : LRSShapeMembers;
    *view = (LRSView){.family = stored.layout->number, .shape = shape};
    lua_rawgetp(L, LUA_REGISTRYINDEX, lrs_metatableKey(shape));
    lua_setmetatable(L, -2);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, step);
    state->keyViewCount++;
  }
  if (view->serial != state->serial) {
    // INVARIANT: its cache is empty, because views with a handle ended with their evaluation.
    view->serial = state->serial;
    view->handle = 0;
  }
  view->identity = identity;
  view->stored = stored;
  view->parent = parent;
  view->step = step;
}

/// Pushes a value inside the view at 1, or, without a parent, among the entries; returns false and pushes no result
/// if Swift must be asked.  [-0, +(0|1…2), m]
static bool pushStored(lua_State *L, LRSStored stored, LRSView *parent, uint32_t step) {
  LRSState *state = lrs_of(L);
  uint64_t identity = 0;
  stored.layout = unwrap(state, &stored.address, stored.layout, &identity);
  if (stored.layout == NULL) {
    lua_pushnil(L);
    return true;
  }
  LRSForm form = stored.layout->form;
  if (form != LRSFormMembers && (form != LRSFormList || stored.layout->stride == 0)) {
    return pushScalar(L, stored.address, stored.layout);
  }
  if (parent == NULL) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, state->keyViews);
  } else if (lua_getiuservalue(L, 1, LRS_VIEW_PARTS) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, 1, LRS_VIEW_PARTS);
  }
  pushView(L, stored, identity, parent, step);
  return true;
}

/// Returns the number of the key or member whose name is the string at 2; 0 for none, and if only Swift may read it.
static uint32_t numberOf(lua_State *L, const LRSLayout *layout) {
  LRSState *state = lrs_of(L);
  size_t length;
  const char *bytes = lua_tolstring(L, 2, &length);
  uint32_t family = layout != NULL ? layout->number : 0;
  uint32_t number = length <= LRS_MAX_HINT_LENGTH ? lrs_hint(state, bytes, family) : 0;
  if (number != 0) return number;
  // Swift finds the numbers of keys with long names fast, and its results are cached.
  if (length > LRS_COPIED_FREE || (layout == NULL && length > LRS_MAX_HINT_LENGTH)) return 0;
  number = state->callbacks.number(state->callbacks.owner, layout, bytes, length);
  if (number != 0 && length <= LRS_MAX_HINT_LENGTH) lrs_keepHint(L, 2, family, number);
  return number;
}

static const LRSEntry *entryFor(const LRSState *state, uint32_t key) {
  if (lrs_contains(state->entries.withheld, key)) return NULL;
  size_t low = 0, high = state->entries.count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (state->entries.first[middle].key < key) low = middle + 1;
    else high = middle;
  }
  return low < state->entries.count && state->entries.first[low].key == key ? &state->entries.first[low] : NULL;
}

bool lrs_pushStoredKey(lua_State *L) {
  LRSState *state = lrs_of(L);
  if (state->entries.count == 0 || lua_type(L, 2) != LUA_TSTRING) return false;
  uint32_t number = numberOf(L, NULL);
  const LRSEntry *entry = number != 0 ? entryFor(state, number) : NULL;
  if (entry == NULL) return false;
  size_t index = (size_t)(entry - state->entries.first);
  if (index < LRS_NOTED_ENTRIES) state->readEntries[index / 64] |= UINT64_C(1) << (index % 64);
  else state->hasOtherReads = true;
  const void *address = entry->isBoxed ? (const void *)(uintptr_t)entry->bytes[1] : entry->bytes;
  return pushStored(L, (LRSStored){address, entry->layout}, NULL, number);
}

/// Pushes the member with the name at 2; returns false and pushes no result if Swift must be asked.  [-0, +(0|1…2), e]
static bool pushMember(lua_State *L, LRSView *view) {
  if (lua_type(L, 2) != LUA_TSTRING) return false;
  LRSStored outer = view->stored;
  uint32_t number = numberOf(L, outer.layout);
  if (number == 0 || number > outer.layout->memberCount) return false;
  const LRSMember *member = &outer.layout->members[number - 1];
  if (member->layout == NULL || member->isSecret) return false;
  return pushStored(L, (LRSStored){(const char *)outer.address + member->offset, member->layout}, view, number);
}

/// Pushes the element at the position at 2; returns false and pushes no result if Swift must be asked.  [-0, +(0|1…2), e]
static bool pushElement(lua_State *L, LRSView *view) {
  int isWhole = 0;
  lua_Integer position = lua_type(L, 2) == LUA_TNUMBER ? lua_tointegerx(L, 2, &isWhole) : 0;
  if (!isWhole) return false;
  LRSStored list = view->stored;
  const void *address = lrs_element(list.address, list.layout->firstElement, list.layout->stride, position);
  if (address == NULL) {
    lua_pushnil(L);
    return true;
  }
  // Views store positions in 32 bits.
  if (position > UINT32_MAX) return false;
  if (view->elements == NULL) {
    lrs_checkCStack(L);
    view->elements = lrs_of(L)->callbacks.elements(list);
  }
  return pushStored(L, (LRSStored){address, view->elements}, view, (uint32_t)position);
}

bool lrs_pushStoredPart(lua_State *L, LRSView *view) {
  return view->shape == LRSShapeList ? pushElement(L, view) : pushMember(L, view);
}

void lrs_openStored(lua_State *L) {
  LRSState *state = lrs_of(L);
  lua_newtable(L);
  state->keyViews = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_newtable(L);
  state->texts = luaL_ref(L, LUA_REGISTRYINDEX);
}
