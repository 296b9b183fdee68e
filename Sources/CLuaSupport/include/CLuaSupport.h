// What Swift must not, or cannot, do with Lua itself.
//
// A Lua error is a `longjmp`, and must never jump over a Swift frame. So Swift
// sees no `lua_State` at all: every function here either cannot raise, or runs
// what can raise inside `lua_pcall`. Callbacks into Swift *return* an outcome;
// the C function that called them raises after Swift has returned.
//
// Structs are marked safe for Swift where only their pointers are not: Swift
// still says `unsafe` when it follows one.
//
// None of the functions here raises. A state is used by one thread at a time.

#ifndef CLUASUPPORT_H
#define CLUASUPPORT_H

#include "asking.h"
#include "budgets.h"
#include "layouts.h"
#include "loading.h"
#include "runtime.h"
#include "states.h"
#include "threads.h"
#include "values.h"

#endif
