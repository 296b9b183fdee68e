// A state: what it holds, its limits, and the views in it.

#ifndef STATE_H
#define STATE_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "CLuaSupport.h"

/// How many VM instructions pass between two looks at the budget.
#define LRS_HOOK_INTERVAL 1000
/// How deep tables may nest when they are flattened, whatever the budget says: the way there is recursive.
#define LRS_MAX_NESTING 100
/// So many names of a table are sorted where they need no memory of Lua.
#define LRS_FEW_NAMES 8
/// How many keys and values of a table are listed at most.
#define LRS_MAX_LISTED 8192
/// How many calls may be under way in one state, each on a Lua thread of its own.
#define LRS_MAX_LEVELS 10000
/// How long an error message may be, in bytes.
#define LRS_MAX_MESSAGE 8192
/// Blocks of this size and more are charged for; 64 bytes cost an instruction.
#define LRS_LARGE_BLOCK ((size_t)16 * 1024)
/// A state that holds more than this may have tables that take long to walk, however few entries they have.
#define LRS_LARGE_MEMORY ((size_t)1024 * 1024)
/// How much garbage a state may hold between evaluations beside as much as it held after the last collection.
#define LRS_MAX_IDLE_GARBAGE ((size_t)4 * 1024 * 1024)
/// How many bytes rules may print in one evaluation, each line with a few more.
#define LRS_MAX_PRINTED ((size_t)64 * 1024)
/// So many bytes of a name are copied to the Swift side without a charge.
#define LRS_COPIED_FREE ((size_t)256)
/// The least C stack that code which may nest finds before it, in bytes.
#define LRS_STACK_RESERVE ((size_t)160 * 1024)
/// How many names are kept at hand with what Swift said about them; a power of two.
#define LRS_HINTS 64
/// How many bytes such a name has at most. Up to here Lua has one string for all equal ones.
#define LRS_MAX_HINT_LENGTH 40
/// What each Lua thread has at the bottom of its stack: message handler, functions, context.
#define LRS_STACK_BASE 3
/// How many bytes a buffer may keep from one evaluation to the next.
#define LRS_MAX_IDLE_BYTES ((size_t)64 * 1024)
/// How many views of stored values are used again in later evaluations.
#define LRS_MAX_KEY_VIEWS 256
/// Strings that are longer than this are copied into Lua once in an evaluation, others each time that they are read.
#define LRS_COPIED_AGAIN ((size_t)256)

/// What Swift said about a name: a string of Lua, which its address tells from others.
typedef struct LRSHint {
  const char *name;
  uint32_t family;
  uint32_t hint;
} LRSHint;

/// A kept function with its number; a free place has none.
typedef struct LRSFunctionID {
  const void *address;
  uint32_t number;
} LRSFunctionID;

/// The context as the code of one scope sees it.
typedef struct LRSScope {
  int context;    // in the registry: its view; 0 where none was needed yet
  int remembered; // in the registry: what the view has read in this evaluation
  bool remembers; // whether it has read anything
  uint32_t next;  // the next scope that has; 0 for none
} LRSScope;

struct LRSState {
  lua_State *L;
  LRSCallbacks callbacks;

  size_t memoryUsed;
  size_t memoryLimit;
  LRSMemory *memory; // shared with other states; NULL: with none
  size_t share;      // what was taken of it, at least what is used
  int64_t allocationsToFailure; // for tests: 1 more than those that succeed; 0: all do
  LRSBudget *budget;
  size_t printedBytes;  // in this evaluation, or while loading
  size_t longestString; // of this evaluation, or of the files
  size_t restingString; // the longest one of the files
  size_t restingMemory; // what the state held when its files were loaded
  size_t idleLimit;     // with more than this at the end of an evaluation, garbage is collected
  bool isRefusing;      // the budget ran out where nothing could raise: all that grows is refused
  bool wasBeyond;       // the last block was refused for want of memory, and Lua may ask again
  bool isShort;         // it was refused because all states together hold too much
  int32_t refusedChunk; // where the code was when memory was refused last
  int32_t refusedLine;

  LRSError error;
  char *errorText;
  size_t errorCapacity;
  bool wantsTraceback;
  char *traceback;
  size_t tracebackLength;
  size_t tracebackCapacity;

  // Anchored in the registry under these references.
  int functions;   // list of kept functions
  int threads;     // list of Lua threads, one per level
  int slots;       // list of chunk results
  int modules;     // set of the slots that `require` handed out
  int environment; // template of a file's environment
  int context;     // the view of the context
  int remembered;  // what the context's view has read in this evaluation
  int hintNames;   // list of the names in `hints`, which keep their addresses so
  int keyViews;    // by number of a key: the view of the structure that was set for it last
  int texts;       // by address: the long strings that were copied in this evaluation

  uint32_t functionCount;
  LRSFunctionID *functionIDs; // by address, with free places between
  size_t functionIDCapacity;  // a power of two, or 0
  bool hasHostStubs;           // whether functions stand in for the host's
  int32_t slotCount;
  int32_t chunk; // number of the chunk compiled last
  bool isLoading;

  int32_t level;
  lua_State **threadAt; // by level, NULL where none was needed yet
  size_t threadCapacity;
  uint32_t scope;  // whose code is running
  LRSScope *scopes; // by number from 1
  size_t scopeCapacity;
  uint32_t rememberingScope; // the first scope whose view has read anything
  uint64_t serial; // number of the evaluation, and of the time between two
  LRSEntries entries; // what is set on the context, where rules may read it as it lies
  bool hasTexts;   // whether long strings were copied in this evaluation
  bool hasHandles; // whether Swift was asked about stored values, so that views may remember what it said
  uint32_t keyViewCount; // how many views were made for `keyViews`, and for views in them
  bool remembers;  // whether the context's view has read anything
  bool isRecorded; // scalars are not remembered, so that Swift sees each read
  bool isSpoilt;   // the last evaluation could not be forgotten: the state answers no more

  LRSHint hints[LRS_HINTS];

  LRSValue scalar; // a result without parts
  LRSValue *tokens;
  size_t tokenCount;
  size_t tokenCapacity;
  size_t tokenBytes; // what the strings among the tokens have together
  LRSValue *keys; // what the `keys` callback lists
  size_t keyCount;
  size_t keyCapacity;
  char *kept; // the bytes of a callback's result
  size_t keptCapacity;
  char *dump;
  size_t dumpLength;
  size_t dumpCapacity;
};

/// A view of a Swift value, as userdata.
typedef struct LRSView {
  uint64_t serial; // of the evaluation in which it is good
  uint64_t identity;
  uint32_t handle; // of a stored value: 0 until Swift is asked about it
  uint32_t family;
  LRSShape shape;
  // Of a value that lies among the entries, or in one of them; else NULL.
  LRSStored stored;
  const LRSLayout *elements; // of a list: the layout of its elements; NULL until one is read
  struct LRSView *parent; // whose part it is; NULL: the context's. It outlives the evaluation, see `pushView`
  uint32_t step;          // the number of the key or of the member, or the position of the element
} LRSView;

// The values of a view's userdata.
#define LRS_VIEW_MEMBERS 1 // table of what was read, from the second name on
#define LRS_VIEW_NAME 2    // what was read first
#define LRS_VIEW_VALUE 3
#define LRS_VIEW_VALUES 3
#define LRS_VIEW_PARTS 4 // by number of a member, or position of an element: its view. Of stored values only

/// The support state that a Lua state belongs to.
static inline LRSState *lrs_of(lua_State *L) {
  return *(LRSState **)lua_getextraspace(L);
}

#endif
