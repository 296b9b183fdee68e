// A state: its content, its limits, and its views.

#ifndef STATE_H
#define STATE_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "CLuaSupport.h"

/// The number of VM instructions between two looks at the budget.
#define LRS_HOOK_INTERVAL 1000
/// The deepest nesting of flattened tables, whatever the budget allows: flattening is recursive.
#define LRS_MAX_NESTING 100
/// Up to this number of names, a table is sorted without memory of Lua.
#define LRS_FEW_NAMES 8
/// The most keys and values of a table that are listed.
#define LRS_MAX_LISTED 8192
/// The most active nested calls in one state, each on its own Lua thread.
#define LRS_MAX_LEVELS 10000
/// The longest error message, in bytes.
#define LRS_MAX_MESSAGE 8192
/// Blocks of at least this size are charged; 64 bytes cost an instruction.
#define LRS_LARGE_BLOCK ((size_t)16 * 1024)
/// A state that holds more than this may have tables that take long to walk, even with few entries.
#define LRS_LARGE_MEMORY ((size_t)1024 * 1024)
/// How much garbage an idle state may hold, in addition to as many bytes as it held after the last collection.
#define LRS_MAX_IDLE_GARBAGE ((size_t)4 * 1024 * 1024)
/// How many bytes rules may print in one evaluation; each line costs a few more.
#define LRS_MAX_PRINTED ((size_t)64 * 1024)
/// Names up to this length are copied to Swift without a charge.
#define LRS_COPIED_FREE ((size_t)256)
/// The least C stack that must be left before code that may nest, in bytes.
#define LRS_STACK_RESERVE ((size_t)160 * 1024)
/// The size of the cache of hints; a power of two.
#define LRS_HINTS 64
/// The longest name with a hint. Up to this length Lua has one object for all equal strings.
#define LRS_MAX_HINT_LENGTH 40
/// The bottom of the stack of each Lua thread: message handler, functions, context.
#define LRS_STACK_BASE 3
/// The most tables of one instruction that get an origin; only a library function makes more.
#define LRS_MAX_NEW_TABLES 16
/// The most instructions of one state, while it is loading, that are watched for new tables.
#define LRS_MAX_WATCHED ((int64_t)16 * 1024 * 1024)
/// How many bytes a buffer may keep between two evaluations.
#define LRS_MAX_IDLE_BYTES ((size_t)64 * 1024)
/// How many views of stored values are reused in later evaluations.
#define LRS_MAX_KEY_VIEWS 256
/// Longer strings are copied into Lua once in an evaluation, others at each read.
#define LRS_COPIED_AGAIN ((size_t)256)

/// The hint that Swift gave for a name; the name is a Lua string, identified by its address.
typedef struct LRSHint {
  const char *name;
  uint32_t family;
  uint32_t hint;
} LRSHint;

/// A numbered function; a free entry has number 0.
typedef struct LRSFunctionID {
  const void *address;
  uint32_t number;
} LRSFunctionID;

/// The context as seen by the code of one scope.
typedef struct LRSScope {
  int context;    // in the registry: its view; 0 if none was needed yet
  int remembered; // in the registry: the cache of the view; emptied after each evaluation
  bool remembers; // whether the cache contains anything
  uint32_t next;  // the next scope whose cache contains anything; 0 for none
} LRSScope;

/// Where a table was made; lines are 0 if they are not known. It follows the table's own block of memory.
typedef struct LRSOrigin {
  int32_t chunk; // the code that made it
  int32_t line;
  int32_t function; // the line of the function with that code; 0 for the file's own
  int32_t fileChunk; // the outermost code that was running then: a file, unless it has ended with a tail call
  int32_t fileLine;
} LRSOrigin;

struct LRSState {
  lua_State *L;
  LRSCallbacks callbacks;

  size_t memoryUsed;
  size_t memoryLimit;
  LRSMemory *memory; // shared with other states; NULL: not shared
  size_t share;      // the bytes reserved from it, at least the bytes in use
  int64_t allocationsToFailure; // for tests: 1 more than the number of allocations that succeed; 0: all succeed
  LRSBudget *budget;
  size_t printedBytes;  // in this evaluation, or while loading
  size_t longestString; // in this evaluation, or in the files
  size_t restingString; // the longest one in the files
  size_t restingMemory; // the bytes that the state held after its files were loaded
  size_t idleLimit;     // if the state holds more at the end of an evaluation, garbage is collected
  bool isRefusing;      // the budget ran out in code that cannot raise: all growing allocations are refused
  bool wasBeyond;       // the last block was refused because memory was short, and Lua may ask again
  bool isShort;         // that block was refused because all states together hold too much
  int32_t refusedChunk; // the position of the code at the last refusal
  int32_t refusedLine;

  LRSError error;
  char *errorText;
  size_t errorCapacity;
  bool wantsTraceback;
  char *traceback;
  size_t tracebackLength;
  size_t tracebackCapacity;
  /// The compiled form of the function with the last error about `nil`.
  char *errorCode;
  size_t errorCodeCapacity;
  size_t errorCodeLength;

  // These objects are in the registry, under these references.
  int functions;   // list of numbered functions
  int threads;     // list of Lua threads, one per level
  int slots;       // list of chunk results
  int modules;     // set of the slots that `require` returned
  int environment; // template of a file's environment
  int context;     // the view of the context
  int remembered;  // the cache of the context's view; emptied after each evaluation
  int hintNames;   // list of the names in `hints`, which keeps them alive, so their addresses stay unique
  int keyViews;    // by number of a key: the view of the structure that was last set for it
  int texts;       // by address: the long strings that were copied in this evaluation

  uint32_t functionCount;
  LRSFunctionID *functionIDs; // hash table by address, with free entries
  size_t functionIDCapacity;  // a power of two, or 0
  const void *hashedTable;    // what a function captured last, while a result is read
  uint64_t tableHash;
  bool hasHostStubs;           // whether there are host stubs
  size_t tableSize; // of the block of a table, without its origin; 0 if tables have none
  bool watchesTables;
  int64_t watchedInstructions;
  int unchargedInstructions; // of those that are watched
  const void *mainFunction; // of the chunk that made the last table, if it made it itself
  int32_t mainChunk;
  int32_t newTableCount;
  void *newTables[LRS_MAX_NEW_TABLES]; // the tables that the current instruction has made
  int32_t slotCount;
  int32_t chunk; // number of the last compiled chunk
  bool isLoading;

  int32_t level;
  lua_State **threadAt; // by level, NULL if none was needed yet
  size_t threadCapacity;
  uint32_t scope;  // the scope of the running code
  LRSScope *scopes; // by number from 1
  size_t scopeCapacity;
  uint32_t rememberingScope; // the first scope whose cache contains anything
  uint64_t serial; // number of the evaluation, or of the time between two evaluations
  LRSEntries entries; // the set values of the context, if rules may read them directly
  uint64_t readEntries[LRS_NOTED_ENTRIES / 64]; // a bit for each of the first entries: whether code read it
  bool hasOtherReads; // whether code read any entry after those
  bool hasTexts;   // whether long strings were copied in this evaluation
  bool hasHandles; // whether stored values got handles from Swift, so that views may have cached results
  uint32_t keyViewCount; // how many views were made for `keyViews`, views inside of them included
  bool remembers;  // whether the cache of the context's view contains anything
  bool isRecorded; // scalars are not cached, so that Swift sees each read
  bool isSpoilt;   // the last evaluation could not be cleaned up: the state refuses all calls

  LRSHint hints[LRS_HINTS];

  LRSValue scalar; // a result without parts
  LRSValue *tokens;
  size_t tokenCount;
  size_t tokenCapacity;
  size_t tokenBytes; // the bytes of all strings among the tokens
  LRSValue *keys; // the list of the `keys` callback
  size_t keyCount;
  size_t keyCapacity;
  char *kept; // the bytes of a callback's result
  size_t keptCapacity;
  char *dump;
  size_t dumpLength;
  size_t dumpCapacity;
  bool hasLengths; // whether code was rewritten for lengths
  char *rewritten; // the last dump that was rewritten
  size_t rewrittenLength;
  size_t rewrittenCapacity;
};

/// A view of a Swift value, as userdata.
typedef struct LRSView {
  uint64_t serial; // of the evaluation in which it is valid
  uint64_t identity;
  uint32_t handle; // for a stored value 0 until Swift gives it a handle
  uint32_t family;
  LRSShape shape;
  // For a value in the entries, or inside a value there; else NULL.
  LRSStored stored;
  const LRSLayout *elements; // for a list: the layout of its elements; NULL until one is read
  struct LRSView *parent; // the view that contains it; NULL: the context's. It outlives the evaluation, see `pushView`
  uint32_t step;          // the number of the key or of the member, or the position of the element
} LRSView;

// The user values of a view's userdata.
#define LRS_VIEW_MEMBERS 1 // table of cached members, from the second name on
#define LRS_VIEW_NAME 2    // the first name that was read, with its value next
#define LRS_VIEW_VALUE 3
#define LRS_VIEW_VALUES 3
#define LRS_VIEW_PARTS 4 // by number of a member, or position of an element: its view. For stored values only

/// The support state of a Lua state.
static inline LRSState *lrs_of(lua_State *L) {
  return *(LRSState **)lua_getextraspace(L);
}

#endif
