-- expect: undefined-global os
return os.execute("true")
