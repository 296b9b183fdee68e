// A parsed pattern, and the text that it is matched with.
//
// Everything lives in the `LRSMatcher` and, for long patterns, in memory of the
// Lua state: the budget may end a match at any step by raising.

#ifndef PATTERN_H
#define PATTERN_H

#include <setjmp.h>

#include "support.h"

/// How many captures a pattern may have, as in stock Lua.
#define LRS_MAX_CAPTURES 32
/// How many nodes a matcher has room for; longer patterns take memory of the state.
#define LRS_FEW_NODES 16
/// How many nodes, and bytes, the pattern of a condition may have.
#define LRS_MAX_CONDITION_NODES 64
#define LRS_MAX_CONDITION_BYTES 256
/// How many elements the list of a condition may have.
#define LRS_MAX_ALTERNATIVES 1000

typedef enum LRSCaptureKind {
  LRSCaptureOpen, // its `)` was not read yet
  LRSCaptureText,
  LRSCapturePosition,
} LRSCaptureKind;

typedef struct LRSCapture {
  LRSCaptureKind kind;
  const char *start;
  const char *end;
} LRSCapture;

typedef enum LRSNodeKind {
  LRSNodeText,      // text, length
  LRSNodeSet,       // set
  LRSNodeRepeat,    // set, repeated between `least` and 1 or any number of times
  LRSNodeBalanced,  // text: the two characters
  LRSNodeFrontier,  // set
  LRSNodeReference, // capture
  LRSNodeOpen,      // capture
  LRSNodeClose,     // capture
  LRSNodePosition,  // capture
  LRSNodeEnd,       // the end of the subject
  LRSNodeMalformed, // message, a format for `capture`; raised when a match reaches this node
  LRSNodeDone,
} LRSNodeKind;

/// A set of bytes, one bit for each.
typedef struct LRSByteSet {
  uint64_t words[4];
} LRSByteSet;

/// One part of a pattern.
typedef struct LRSNode {
  LRSNodeKind kind;
  uint8_t capture;
  uint8_t least;
  bool isLazy;
  bool isSingle;
  /// The last repetition before this node, the first one to change when this node fails.
  struct LRSNode *previousRepeat;
  union {
    struct {
      const char *text;
      size_t length;
    };
    struct {
      LRSByteSet set;
      /// The range of a repetition: it may shrink to `low`; it has consumed the text up to `taken`.
      const char *low;
      const char *taken;
    };
    const char *message;
  };
} LRSNode;

typedef struct LRSMatcher {
  lua_State *L; // NULL for a match outside of a state, which ends at `exit` when no steps are left
  const char *subject;
  const char *end;
  size_t steps; // not charged yet
  jmp_buf *exit;
  int64_t *stepsLeft;
  uint8_t captureCount;
  LRSCapture captures[LRS_MAX_CAPTURES];
  LRSNode *nodes;
  LRSNode few[LRS_FEW_NODES];
} LRSMatcher;

static inline bool lrs_has(const LRSByteSet *set, char character) {
  uint8_t byte = (uint8_t)character;
  return set->words[byte >> 6] >> (byte & 63) & 1;
}

// pattern_nodes.c

/// Whether every character of the pattern is literal.
bool lrs_isPlain(const char *pattern, size_t length);

/// Parses a pattern, without its anchor, and pushes the memory of its nodes.  [-0, +1, m]
void lrs_readPattern(LRSMatcher *matcher, const char *pattern, size_t length);

/// Parses a pattern without an anchor into memory of the caller; false if it is malformed, or too long.
///
/// Needs no state.
bool lrs_readNodes(LRSMatcher *matcher, LRSNode *nodes, size_t count, const char *pattern, size_t length);

/// Returns what is wrong with a pattern that is to have at most `count` nodes, or NULL.
const char *lrs_checkPattern(LRSNode *nodes, size_t count, const char *pattern, size_t length);

// match.c

/// Matches at `start` and returns the end of the match, or NULL.  [-0, +0, v]
const char *lrs_matchAt(LRSMatcher *matcher, const char *start);

/// Finds plain bytes between `from` and the end of the subject, or NULL.  [-0, +0, v]
const char *lrs_findText(LRSMatcher *matcher, const char *from, const char *text, size_t length);

/// Counts steps of work; raises when the budget is exhausted.  [-0, +0, v]
void lrs_countSteps(LRSMatcher *matcher, size_t steps);

/// Charges the counted steps that are not charged yet.  [-0, +0, v]
void lrs_settleSteps(LRSMatcher *matcher);

#endif
