// The functions that the files of this target share.
//
// Functions that take a `lua_State` run inside `lua_pcall` and may raise;
// functions that take an `LRSState` only may not.

#ifndef SUPPORT_H
#define SUPPORT_H

#include "state.h"

// memory.c

/// Lua's allocator, within the memory limits.
void *lrs_allocate(void *owner, void *block, size_t oldSize, size_t newSize);

/// Gives the state's share of the shared memory limit back.
void lrs_giveShareBack(LRSState *state);

/// The memory limit that refused the last block.
LRSFailure lrs_memoryFailure(const LRSState *state);

/// Makes room for `count` items of `size` bytes, within the memory limit.
///
/// Returns the new address of the items; NULL when memory is short, and then nothing has changed.
void *lrs_reserve(LRSState *state, void *items, size_t *capacity, size_t count, size_t size);

/// Frees memory of `lrs_reserve`.
void lrs_unreserve(LRSState *state, void *items, size_t *capacity, size_t size);

// asking.c

/// Shrinks the buffers that grew in an unusual evaluation, or while loading.
void lrs_trimBuffers(LRSState *state);

/// Collects garbage if a state that becomes idle holds much more than after the last collection.
void lrs_collectIdle(LRSState *state);

// errors.c

/// Raises an error of this kind; the message is a format as for `lua_pushfstring`.
int lrs_fail(lua_State *L, LRSFailure failure, const char *format, ...);

/// Parses the chunk's number from its name, "=12"; 0 for code of no file.
int32_t lrs_chunkNumber(const lua_Debug *activation);

/// Whether the error value on top means a failure that is stored in the state.  [-0, +0, -]
bool lrs_isNoted(lua_State *L);

/// Stores the position of the code, for an error that no message handler will see.
void lrs_noteRefusal(LRSState *state);

/// Message handler: stores the failure and its position.  [-1, +1, -]
int lrs_noteError(lua_State *L);

/// Stores the failure that a failed `lua_pcall` left on top, if no message handler did.
void lrs_noteStatus(LRSState *state, lua_State *L, int status);

/// Runs a C function on the main Lua thread inside `lua_pcall`.
bool lrs_protect(LRSState *state, lua_CFunction body, void *argument);

// limits.c

/// The processor time of this thread so far, in nanoseconds.
int64_t lrs_processorTime(void);

/// Charges for walking a table, whose empty slots cannot be counted; raises when the budget is exhausted.
void lrs_chargeWalk(lua_State *L, int64_t entries);

/// Notes the length of a string, in bytes; the caller has checked that it is longer than any before.
void lrs_noteString(LRSState *state, size_t length);

/// Sets the interval of a Lua thread's hook according to the longest string.
void lrs_adjustHook(LRSState *state, lua_State *L);

/// Charges work that C code does for rule code; raises when the budget is exhausted.
void lrs_charge(lua_State *L, int64_t instructions);

/// Raises when the C stack is nearly used up.  [-0, +0, v]
///
/// Every function through which C code and rule code can nest calls it: Lua's own
/// limit of 200 C levels holds for each Lua thread separately, and ignores the C stack.
void lrs_checkCStack(lua_State *L);

/// Sets the interval of the hooks of all Lua threads in use.
void lrs_adjustHooks(LRSState *state);

/// The count hook.
void lrs_hook(lua_State *L, lua_Debug *activation);

// origins.c

/// Notes a new table, and that its origin is not known yet.
void lrs_noteTable(LRSState *state, void *table, size_t size);

/// Forgets a block that is freed before its origin was known.
void lrs_forgetTable(LRSState *state, const void *block);

/// Notes the position of the running code as the origin of the new tables.
void lrs_placeTables(lua_State *L, lua_Debug *activation);

/// Begins or ends to watch for new tables; returns whether it was watched before.
bool lrs_watchTables(LRSState *state, bool watches);

/// Returns the origin of the table at an index.  [-0, +0, -]
LRSOrigin lrs_origin(lua_State *L, int index);

/// Checks that an origin can be found; without that, no table has one.  [-0, +0, m]
void lrs_openOrigins(lua_State *L);

// transfer.c

/// Pushes a scalar or a new view.  [-0, +1, m]
void lrs_push(lua_State *L, const LRSValue *value);

/// Frees the keys that the `keys` callback has listed.
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

/// Freezes the table on top and the tables in it, with a name for errors.  [-0, +0, m]
void lrs_freezeLibrary(lua_State *L, const char *name);

/// Whether the value at an index is a table `host`.  [-0, +0, m]
bool lrs_isHostTable(lua_State *L, int index);

/// Returns the number of a function; a new function gets a number.  [-0, +0, m]
uint32_t lrs_keepFunction(lua_State *L, int index);

/// Returns a hash of where a function is and what it captured: scalars, and those in tables.  [-0, +0, m]
uint32_t lrs_capturesHash(lua_State *L, int index);

// conditions.c

/// The number of the constructor of the condition at an index; -1 for any other table.  [-0, +0, -]
int lrs_conditionNumber(lua_State *L, int index);

/// Adds the conditions of patterns, and decision tables, to the environment on top.  [-0, +0, m]
void lrs_openConditions(lua_State *L);

// views.c

/// The key in the registry of the metatable for views of a shape.
void *lrs_metatableKey(LRSShape shape);

/// Makes the metatables of views and the context's own view.  [-0, +0, m]
void lrs_openViews(lua_State *L);

/// Makes the context's view for a scope.  [-0, +0, m]
void lrs_openScope(lua_State *L, LRSScope *scope, uint32_t number);

/// Whether a scope has a view of the context; makes it if it does not exist yet.
bool lrs_hasScope(LRSState *state, uint32_t scope);

/// Pushes the context as seen by the running code.  [-0, +1, -]
void lrs_pushContext(lua_State *L);

/// The view at an index, or NULL.  [-0, +0, -]
LRSView *lrs_toView(lua_State *L, int index);

/// The view at an index; raises when its evaluation has ended.  [-0, +0, v]
LRSView *lrs_checkView(lua_State *L, int index);

/// Returns the handle of a view; asks Swift for it at the first call.  [-0, +0, e]
uint32_t lrs_handle(lua_State *L, LRSView *view);

/// Caches the hint that Swift gave for the name at an index.  [-0, +0, m]
void lrs_keepHint(lua_State *L, int key, uint32_t family, uint32_t hint);

/// Returns the cached hint of a name, a short Lua string; 0 if there is none.
uint32_t lrs_hint(LRSState *state, const char *name, uint32_t family);

// swift_values.c

/// Makes the tables for stored values.  [-0, +0, m]
void lrs_openStored(lua_State *L);

/// Pushes the set value of the key at 2; returns false and pushes no result if Swift must be asked.  [-0, +(0|1…2), e]
///
/// For `__index` functions, which return the value on top; the same holds for the next function.
bool lrs_pushStoredKey(lua_State *L);

/// Pushes the part with the key at 2 of the view at 1; returns false and pushes no result if Swift must be asked.  [-0, +(0|1…2), e]
bool lrs_pushStoredPart(lua_State *L, LRSView *view);

/// Whether a view shows a list whose elements C code can read.
static inline bool lrs_isStoredList(const LRSView *view) {
  return view->shape == LRSShapeList && view->stored.layout != NULL;
}

// layouts.c

/// Whether C code may read the bytes of Swift's strings.
bool lrs_readsStrings(void);

// order.c

/// Pushes the serial number of the evaluation, for `lrs_checkIterator`.  [-0, +1, -]
void lrs_pushBirth(lua_State *L);

/// Raises when the serial number in this upvalue of an iterator is that of another evaluation.  [-0, +0, v]
///
/// An iterator stores its position: in a local of its file it would
/// carry data from one evaluation to the next.
void lrs_checkIterator(lua_State *L, int upvalue);

int lrs_next(lua_State *L);
int lrs_pairs(lua_State *L);
int lrs_ipairs(lua_State *L);
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

/// Whether the content of a table, at an index, is that of an environment.  [-0, +0, -]
bool lrs_isEnvironment(lua_State *L, int content);

/// Writes the compiled form of the function on top into the state's buffer.  [-0, +0, -]
bool lrs_dump(LRSState *state, bool isStripped, const char **bytes, size_t *length);

// lengths.c

/// The length of a table, of which any position may be empty.  [-0, +0, m]
///
/// It depends only on the content: 0 if position 1 is empty, else the border that doubling and halving finds.
lua_Integer lrs_border(lua_State *L, int table);

/// The length of any value, as `#` returns it in rule code.  [-0, +0, e]
lua_Integer lrs_length(lua_State *L, int index);

/// Makes the metamethod that gives rule code the length of a table.  [-0, +0, m]
void lrs_openLengths(lua_State *L);

/// Rewrites the chunk on top so that its `#` returns what `lrs_length` returns.  [-1, +1, e]
///
/// `text` is what the chunk was compiled from; a text without `#` costs one search.
void lrs_addLengths(lua_State *L, const char *text, size_t length);

/// Turns dumped code back into what the compiler wrote; false when memory is short.
bool lrs_restoreLengths(LRSState *state, const char **bytes, size_t *length);

// rewriting.c

/// Writes a dump into the state's buffer `rewritten`, with the second instructions of lengths added or removed.
///
/// Returns false when memory is short, and when a function is too large; then `isTooLarge` is set.
bool lrs_rewrite(LRSState *state, const char *bytes, size_t length, bool adds, bool *isTooLarge);

// host.c

/// Puts the table `host` into the environment on top.  [-0, +0, m]
void lrs_openHost(lua_State *L);

/// Pushes the scope's own table `host`; returns false and pushes nothing if the scope has none.  [-0, +1, -]
bool lrs_pushScopeHost(lua_State *L, uint32_t scope);

// sandbox.c

/// Pushes the template of a file's environment.  [-0, +1, m]
void lrs_openSandbox(lua_State *L);

/// Whether the value at an index is a method of a host object, which is called like a function.
bool lrs_isMethod(lua_State *L, int index);

/// Pushes the word that `type` returns for the value at an index.  [-0, +1, m]
const char *lrs_typeWord(lua_State *L, int index);

/// Pushes a text for the value at an index, without an address.  [-0, +1, m]
void lrs_pushText(lua_State *L, int index);

/// The number of the host function at an index, or -1.  [-0, +0, -]
int64_t lrs_toHostFunction(lua_State *L, int index);

/// Pushes the host stub, if the value at `index` is a host function that has one.  [-0, +(0|1), -]
bool lrs_pushHostStub(lua_State *L, int index);

typedef LRSOutcome (*LRSCall)(void *owner, uint32_t function, LRSTokens arguments, int32_t argumentCount, LRSValue *result);

/// Calls Swift with the arguments from an index on, and pushes the result.  [-0, +1, e]
int lrs_callSwift(lua_State *L, LRSCall call, uint32_t function, int first);

// threads.c

/// The hash of some bytes, eight at a time.
uint64_t lrs_hash(const void *content, size_t length, uint64_t seed);

#endif
