-- expect: undefined-global os
return os.getenv("HOME")
