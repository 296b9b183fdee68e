// What the files of this target share.
//
// Functions that take a `lua_State` run inside `lua_pcall` and may raise;
// functions that take an `LRSState` only may not.

#ifndef SUPPORT_H
#define SUPPORT_H

#include "state.h"

// memory.c

/// The allocator of Lua, within the limits of memory.
void *lrs_allocate(void *owner, void *block, size_t oldSize, size_t newSize);

/// Gives the state's share of the shared memory back.
void lrs_giveShareBack(LRSState *state);

/// Which limit of memory it was that refused the last block.
LRSFailure lrs_memoryFailure(const LRSState *state);

/// Makes room for `count` items of `size` bytes, within the memory limit.
///
/// Returns where the items are now, or NULL, when memory is short and nothing has changed.
void *lrs_reserve(LRSState *state, void *items, size_t *capacity, size_t count, size_t size);

/// Frees what `lrs_reserve` gave.
void lrs_unreserve(LRSState *state, void *items, size_t *capacity, size_t size);

// asking.c

/// Gives back what an unusual evaluation, or loading, has made the buffers grow to.
void lrs_trimBuffers(LRSState *state);

/// Collects garbage if a state that is about to be idle holds much more than after the last collection.
void lrs_collectIdle(LRSState *state);

// errors.c

/// Raises an error of this kind; the message is a format as for `lua_pushfstring`.
int lrs_fail(lua_State *L, LRSFailure failure, const char *format, ...);

/// Whether the error value on top stands for a failure that is noted in the state.  [-0, +0, -]
bool lrs_isNoted(lua_State *L);

/// Notes where the code is, for an error that no handler will see.
void lrs_noteRefusal(LRSState *state);

/// Message handler: notes what failed, and where.  [-1, +1, -]
int lrs_noteError(lua_State *L);

/// Notes what a failed `lua_pcall` left on top, where no handler has.
void lrs_noteStatus(LRSState *state, lua_State *L, int status);

/// Runs a C function on the main Lua thread inside `lua_pcall`.
bool lrs_protect(LRSState *state, lua_CFunction body, void *argument);

// limits.c

/// The processor time of this thread so far, in nanoseconds.
int64_t lrs_processorTime(void);

/// Charges for walking a table, whose empty places nobody can count; raises when the budget is used up.
void lrs_chargeWalk(lua_State *L, int64_t entries);

/// Notes that there is a longer string than any before, in bytes.
void lrs_noteString(LRSState *state, size_t length);

/// Makes the hook of a Lua thread come as often as the strings ask for.
void lrs_adjustHook(LRSState *state, lua_State *L);

/// Charges work that C does for rule code; raises when the budget is used up.
void lrs_charge(lua_State *L, int64_t instructions);

/// Raises when the C stack is nearly used up.  [-0, +0, v]
///
/// Every function through which C code and rule code can nest asks it: Lua's own
/// limit of 200 C levels is one of each Lua thread, and does not know the stack.
void lrs_checkCStack(lua_State *L);

/// The count hook.
void lrs_hook(lua_State *L, lua_Debug *activation);

// transfer.c

/// Pushes a scalar or makes a view.  [-0, +1, m]
void lrs_push(lua_State *L, const LRSValue *value);

/// Frees the keys that the `keys` callback listed.
void lrs_forgetKeys(LRSState *state);

/// Begins a new list of tokens.
void lrs_beginTokens(LRSState *state);

/// Appends the value at an index to the state's tokens.  [-0, +0, m]
void lrs_flatten(lua_State *L, int index, bool keepsFunctions);

/// Reads a scalar at an index without converting it; tables become nil.  [-0, +0, -]
LRSValue lrs_scalar(lua_State *L, int index);

// freeze.c

/// Pushes the table that holds the content of the table at `index`: its shadow, or itself.  [-0, +1, -]
bool lrs_pushContent(lua_State *L, int index);

/// Freezes the table on top and the ones it holds, with a name for errors.  [-0, +0, m]
void lrs_freezeLibrary(lua_State *L, const char *name);

/// The number of a kept function, keeping it first where it is new.  [-0, +0, m]
uint32_t lrs_keepFunction(lua_State *L, int index);

// views.c

/// Where the metatable of views of a shape lies in the registry.
void *lrs_metatableKey(LRSShape shape);

/// Makes the metatables of views and the context's own view.  [-0, +0, m]
void lrs_openViews(lua_State *L);

/// Makes the context's view for a scope.  [-0, +0, m]
void lrs_openScope(lua_State *L, LRSScope *scope, uint32_t number);

/// Whether there is a view of the context for a scope; makes it if need be.
bool lrs_hasScope(LRSState *state, uint32_t scope);

/// Pushes the context as the code that is running sees it.  [-0, +1, -]
void lrs_pushContext(lua_State *L);

/// The view at an index, or NULL.  [-0, +0, -]
LRSView *lrs_toView(lua_State *L, int index);

/// The view at an index; raises when its evaluation is over.  [-0, +0, v]
LRSView *lrs_checkView(lua_State *L, int index);

/// The number by which Swift knows what a view shows; asks it where it was not asked yet.  [-0, +0, e]
uint32_t lrs_handle(lua_State *L, LRSView *view);

/// Keeps at hand what Swift said about the name at an index.  [-0, +0, m]
void lrs_keepHint(lua_State *L, int key, uint32_t family, uint32_t hint);

/// Returns what Swift said about a name, a short string of Lua; 0 where that is not known.
uint32_t lrs_hint(LRSState *state, const char *name, uint32_t family);

// stored.c

/// Makes the tables of stored values.  [-0, +0, m]
void lrs_openStored(lua_State *L);

/// Pushes what is set for the key at 2; false, and nothing, where Swift is to be asked.  [-0, +(0|1…2), e]
///
/// For the function that is `__index`, which returns what is on top; so is the next one.
bool lrs_pushStoredKey(lua_State *L);

/// Pushes the part of the view at 1 that the key at 2 stands for; false, and nothing, where Swift is to be asked.  [-0, +(0|1…2), e]
bool lrs_pushStoredPart(lua_State *L, LRSView *view);

/// Whether a view shows a list whose elements C code finds.
static inline bool lrs_isStoredList(const LRSView *view) {
  return view->shape == LRSShapeList && view->stored.layout != NULL;
}

// layouts.c

/// Whether C code reads the bytes of Swift's strings.
bool lrs_readsStrings(void);

// order.c

/// Pushes the position of an iterator's birth, for `lrs_checkIterator`.  [-0, +1, -]
void lrs_pushBirth(lua_State *L);

/// Raises when the iterator whose birth is this upvalue was made in another evaluation.  [-0, +0, v]
///
/// An iterator remembers how far it came: kept in a local of its file it would
/// carry something from one evaluation to the next.
void lrs_checkIterator(lua_State *L, int upvalue);

int lrs_next(lua_State *L);
int lrs_pairs(lua_State *L);
int lrs_sort(lua_State *L);

// patterns.c

/// Puts `find`, `match`, `gmatch` and `gsub` into the string library on top.  [-0, +0, m]
void lrs_openPatterns(lua_State *L);

// libraries.c

/// Makes the functions of the library on top charge for their work.  [-0, +0, m]
void lrs_wrapLibrary(lua_State *L, const char *library);

// compile.c

/// Makes the metatable that files' environments share.  [-0, +0, m]
void lrs_openCompiler(lua_State *L);

// host.c

/// Puts the table `host` into the environment on top.  [-0, +0, m]
void lrs_openHost(lua_State *L);

/// Pushes the table `host` of a scope; false, and nothing, when it is that of all.  [-0, +1, -]
bool lrs_pushScopeHost(lua_State *L, uint32_t scope);

// sandbox.c

/// Pushes the template of a file's environment.  [-0, +1, m]
void lrs_openSandbox(lua_State *L);

/// Whether the value at an index is a method of an object of the host, which is called like a function.
bool lrs_isMethod(lua_State *L, int index);

/// Pushes the word that `type` gives for the value at an index.  [-0, +1, m]
const char *lrs_typeWord(lua_State *L, int index);

/// Pushes a text for the value at an index, without an address.  [-0, +1, m]
void lrs_pushText(lua_State *L, int index);

/// The number of the host function at an index, or -1.  [-0, +0, -]
int64_t lrs_toHostFunction(lua_State *L, int index);

/// Pushes the function that `host` has in place of the host's own, if the value at `index` calls one.  [-0, +(0|1), -]
bool lrs_pushHostStub(lua_State *L, int index);

typedef LRSOutcome (*LRSCall)(void *owner, uint32_t function, LRSTokens arguments, int32_t argumentCount, LRSValue *result);

/// Calls into Swift with the arguments from an index on, and pushes the result.  [-0, +1, e]
int lrs_callSwift(lua_State *L, LRSCall call, uint32_t function, int first);

#endif
