import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// Debian's Python, whichever other Python comes first in the path: it is the one that sees Debian's packages.
export const python = '/usr/bin/python3'

/** Sends each question to a Python script of this folder as a line of JSON, and returns its answers in order. */
export function askPython<Answer>(script: string, questions: object[]): Answer[] {
  const input = questions.map((question) => `${JSON.stringify(question)}\n`).join('')
  const file = fileURLToPath(new URL(script, import.meta.url))
  const output = execFileSync(python, [file], { input, maxBuffer: 2 ** 26 }).toString()
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer)
}
