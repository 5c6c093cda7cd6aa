import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// Debian's packages are for Debian's own, whichever else comes first in the path.
const python = '/usr/bin/python3'

/** What a script of this folder answers each question, which it gets and gives as a line of JSON. */
export function askPython<Answer>(script: string, questions: object[]): Answer[] {
  const input = questions.map((question) => `${JSON.stringify(question)}\n`).join('')
  const file = fileURLToPath(new URL(script, import.meta.url))
  const output = execFileSync(python, [file], { input, maxBuffer: 2 ** 26 }).toString()
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer)
}
