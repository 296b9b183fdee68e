-- expect: undefined-global os
os.exit(0)
