-- expect: undefined-global os
return os.clock()
