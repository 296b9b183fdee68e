// Parses a pattern into a list of nodes.
//
// A mistake in a pattern becomes a node too, because stock Lua reports it only when
// a match reaches it.

#include <string.h>

#include "pattern.h"

// MARK: Sets

/// The character classes of ASCII, independent of the process's locale.
static const struct {
  char letter;
  uint64_t low, high; // one bit for each of the bytes 0 to 63, and 64 to 127
} classes[] = {
  {'a', 0, 0x07FFFFFE07FFFFFE},
  {'c', 0x00000000FFFFFFFF, 0x8000000000000000},
  {'d', 0x03FF000000000000, 0},
  {'g', 0xFFFFFFFE00000000, 0x7FFFFFFFFFFFFFFF},
  {'l', 0, 0x07FFFFFE00000000},
  {'p', 0xFC00FFFE00000000, 0x78000001F8000001},
  {'s', 0x0000000100003E00, 0},
  {'u', 0, 0x0000000007FFFFFE},
  {'w', 0x03FF000000000000, 0x07FFFFFE07FFFFFE},
  {'x', 0x03FF000000000000, 0x0000007E0000007E},
  {'z', 1, 0}, // not in the manual of 5.4, but in stock Lua
};

static inline void addByte(LRSByteSet *set, uint8_t byte) {
  set->words[byte >> 6] |= (uint64_t)1 << (byte & 63);
}

/// Adds the class `%letter`; false when there is none.
static bool addClass(LRSByteSet *set, char letter) {
  bool isComplement = letter >= 'A' && letter <= 'Z';
  char wanted = isComplement ? (char)(letter | 0x20) : letter;
  for (size_t class = 0; class < sizeof classes / sizeof *classes; class++) {
    if (classes[class].letter != wanted) continue;
    uint64_t flip = isComplement ? UINT64_MAX : 0;
    set->words[0] |= classes[class].low ^ flip;
    set->words[1] |= classes[class].high ^ flip;
    set->words[2] |= flip;
    set->words[3] |= flip;
    return true;
  }
  return false;
}

/// Parses a set after its `[`; returns its end, or NULL without a `]`.
static const char *readSet(LRSByteSet *set, const char *at, const char *end) {
  bool isComplement = at < end && *at == '^';
  if (isComplement) at++;
  const char *close = at;
  do { // the first character is never the closing `]`
    if (close >= end) return NULL;
    if (*close++ == '%' && close < end) close++;
  } while (close >= end || *close != ']');
  for (; at < close; at++) {
    if (*at == '%') {
      at++;
      if (!addClass(set, *at)) addByte(set, (uint8_t)*at);
    } else if (at + 2 < close && at[1] == '-') {
      for (int byte = (uint8_t)at[0]; byte <= (uint8_t)at[2]; byte++) addByte(set, (uint8_t)byte);
      at += 2;
    } else {
      addByte(set, (uint8_t)*at);
    }
  }
  for (int word = 0; isComplement && word < 4; word++) set->words[word] = ~set->words[word];
  return close + 1;
}

// MARK: Reading

typedef struct Reader {
  LRSMatcher *matcher;
  LRSNode *node;     // the next node to make
  LRSNode *repeat;   // the last repetition
  LRSNode *limit;    // the end of the memory for nodes
  const char *end;
  bool isMalformed;
  bool isFull;
} Reader;

static LRSNode *addNode(Reader *reader, LRSNodeKind kind) {
  if (reader->node == reader->limit) {
    reader->isFull = true; // these nodes are overwritten, and never used
    reader->node--;
  }
  LRSNode *node = reader->node++;
  node->kind = kind;
  node->previousRepeat = reader->repeat;
  return node;
}

static const char *addMistake(Reader *reader, const char *message, uint8_t capture) {
  LRSNode *node = addNode(reader, LRSNodeMalformed);
  node->message = message;
  node->capture = capture;
  reader->isMalformed = true;
  return reader->end;
}

static const char *readOpen(Reader *reader, const char *at) {
  LRSMatcher *matcher = reader->matcher;
  bool isPosition = at + 1 < reader->end && at[1] == ')';
  if (matcher->captureCount >= LRS_MAX_CAPTURES) return addMistake(reader, "too many captures", 0);
  addNode(reader, isPosition ? LRSNodePosition : LRSNodeOpen)->capture = matcher->captureCount;
  matcher->captures[matcher->captureCount++].kind = isPosition ? LRSCapturePosition : LRSCaptureOpen;
  return at + (isPosition ? 2 : 1);
}

static const char *readClose(Reader *reader, const char *at) {
  LRSMatcher *matcher = reader->matcher;
  for (int capture = matcher->captureCount - 1; capture >= 0; capture--) {
    if (matcher->captures[capture].kind != LRSCaptureOpen) continue;
    matcher->captures[capture].kind = LRSCaptureText;
    addNode(reader, LRSNodeClose)->capture = (uint8_t)capture;
    return at + 1;
  }
  return addMistake(reader, "invalid pattern capture", 0);
}

static const char *readReference(Reader *reader, const char *at) {
  int number = *at - '0';
  LRSMatcher *matcher = reader->matcher;
  if (number == 0 || number > matcher->captureCount || matcher->captures[number - 1].kind == LRSCaptureOpen) {
    return addMistake(reader, "invalid capture index %%%d", (uint8_t)number);
  }
  addNode(reader, LRSNodeReference)->capture = (uint8_t)(number - 1);
  return at + 1;
}

/// Parses one character, class or set, and its repetition.
static const char *readCharacter(Reader *reader, const char *at) {
  LRSByteSet set = {{0}};
  const char *literal = NULL, *next = at + 1;
  if (*at == '.') {
    memset(&set, 0xFF, sizeof set);
  } else if (*at == '[') {
    next = readSet(&set, next, reader->end);
    if (next == NULL) return addMistake(reader, "malformed pattern (missing ']')", 0);
  } else if (*at == '%') {
    if (next == reader->end) return addMistake(reader, "malformed pattern (ends with '%%')", 0);
    if (!addClass(&set, *next)) literal = next;
    next++;
  } else {
    literal = at;
  }
  char suffix = next < reader->end ? *next : 0;
  if (suffix == '*' || suffix == '+' || suffix == '-' || suffix == '?') {
    if (literal != NULL) addByte(&set, (uint8_t)*literal);
    LRSNode *node = addNode(reader, LRSNodeRepeat);
    node->set = set;
    node->least = suffix == '+';
    node->isLazy = suffix == '-';
    node->isSingle = suffix == '?';
    reader->repeat = node;
    return next + 1;
  }
  if (literal == NULL) {
    addNode(reader, LRSNodeSet)->set = set;
    return next;
  }
  LRSNode *last = reader->node > reader->matcher->nodes ? reader->node - 1 : NULL;
  if (last != NULL && last->kind == LRSNodeText && last->text + last->length == literal) {
    last->length++;
  } else {
    LRSNode *node = addNode(reader, LRSNodeText);
    node->text = literal;
    node->length = 1;
  }
  return next;
}

static const char *readItem(Reader *reader, const char *at) {
  const char *end = reader->end;
  if (*at == '(') return readOpen(reader, at);
  if (*at == ')') return readClose(reader, at);
  if (*at == '$' && at + 1 == end) {
    addNode(reader, LRSNodeEnd);
    return end;
  }
  if (*at != '%' || at + 1 == end) return readCharacter(reader, at);
  if (at[1] >= '0' && at[1] <= '9') return readReference(reader, at + 1);
  if (at[1] == 'b') {
    if (end - at < 4) return addMistake(reader, "malformed pattern (missing arguments to '%%b')", 0);
    addNode(reader, LRSNodeBalanced)->text = at + 2;
    return at + 4;
  }
  if (at[1] == 'f') {
    if (end - at < 3 || at[2] != '[') return addMistake(reader, "missing '[' after '%%f' in pattern", 0);
    LRSByteSet set = {{0}};
    const char *next = readSet(&set, at + 3, end);
    if (next == NULL) return addMistake(reader, "malformed pattern (missing ']')", 0);
    addNode(reader, LRSNodeFrontier)->set = set;
    return next;
  }
  return readCharacter(reader, at);
}

// MARK: Patterns

/// `^`, `$`, `*`, `+`, `?`, `.`, `(`, `)`, `[`, `%` and `-`.
static const LRSByteSet specials = {{0x80006F3000000000, 0x0000000048000000, 0, 0}};

bool lrs_isPlain(const char *pattern, size_t length) {
  for (size_t position = 0; position < length; position++) {
    // In stock Lua a pattern whose only special character is `)` is plain.
    if (lrs_has(&specials, pattern[position]) && pattern[position] != ')') return false;
  }
  return true;
}

/// Parses a pattern into at most `count` nodes; false when these are too few.
static bool readNodes(LRSMatcher *matcher, LRSNode *nodes, size_t count, const char *pattern, size_t length) {
  Reader reader = {.matcher = matcher, .node = nodes, .limit = nodes + count, .end = pattern + length};
  matcher->nodes = nodes;
  matcher->captureCount = 0;
  while (pattern < reader.end && !reader.isFull) pattern = readItem(&reader, pattern);
  if (!reader.isMalformed) addNode(&reader, LRSNodeDone);
  return !reader.isFull;
}

bool lrs_readNodes(LRSMatcher *matcher, LRSNode *nodes, size_t count, const char *pattern, size_t length) {
  if (!readNodes(matcher, nodes, count, pattern, length)) return false;
  const LRSNode *node = nodes;
  while (node->kind != LRSNodeDone && node->kind != LRSNodeMalformed) node++;
  return node->kind == LRSNodeDone;
}

const char *lrs_checkPattern(LRSNode *nodes, size_t count, const char *pattern, size_t length) {
  LRSMatcher matcher = {.L = NULL};
  bool isAnchored = length > 0 && *pattern == '^';
  if (!readNodes(&matcher, nodes, count, pattern + isAnchored, length - isAnchored)) return "it has too many parts";
  for (const LRSNode *node = nodes; node->kind != LRSNodeDone; node++) {
    if (node->kind != LRSNodeMalformed) continue;
    bool isOfCapture = strstr(node->message, "capture") != NULL;
    return isOfCapture ? "it has too many captures, or names one that is not there" : "it is malformed";
  }
  for (uint8_t capture = 0; capture < matcher.captureCount; capture++) {
    if (matcher.captures[capture].kind == LRSCaptureOpen) return "it has a capture that is not closed";
  }
  return NULL;
}

void lrs_readPattern(LRSMatcher *matcher, const char *pattern, size_t length) {
  lua_State *L = matcher->L;
  lrs_countSteps(matcher, length);
  if (readNodes(matcher, matcher->few, LRS_FEW_NODES, pattern, length)) {
    lua_pushnil(L);
    return;
  }
  // Each special character makes at most one node, and ends the literal text before it.
  size_t count = 2;
  for (size_t position = 0; position < length; position++) count += 2 * lrs_has(&specials, pattern[position]);
  readNodes(matcher, lua_newuserdatauv(L, count * sizeof(LRSNode), 0), count, pattern, length);
}
