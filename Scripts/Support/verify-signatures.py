"""Compares symbols of the compiler with signatures, for Scripts/verify-signatures, which says how.

    verify-signatures.py SIGNATURES SYMBOLS…

Prints a line for each finding, and one that counts the rest; exits with 1 if there is any.
"""

import json
import os
import re
import sys
from types import SimpleNamespace

SIGNATURES, GRAPHS = sys.argv[1], sys.argv[2:]
findings = []


def report(place, finding):
    findings.append(f"{place}: error: {finding}")


# MARK: Normal forms


def parts(text, separator):
    """The parts of a text, without those separators that are in brackets."""
    found, depth, start = [], 0, 0
    for at, character in enumerate(text):
        depth += (character in "(<[") - (character in ")]" or character == ">" and text[at - 1] != "-")
        if depth == 0 and text.startswith(separator, at):
            found.append(text[start:at])
            start = at + len(separator)
    return found + [text[start:]]


def normal(declaration, conditions=()):
    """The declaration without spelling that makes no difference, and with its conditions and attributes in order."""
    text = " ".join(declaration.replace("`", "").split())
    attributes = set()
    while match := re.match(r"(@\w+(\([^)]*\))?|nonisolated|public) ", text):
        attributes.add(match[1])
        text = text[match.end() :]
    # Nothing here is inlined or laid out, and what is not on the main actor is nonisolated.
    attributes -= {"@frozen", "@inlinable", "@export(implementation)", "nonisolated", "public"}
    if "@MainActor" in attributes:
        attributes.discard("@preconcurrency")
    text, accessors = re.fullmatch(r"(.*?)( \{ .* \})?", text).groups()
    text, *where = parts(text, " where ")
    conditions = {*conditions, *(parts(where[0], ", ") if where else ())}
    # Since Swift 6, a function on the main actor is Sendable.
    text = text.replace("@MainActor @Sendable ", "@MainActor ")
    return " ".join(
        [*sorted(attributes), text]
        + ([accessors.strip()] if accessors and accessors != " { get set }" else [])
        + (["where " + ", ".join(sorted(conditions))] if conditions else [])
    )


def hash_of(symbol_name):
    """What the end of a path is for an overload: 24 bits of FNV-1."""
    value = 2166136261
    for byte in symbol_name.encode():
        value = value * 16777619 % 2**32 ^ byte
    value = value >> 24 ^ value % 2**24
    text = ""
    while value:
        value, digit = divmod(value, 36)
        text = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + text
    return text


# MARK: Signatures

entries = {}
for number, line in enumerate(open(SIGNATURES), 1):
    words = line.strip()
    if not words or words.startswith("#"):
        continue
    if not line.startswith(" "):
        if words in entries:
            report(f"{SIGNATURES}:{number}", f"a second entry for {words}, remove one")
        entry = entries[words] = SimpleNamespace(line=number, declaration="", when=[], hint="", used=False)
    elif words.startswith("when "):
        # The compiler's symbols leave out that an extension is for classes.
        entry.when = [condition for condition in parts(words[5:], ", ") if not condition.endswith(" : AnyObject")]
    elif words.startswith("hint: "):
        entry.hint = words[6:]
    else:
        entry.declaration = words

# MARK: Declarations


def condition_of(constraint):
    sign = {"conformance": ":", "superclass": ":", "sameType": "=="}[constraint["kind"]]
    return f"{constraint['lhs']} {sign} {constraint['rhs']}"


def spelling(symbol):
    return "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])


agreeing = 0
for graph in GRAPHS:
    symbols = json.load(open(graph))["symbols"]
    types = {".".join(s["pathComponents"]): s for s in symbols if "swiftExtension" not in s}
    for symbol in symbols:
        *parents, name = symbol["pathComponents"]
        parent = types.get(".".join(parents))
        is_requirement = parent is not None and parent["kind"]["identifier"] == "swift.protocol"
        is_unavailable = any(a.get("isUnconditionallyUnavailable") for a in symbol.get("availability", []))
        # The compiler's own symbols have no place. The bodies of SwiftUI's views are its own affair.
        if "location" not in symbol or is_unavailable or (name.lower() == "body" and not is_requirement):
            continue
        if own := {*parents, name} & entries.keys():
            entries[own.pop()].used = True
            continue
        file = os.path.relpath(symbol["location"]["uri"].removeprefix("file://"))
        place = f"{file}:{symbol['location']['position']['line'] + 1}"
        title = ".".join(symbol["pathComponents"])
        comment = " ".join(line["text"] for line in symbol.get("docComment", {"lines": []})["lines"])
        path = (re.findall(r"swiftui/\S+", comment) or [""])[-1].rstrip(".")
        if path.count(")") > path.count("("):
            path = path[:-1]
        base = "/".join(["swiftui", *symbol["pathComponents"]]).lower()
        if not path.startswith(base):
            report(
                place,
                f"{title} has no path of its own, end its doc comment with that of its page, {base}, or name it as none "
                f"of SwiftUI's in {SIGNATURES}",
            )
            continue
        if path not in entries:
            report(place, f"{title} has the path {path}, which has no entry in {SIGNATURES}, add what its page shows")
            continue
        entry = entries[path]
        entry.used = True
        implied = ["Copyable", "Escapable"]
        inherited = parts(spelling(parent), " where ")[1:] if parent else []
        conditions = [
            condition
            for condition in map(condition_of, symbol.get("swiftExtension", {}).get("constraints", []))
            if condition.split(" : ")[-1] not in implied and condition not in parts("".join(inherited).strip(), ", ")
        ]
        expected, found = normal(entry.declaration, entry.when), normal(spelling(symbol), conditions)
        suffix = re.search(r"-([0-9a-z]+)$", path)
        if expected != found:
            report(
                place,
                f"{title} differs from its entry, {SIGNATURES}:{entry.line}, correct the one that the page does not show\n"
                f"    page:  {expected}\n    here:  {found}",
            )
        elif suffix and suffix[1] != hash_of(symbol["identifier"]["precise"]):
            report(
                place,
                f"{title} is mangled as {symbol['identifier']['precise']}, whose hash is not that at the end of {path}, "
                "find the type that differs, or the path of this overload",
            )
        else:
            agreeing += 1

for path, entry in entries.items():
    if not entry.used:
        report(f"{SIGNATURES}:{entry.line}", f"no declaration is {path}, remove the entry, or give a declaration this path")

# MARK: Results

hints = {path: entry.hint for path, entry in entries.items() if entry.hint and entry.used}
for reason in sorted(set(hints.values())):
    print(f"only hints: {reason}:")
    print("\n".join(f"  {path}" for path in hints if hints[path] == reason))
if findings:
    print("\n".join(findings))
print(f"counted: {agreeing} declarations as SwiftUI's pages show them, {len(hints)} of them only hints")
sys.exit(bool(findings) or not agreeing)
