// Pattern matching that counts every step.
//
// Lua's patterns have no alternatives and repeat only single characters, so a
// match visits each node once: a node stores what its repetition has consumed,
// backtracking changes the nearest repetition that can still change, and there
// is no recursion.

#include <string.h>

#include "pattern.h"

/// How many steps cost as much as one VM instruction.
///
/// A step tests a character, enters a node or goes back: 1 to 2 ns,
/// while an instruction takes about 5.
#define STEPS_PER_INSTRUCTION 4
/// How many steps are counted before they are charged.
#define BATCH 1024

void lrs_settleSteps(LRSMatcher *matcher) {
  size_t steps = matcher->steps;
  matcher->steps = 0;
  if (matcher->L == NULL) {
    *matcher->stepsLeft -= (int64_t)steps;
    // No frame between here and `exit` has anything to release.
    if (*matcher->stepsLeft < 0) longjmp(*matcher->exit, 1);
    return;
  }
  lrs_charge(matcher->L, 1 + (int64_t)(steps / STEPS_PER_INSTRUCTION));
}

void lrs_countSteps(LRSMatcher *matcher, size_t steps) {
  matcher->steps += steps;
  if (matcher->steps >= BATCH) lrs_settleSteps(matcher);
}

// MARK: Nodes

/// Consumes characters of the set from `at` on and returns the first position after them.
static const char *take(LRSMatcher *matcher, const LRSByteSet *set, const char *at) {
  for (;;) {
    const char *start = at, *stop = matcher->end - at > BATCH ? at + BATCH : matcher->end;
    while (at < stop && lrs_has(set, *at)) at++;
    lrs_countSteps(matcher, (size_t)(at - start));
    if (at < stop || at == matcher->end) return at;
  }
}

static const char *beginRepeat(LRSMatcher *matcher, LRSNode *node, const char *at) {
  const char *low = at;
  if (node->least > 0) {
    if (at == matcher->end || !lrs_has(&node->set, *at)) return NULL;
    low++;
  }
  node->low = low;
  if (node->isLazy) {
    node->taken = low;
  } else if (node->isSingle) {
    node->taken = low < matcher->end && lrs_has(&node->set, *low) ? low + 1 : low;
  } else {
    node->taken = take(matcher, &node->set, low);
  }
  return node->taken;
}

/// Lets a repetition consume less, or a lazy one more; NULL when it cannot.
static const char *changeRepeat(const LRSMatcher *matcher, LRSNode *node) {
  if (node->isLazy) {
    return node->taken < matcher->end && lrs_has(&node->set, *node->taken) ? ++node->taken : NULL;
  }
  return node->taken > node->low ? --node->taken : NULL;
}

static const char *matchBalanced(LRSMatcher *matcher, const LRSNode *node, const char *at) {
  if (at == matcher->end || *at != node->text[0]) return NULL;
  const char *start = at;
  for (size_t depth = 1; ++at < matcher->end;) {
    if ((at - start) % BATCH == 0) lrs_countSteps(matcher, BATCH);
    if (*at == node->text[1]) {
      if (--depth == 0) break;
    } else if (*at == node->text[0]) {
      depth++;
    }
  }
  lrs_countSteps(matcher, (size_t)(at - start) % BATCH);
  return at < matcher->end ? at + 1 : NULL;
}

static const char *matchBytes(LRSMatcher *matcher, const char *text, size_t length, const char *at) {
  if ((size_t)(matcher->end - at) < length) return NULL;
  if (length > 64) lrs_countSteps(matcher, length / 16);
  return memcmp(at, text, length) == 0 ? at + length : NULL;
}

static const char *matchReference(LRSMatcher *matcher, const LRSNode *node, const char *at) {
  const LRSCapture *capture = &matcher->captures[node->capture];
  if (capture->kind == LRSCapturePosition) return NULL;
  return matchBytes(matcher, capture->start, (size_t)(capture->end - capture->start), at);
}

static bool isFrontier(const LRSMatcher *matcher, const LRSNode *node, const char *at) {
  char before = at == matcher->subject ? 0 : at[-1];
  char after = at == matcher->end ? 0 : *at;
  return !lrs_has(&node->set, before) && lrs_has(&node->set, after);
}

/// Enters one node; NULL when it does not match.
static const char *enter(LRSMatcher *matcher, LRSNode *node, const char *at) {
  switch (node->kind) {
    case LRSNodeText:
      if (at == matcher->end || *at != *node->text) return NULL;
      return node->length == 1 ? at + 1 : matchBytes(matcher, node->text, node->length, at);
    case LRSNodeSet: return at < matcher->end && lrs_has(&node->set, *at) ? at + 1 : NULL;
    case LRSNodeRepeat: return beginRepeat(matcher, node, at);
    case LRSNodeBalanced: return matchBalanced(matcher, node, at);
    case LRSNodeFrontier: return isFrontier(matcher, node, at) ? at : NULL;
    case LRSNodeReference: return matchReference(matcher, node, at);
    case LRSNodeOpen:
    case LRSNodePosition: return matcher->captures[node->capture].start = at;
    case LRSNodeClose: return matcher->captures[node->capture].end = at;
    case LRSNodeEnd: return at == matcher->end ? at : NULL;
    case LRSNodeMalformed: luaL_error(matcher->L, node->message, (int)node->capture); return NULL;
    case LRSNodeDone: return at;
  }
  return NULL;
}

// MARK: Matches

const char *lrs_matchAt(LRSMatcher *matcher, const char *start) {
  LRSNode *node = matcher->nodes;
  const char *at = start;
  for (;;) {
    lrs_countSteps(matcher, 1);
    if (node->kind == LRSNodeDone) return at;
    const char *next = enter(matcher, node, at);
    while (next == NULL) {
      node = node->previousRepeat;
      if (node == NULL) return NULL;
      lrs_countSteps(matcher, 1);
      next = changeRepeat(matcher, node);
    }
    at = next;
    node++;
  }
}

const char *lrs_findText(LRSMatcher *matcher, const char *from, const char *text, size_t length) {
  if (length == 0) return from;
  while ((size_t)(matcher->end - from) >= length) {
    const char *last = matcher->end - length;
    const char *found = memchr(from, *text, (size_t)(last - from) + 1);
    lrs_countSteps(matcher, 1 + (size_t)((found == NULL ? last : found) - from) / 16);
    if (found == NULL) return NULL;
    // Compared in pieces, so that only the bytes that were read are charged.
    size_t same = 1;
    while (same < length) {
      size_t piece = length - same < 256 ? length - same : 256;
      lrs_countSteps(matcher, 1 + piece / 16);
      if (memcmp(found + same, text + same, piece) != 0) break;
      same += piece;
    }
    if (same >= length) return found;
    from = found + 1;
  }
  return NULL;
}
