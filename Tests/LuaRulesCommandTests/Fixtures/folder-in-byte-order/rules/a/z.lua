return { { key = "first", value = require("words").a } }
