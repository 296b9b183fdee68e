"""Parses texts of HTML as browsers do, and prints the elements of each with the names of their attributes.

Standard input is a list of texts as JSON; standard output is a list of lists of lists.
"""
import json
import sys

import html5lib


def elements(text):
    parse = html5lib.parse if text.startswith("<!DOCTYPE") else html5lib.parseFragment
    tree = parse(text, treebuilder="etree", namespaceHTMLElements=False)
    return [
        [element.tag, *sorted(element.attrib)]
        for element in tree.iter()
        if isinstance(element.tag, str)
    ]


print(json.dumps([elements(text) for text in json.load(sys.stdin)]))
