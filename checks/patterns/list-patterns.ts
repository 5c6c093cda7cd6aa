import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'

export interface FoundPattern {
  source: string
  flags: string
  file: string
  line: number
}

/** A place where a pattern is composed at run time. */
export interface ComposedPattern {
  file: string
  line: number
}

/** Lists every literal regular expression of a file, and every place where one is composed. */
export function listPatterns(file: string): { written: FoundPattern[]; composed: ComposedPattern[] } {
  const code = readFileSync(file, 'utf8')
  const written: FoundPattern[] = []
  const composed: ComposedPattern[] = []
  const lineOf = (at: number) => code.slice(0, at).split('\n').length
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      written.push({ source: pattern, flags, file, line: lineOf(node.start) })
    },
    NewExpression({ callee, start }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp')
        composed.push({ file, line: lineOf(start) })
    },
    CallExpression({ callee, start }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp')
        composed.push({ file, line: lineOf(start) })
    },
  }).visit(parseSync(file, code).program)
  return { written, composed }
}
