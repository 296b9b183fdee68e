#include "CLuaSupport.h"

// SOURCE: swift/Runtime/HeapObject.h. Exported by the runtime for the weak references of Objective-C.
void *swift_tryRetain(void *object);

void *lrs_tryRetain(void *object) {
  return swift_tryRetain(object);
}
