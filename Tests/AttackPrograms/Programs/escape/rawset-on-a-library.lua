-- expect: undefined-global rawset
rawset(string, "upper", print)
