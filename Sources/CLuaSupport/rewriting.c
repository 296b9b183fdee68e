// Rewrites dumped code so that `#` asks for our own length, and turns it back.
//
// After each LEN a second instruction calls the metamethod of `lengths.c` with the same operand. LEN itself
// stays: it raises the errors, with the names of Lua, and measures everything that is not a table.
//
//     LEN A B               LEN A B          if operand and result are one register:    MOVE S B
//                           MMBINI B 0                                                  LEN B S
//                                                                                       MMBINI S 1
//
// MMBINI calls a metamethod of its operand, or else of its second operand, a number. It puts the result where
// the instruction before it puts its own. The event is `__mode`: no other instruction calls it, and only the
// metatable of numbers has it. S is a register that the function does not use.
//
// Dumps are turned back before anyone analyzes them, so the rest of the engine sees what the compiler wrote.
//
// SOURCE: `OP_MMBINI` and `OP_LEN` in `lvm.c`, `ldump.c` and `savelineinfo` in `lcode.c` of Lua 5.4.4.

#include <string.h>

#include "support.h"

// MARK: Instructions

enum { MOVE = 0, METAMETHOD_IMMEDIATE = 47, LENGTH = 52, JUMP = 56, FOR_LOOP = 73, FOR_PREPARE, GENERIC_PREPARE, GENERIC_LOOP = 77 };

#define MODE_EVENT 3 // SOURCE: `TMS` in `ltm.h`
#define MOST_REGISTERS 255
#define WIDE_BIAS 0xFFFFFF // of the signed operand of a jump
#define MOST_LOOP 0x1FFFF  // the longest jump of a loop

static uint32_t opcodeOf(uint32_t instruction) { return instruction & 0x7F; }
static uint32_t aOf(uint32_t instruction) { return instruction >> 7 & 0xFF; }
static uint32_t bOf(uint32_t instruction) { return instruction >> 16 & 0xFF; }

static uint32_t made(uint32_t opcode, uint32_t a, uint32_t b, uint32_t c) {
  return opcode | a << 7 | b << 16 | c << 24;
}

/// The second instruction of a length; `hasMove` is its immediate operand.
static uint32_t secondOf(uint32_t operand, bool hasMove) {
  return made(METAMETHOD_IMMEDIATE, operand, 127 + hasMove, MODE_EVENT);
}

// MARK: Dumps

/// A dump that is read, while another is written.
typedef struct Rewriting {
  LRSState *state;
  const uint8_t *next;
  const uint8_t *end;
  bool adds; // whether second instructions are added, and not removed
  bool isFailed;
  bool isTooLarge; // a function has no register left, or a loop became too long
  uint32_t *places; // of the functions that are being read: for each instruction its new place
  size_t placeCount;
  size_t placeCapacity;
} Rewriting;

static void put(Rewriting *to, const void *bytes, size_t length) {
  LRSState *state = to->state;
  if (to->isFailed) return;
  char *grown = lrs_reserve(state, state->rewritten, &state->rewrittenCapacity, state->rewrittenLength + length, 1);
  if (grown == NULL) {
    to->isFailed = true;
    return;
  }
  state->rewritten = grown;
  memcpy(grown + state->rewrittenLength, bytes, length);
  state->rewrittenLength += length;
}

/// Reads bytes, and copies them to the output if asked to; NULL when there are too few.
static const uint8_t *take(Rewriting *from, size_t length, bool isCopied) {
  if (from->isFailed || length > (size_t)(from->end - from->next)) {
    from->isFailed = true;
    return NULL;
  }
  const uint8_t *bytes = from->next;
  from->next += length;
  if (isCopied) put(from, bytes, length);
  return bytes;
}

/// A number of 7-bit groups, the most significant first; the last one has its high bit set.
static size_t takeSize(Rewriting *from, bool isCopied) {
  size_t size = 0;
  const uint8_t *byte;
  do {
    byte = take(from, 1, isCopied);
    if (byte == NULL || size > SIZE_MAX >> 8) {
      from->isFailed = true;
      return 0;
    }
    size = size << 7 | (*byte & 0x7F);
  } while ((*byte & 0x80) == 0);
  return size;
}

static void putSize(Rewriting *to, size_t size) {
  uint8_t bytes[sizeof size * 8 / 7 + 1];
  size_t at = sizeof bytes;
  bytes[--at] = (uint8_t)((size & 0x7F) | 0x80);
  while ((size >>= 7) != 0) bytes[--at] = (uint8_t)(size & 0x7F);
  put(to, bytes + at, sizeof bytes - at);
}

static void copyString(Rewriting *from) {
  size_t size = takeSize(from, true);
  if (size > 0) take(from, size - 1, true);
}

static uint32_t instructionAt(const uint8_t *code, size_t position) {
  uint32_t instruction;
  memcpy(&instruction, code + 4 * position, 4);
  return instruction;
}

// MARK: Code

/// How many instructions a length at a position has in the code that is read, its own included; 0 for another instruction.
static size_t lengthAt(const Rewriting *from, const uint8_t *code, size_t count, size_t position) {
  uint32_t first = instructionAt(code, position);
  if (from->adds) return opcodeOf(first) == LENGTH ? 1 : 0;
  if (opcodeOf(first) == LENGTH && position + 1 < count && instructionAt(code, position + 1) == secondOf(bOf(first), false)) return 2;
  if (opcodeOf(first) == MOVE && position + 2 < count && instructionAt(code, position + 2) == secondOf(aOf(first), true)) return 3;
  return 0;
}

/// How many instructions a length has in the code that is written.
static size_t newLength(const Rewriting *from, const uint8_t *code, size_t position) {
  if (!from->adds) return 1;
  uint32_t first = instructionAt(code, position);
  return aOf(first) == bOf(first) ? 3 : 2;
}

/// Notes the new place of each instruction, and of the end; returns where the places begin.
static size_t findPlaces(Rewriting *from, const uint8_t *code, size_t count, bool *needsRegister) {
  size_t begin = from->placeCount;
  uint32_t *grown = lrs_reserve(from->state, from->places, &from->placeCapacity, begin + count + 1, sizeof *from->places);
  if (grown == NULL) {
    from->isFailed = true;
    return begin;
  }
  from->places = grown;
  from->placeCount = begin + count + 1;
  uint32_t place = 0;
  for (size_t position = 0; position < count;) {
    size_t old = lengthAt(from, code, count, position);
    size_t new = old == 0 ? 1 : newLength(from, code, position);
    if (old == 3 || new == 3) *needsRegister = true;
    grown[begin + position] = place;
    for (size_t step = 1; step < old; step++) grown[begin + position + step] = place + 1;
    place += (uint32_t)new;
    position += old == 0 ? 1 : old;
  }
  grown[begin + count] = place;
  return begin;
}

/// The distance of a jump between new places; `place` is that from which the distance counts.
static int64_t distance(Rewriting *from, const uint32_t *places, size_t count, int64_t target, int64_t place) {
  if (target < 0 || target > (int64_t)count) {
    from->isFailed = true;
    return 0;
  }
  return (int64_t)places[target] - place;
}

/// Returns a jump with its distance in the new code.
static uint32_t moved(Rewriting *from, uint32_t instruction, const uint32_t *places, size_t count, size_t position) {
  int64_t old = (int64_t)position + 1, new = (int64_t)places[position] + 1, bx = instruction >> 15;
  switch (opcodeOf(instruction)) {
    case JUMP: {
      int64_t way = distance(from, places, count, old + (int64_t)(instruction >> 7) - WIDE_BIAS, new);
      return JUMP | (uint32_t)(way + WIDE_BIAS) << 7;
    }
    case FOR_PREPARE: bx = distance(from, places, count, old + bx + 1, new + 1); break;
    case GENERIC_PREPARE: bx = distance(from, places, count, old + bx, new); break;
    case FOR_LOOP:
    case GENERIC_LOOP: bx = -distance(from, places, count, old - bx, new); break;
    default: return instruction;
  }
  if (bx < 0 || bx > MOST_LOOP) from->isTooLarge = from->isFailed = true;
  return (instruction & 0x7FFF) | (uint32_t)bx << 15;
}

static void putInstruction(Rewriting *to, uint32_t instruction) { put(to, &instruction, sizeof instruction); }

static void rewriteCode(Rewriting *from, const uint8_t *code, size_t count, const uint32_t *places, uint32_t spare) {
  putSize(from, places[count]);
  for (size_t position = 0; position < count && !from->isFailed;) {
    size_t old = lengthAt(from, code, count, position);
    uint32_t first = instructionAt(code, position);
    if (old == 0) {
      putInstruction(from, moved(from, first, places, count, position++));
      continue;
    }
    position += old;
    uint32_t operand = bOf(first);
    bool isBoth = old == 3 || (from->adds && aOf(first) == operand);
    if (!from->adds) {
      putInstruction(from, isBoth ? made(LENGTH, operand, operand, 0) : first);
    } else if (isBoth) {
      putInstruction(from, made(MOVE, spare, operand, 0));
      putInstruction(from, made(LENGTH, operand, spare, 0));
      putInstruction(from, secondOf(spare, true));
    } else {
      putInstruction(from, first);
      putInstruction(from, secondOf(operand, false));
    }
  }
}

// MARK: Lines

/// Lines as the compiler writes them: a difference for each instruction, and the line itself at times.
typedef struct Lines {
  const uint8_t *differences; // as they are read
  const uint8_t *absolutes;   // the rest of the list
  size_t absoluteCount;
  int64_t line;
} Lines;

#define ABSOLUTE (-128)
#define MOST_DIFFERENCES 128 // SOURCE: `MAXIWTHABS` in `ldebug.h`

/// Reads the line of the next instruction.
static int64_t nextLine(Rewriting *from, Lines *lines) {
  int8_t difference = (int8_t)*lines->differences++;
  if (difference != ABSOLUTE) return lines->line += difference;
  Rewriting reading = *from;
  reading.next = lines->absolutes;
  if (lines->absoluteCount-- == 0) reading.isFailed = true;
  takeSize(&reading, false);
  lines->line = (int64_t)takeSize(&reading, false);
  lines->absolutes = reading.next;
  if (reading.isFailed) from->isFailed = true;
  return lines->line;
}

/// Writes the lines of all instructions: the differences, or the absolute lines, which it counts otherwise.
static void putLines(Rewriting *from, Lines lines, const uint32_t *places, size_t count, int64_t previous, bool isAbsolute, size_t *absolutes) {
  size_t sinceAbsolute = 0;
  for (size_t position = 0; position < count && !from->isFailed; position++) {
    int64_t line = nextLine(from, &lines);
    for (uint32_t place = places[position]; place < places[position + 1]; place++) {
      int64_t difference = line - previous;
      previous = line;
      if (difference > 127 || difference < -127 || sinceAbsolute++ >= MOST_DIFFERENCES) {
        difference = ABSOLUTE;
        sinceAbsolute = 1;
        if (isAbsolute) {
          putSize(from, place);
          putSize(from, (size_t)line);
        } else {
          ++*absolutes;
        }
      }
      int8_t byte = (int8_t)difference;
      if (!isAbsolute) put(from, &byte, 1);
    }
  }
}

static void rewriteLines(Rewriting *from, const uint32_t *places, size_t count, int64_t first) {
  size_t differenceCount = takeSize(from, false);
  const uint8_t *differences = take(from, differenceCount, false);
  size_t absoluteCount = takeSize(from, false);
  Lines lines = {differences, from->next, absoluteCount, first};
  for (size_t entry = 0; entry < 2 * absoluteCount && !from->isFailed; entry++) takeSize(from, false);
  if (from->isFailed) return;
  if (differenceCount != count) {
    // Stripped: there are no lines.
    if (differenceCount + absoluteCount != 0) from->isFailed = true;
    putSize(from, 0);
    putSize(from, 0);
    return;
  }
  putSize(from, places[count]);
  size_t absolutes = 0;
  putLines(from, lines, places, count, first, false, &absolutes);
  putSize(from, absolutes);
  putLines(from, lines, places, count, first, true, &absolutes);
}

// MARK: Functions

static void copyConstants(Rewriting *from) {
  size_t count = takeSize(from, true);
  for (size_t constant = 0; constant < count && !from->isFailed; constant++) {
    const uint8_t *tag = take(from, 1, true);
    if (tag == NULL) return;
    // SOURCE: the type tags with their variants, `lobject.h`.
    if (*tag == 0x03 || *tag == 0x13) take(from, 8, true);
    if (*tag == 0x04 || *tag == 0x14) copyString(from);
  }
}

/// The new place of an instruction that a variable names, which may be the end.
static size_t newPlace(Rewriting *from, const uint32_t *places, size_t count, size_t position) {
  if (position > count) from->isFailed = true;
  return from->isFailed ? 0 : places[position];
}

/// Inner functions are at most as deep as the compiler nests them.
static void rewriteFunction(Rewriting *from) {
  copyString(from);
  size_t first = takeSize(from, true);
  takeSize(from, true);
  take(from, 2, true);
  const uint8_t *registers = take(from, 1, false);
  size_t count = takeSize(from, false);
  const uint8_t *code = count <= SIZE_MAX / 8 ? take(from, 4 * count, false) : NULL;
  if (registers == NULL || code == NULL) {
    from->isFailed = true;
    return;
  }
  bool needsRegister = false;
  size_t begin = findPlaces(from, code, count, &needsRegister);
  if (from->isFailed) return;
  if (needsRegister && from->adds && *registers >= MOST_REGISTERS) from->isTooLarge = from->isFailed = true;
  uint8_t newRegisters = (uint8_t)(*registers + (!needsRegister ? 0 : from->adds ? 1 : -1));
  put(from, &newRegisters, 1);
  rewriteCode(from, code, count, from->places + begin, *registers);
  copyConstants(from);
  size_t upvalueCount = takeSize(from, true);
  take(from, upvalueCount <= 255 ? 3 * upvalueCount : SIZE_MAX, true);
  size_t functionCount = takeSize(from, true);
  for (size_t function = 0; function < functionCount && !from->isFailed; function++) rewriteFunction(from);
  // Inner functions may have moved the list of places.
  if (from->isFailed) return;
  rewriteLines(from, from->places + begin, count, (int64_t)first);
  size_t localCount = takeSize(from, true);
  for (size_t local = 0; local < localCount && !from->isFailed; local++) {
    copyString(from);
    for (int end = 0; end < 2; end++) putSize(from, newPlace(from, from->places + begin, count, takeSize(from, false)));
  }
  size_t nameCount = takeSize(from, true);
  for (size_t name = 0; name < nameCount && !from->isFailed; name++) copyString(from);
  from->placeCount = begin;
}

/// The bytes before the functions of a dump: the header, and the number of upvalues of the outermost function.
#define HEADER 32

bool lrs_rewrite(LRSState *state, const char *bytes, size_t length, bool adds, bool *isTooLarge) {
  Rewriting rewriting = {.state = state, .next = (const uint8_t *)bytes, .end = (const uint8_t *)bytes + length, .adds = adds};
  state->rewrittenLength = 0;
  take(&rewriting, HEADER, true);
  if (!rewriting.isFailed) rewriteFunction(&rewriting);
  lrs_unreserve(state, rewriting.places, &rewriting.placeCapacity, sizeof *rewriting.places);
  *isTooLarge = rewriting.isTooLarge;
  return !rewriting.isFailed && rewriting.next == rewriting.end;
}
