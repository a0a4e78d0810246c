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
        entry = SimpleNamespace(line=number, declaration="", when=[], conformances=[], hint="", used=False)
        entries[words] = entry
    elif words.startswith("when "):
        # The compiler's symbols leave out that an extension is for classes.
        entry.when = [condition for condition in parts(words[5:], ", ") if not condition.endswith(" : AnyObject")]
    elif words.startswith("is "):
        protocols, *when = words[3:].split(" when ")
        entry.conformances += [" when ".join([name, *when]) for name in protocols.split(", ")]
    elif words.startswith("hint: "):
        entry.hint = words[6:]
    else:
        entry.declaration = words

# MARK: Declarations

# Not in a declaration, or in every one.
IMPLIED = {"Copyable", "Escapable", "BitwiseCopyable", "SendableMetatype"}


def spelling(symbol):
    return "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])


def conditions(constraints, type):
    """The conditions of an extension, without those of the type."""
    sign = {"conformance": ":", "superclass": ":", "sameType": "=="}
    declared = parts("".join(parts(spelling(type), " where ")[1:]).strip(), ", ") if type else []
    found = [f"{each['lhs']} {sign[each['kind']]} {each['rhs']}" for each in constraints if each["rhs"] not in IMPLIED]
    return [condition for condition in found if condition not in declared]


def path_of(symbol):
    """The last path in a doc comment, which may be in parentheses."""
    comment = " ".join(line["text"] for line in symbol.get("docComment", {"lines": []})["lines"])
    path = (re.findall(r"swiftui/\S+", comment) or [""])[-1].rstrip(".")
    return path.removesuffix(")") if path.count(")") > path.count("(") else path


def differences(symbol, parent, conformances, path):
    """What a symbol has that its entry does not say, and the reverse."""
    entry = entries[path]
    entry.used = True
    title, at, name = ".".join(symbol["pathComponents"]), f"{SIGNATURES}:{entry.line}", symbol["identifier"]["precise"]
    extension = symbol.get("swiftExtension", {}).get("constraints", [])
    page, here = normal(entry.declaration, entry.when), normal(spelling(symbol), conditions(extension, parent))
    suffix = re.search(r"-([0-9a-z]+)$", path)
    if page != here:
        yield (
            f"{title} differs from its entry, {at}, correct the one that the page does not show\n"
            f"    page:  {page}\n    here:  {here}"
        )
    elif suffix and suffix[1] != hash_of(name):
        yield (
            f"{title} is mangled as {name}, whose hash is not that at the end of {path}, find the type that differs, "
            "or the path of this overload"
        )
    for protocol, constraints in conformances:
        when = ", ".join(conditions(constraints, symbol))
        conformance = f"{protocol} when {when}" if when else protocol
        if conformance not in entry.conformances:
            yield (
                f"{title} is {conformance}, which its entry does not say, {at}, remove the conformance, or add it to "
                "the entry if the page shows it"
            )


agreeing = 0
for file in GRAPHS:
    graph = json.load(open(file))
    symbols = {".".join(s["pathComponents"]): s for s in graph["symbols"] if "swiftExtension" not in s}
    names = {symbol["identifier"]["precise"]: symbol["pathComponents"][-1] for symbol in graph["symbols"]}
    conformances = {}
    for each in graph["relationships"]:
        protocol = names.get(each["target"]) or each.get("targetFallback", "").split(".")[-1]
        if each["kind"] == "conformsTo" and protocol not in IMPLIED:
            conformances.setdefault(each["source"], []).append((protocol, each.get("swiftConstraints", [])))
    for symbol in graph["symbols"]:
        *parents, name = symbol["pathComponents"]
        parent = symbols.get(".".join(parents))
        is_requirement = parent is not None and parent["kind"]["identifier"] == "swift.protocol"
        is_unavailable = any(each.get("isUnconditionallyUnavailable") for each in symbol.get("availability", []))
        # The compiler's own symbols have no place. The bodies of SwiftUI's views are its own affair.
        if "location" not in symbol or is_unavailable or (name.lower() == "body" and not is_requirement):
            continue
        if own := {*parents, name} & entries.keys():
            entries[own.pop()].used = True
            continue
        source = os.path.relpath(symbol["location"]["uri"].removeprefix("file://"))
        place = f"{source}:{symbol['location']['position']['line'] + 1}"
        base, path = "/".join(["swiftui", *symbol["pathComponents"]]).lower(), path_of(symbol)
        if not path.startswith(base):
            title = ".".join(symbol["pathComponents"])
            report(
                place,
                f"{title} has no path of its own, end its doc comment with that of its page, {base}, or name it as "
                f"none of SwiftUI's in {SIGNATURES}",
            )
        elif path not in entries:
            report(place, f"the path {path} has no entry in {SIGNATURES}, add what its page shows")
        else:
            found = list(differences(symbol, parent, conformances.get(symbol["identifier"]["precise"], []), path))
            for difference in found:
                report(place, difference)
            agreeing += not found

for path, entry in entries.items():
    if not entry.used:
        report(f"{SIGNATURES}:{entry.line}", f"no declaration is {path}, remove the entry, or give one this path")

# MARK: Results

hints = {path: entry.hint for path, entry in entries.items() if entry.hint and entry.used}
for reason in sorted(set(hints.values())):
    print(f"only hints: {reason}:")
    print("\n".join(f"  {path}" for path in hints if hints[path] == reason))
if findings:
    print("\n".join(findings))
print(f"counted: {agreeing} declarations as SwiftUI's pages show them, {len(hints)} of them only hints")
sys.exit(bool(findings) or not agreeing)
