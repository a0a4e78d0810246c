# Splits Swift files into code and comments, for the checks that read source text.
#
# Prints one record a line, with tabs between: file, line number, kind, code.
#
#   kind  code     the line holds code
#         doc      only a `///` or `/**` comment
#         comment  only another comment
#         blank    nothing
#   code  the line without comments, and without the text of string literals (the code of
#         interpolations stays)
#
# Not understood: a quotation mark inside a regex literal hides the rest of its line.

function push_string(is_multiline, hash_count) {
  depth++
  frame[depth] = "string"
  multiline[depth] = is_multiline
  hashes[depth] = hash_count
}

function hash_run(text, from,    count) {
  count = 0
  while (substr(text, from + count, 1) == "#") count++
  return count
}

function scan(text,    n, i, c, out, count, rest, opened, closed) {
  n = length(text)
  i = 1
  out = ""
  has_comment = 0
  is_doc = 0
  while (i <= n) {
    if (block > 0) {
      has_comment = 1
      if (block_doc) is_doc = 1
      rest = substr(text, i)
      opened = index(rest, "/*")
      closed = index(rest, "*/")
      if (closed && (!opened || closed < opened)) {
        block--
        i += closed + 1
      } else if (opened) {
        block++
        i += opened + 1
      } else {
        i = n + 1
      }
      continue
    }

    c = substr(text, i, 1)
    if (depth > 0 && frame[depth] == "string") {
      if (c == "\\") {
        count = hash_run(text, i + 1)
        if (count >= hashes[depth]) {
          i += 1 + hashes[depth]
          if (substr(text, i, 1) == "(") {
            depth++
            frame[depth] = "code"
            parentheses[depth] = 1
            out = out " "
          }
        }
        i++
      } else if (c == "\"") {
        if (multiline[depth]) {
          if (substr(text, i, 3) == "\"\"\"" && hash_run(text, i + 3) >= hashes[depth]) {
            i += 3 + hashes[depth]
            depth--
            out = out "\""
          } else {
            i++
          }
        } else if (hash_run(text, i + 1) >= hashes[depth]) {
          i += 1 + hashes[depth]
          depth--
          out = out "\""
        } else {
          i++
        }
      } else {
        i++
      }
      continue
    }

    if (c == "/" && substr(text, i, 2) == "//") {
      has_comment = 1
      is_doc = (substr(text, i, 3) == "///" && substr(text, i, 4) != "////")
      break
    }
    if (c == "/" && substr(text, i, 2) == "/*") {
      has_comment = 1
      block = 1
      block_doc = (substr(text, i, 3) == "/**" && substr(text, i, 4) != "/**/")
      if (block_doc) is_doc = 1
      i += 2
      continue
    }
    if (c == "#") {
      count = hash_run(text, i)
      if (substr(text, i + count, 1) == "\"") {
        if (substr(text, i + count, 3) == "\"\"\"") {
          push_string(1, count)
          i += count + 3
        } else {
          push_string(0, count)
          i += count + 1
        }
        out = out "\""
        continue
      }
    }
    if (c == "\"") {
      if (substr(text, i, 3) == "\"\"\"") {
        push_string(1, 0)
        i += 3
      } else {
        push_string(0, 0)
        i++
      }
      out = out "\""
      continue
    }
    if (depth > 0) {
      if (c == "(") parentheses[depth]++
      if (c == ")") {
        parentheses[depth]--
        if (parentheses[depth] == 0) {
          depth--
          out = out " "
          i++
          continue
        }
      }
    }
    out = out c
    i++
  }
  # A string of one line ends with its line, whatever was misread in it.
  while (depth > 0 && frame[depth] == "string" && !multiline[depth]) depth--
  return out
}

FNR == 1 {
  depth = 0
  block = 0
}

{
  gsub(/\t/, " ")
  sub(/\r$/, "")
  was_inside = (depth > 0)
  if (block == 0 && depth == 0 && index($0, "\"") == 0 && index($0, "//") == 0 && index($0, "/*") == 0) {
    code = $0
    has_comment = 0
    is_doc = 0
  } else {
    code = scan($0)
  }
  if (code ~ /[^ ]/ || was_inside) kind = "code"
  else if (has_comment) kind = is_doc ? "doc" : "comment"
  else kind = "blank"
  print FILENAME "\t" FNR "\t" kind "\t" code
}
