local rules = {}
