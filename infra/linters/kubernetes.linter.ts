import { execFile } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderEverything, type Rendering } from './render-everything.ts'

/** What each linter is asked, and the lines of its answer that are findings. */
const linters: Record<string, { args: string[]; finding: RegExp }> = {
  // Objects of operators, of which it has no schemas, are validated by infra/tests/deployment.
  'kubernetes-validate': { args: ['--strict', '--quiet', '--no-warn'], finding: /^ERROR / },
  'kube-linter': { args: ['lint'], finding: /\(check: / },
  'kube-score': {
    // A limit of CPU makes a process wait while its node idles.
    args: ['score', '--ignore-container-cpu-limit', '--output-format', 'ci'],
    finding: /^\[(CRITICAL|WARNING)\]/,
  },
}

let renderings: Rendering[]
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ renderings, remove } = await renderEverything())
})
afterAll(() => remove?.())

function ask(linter: string, args: string[]): Promise<{ code: unknown; answer: string }> {
  return new Promise((resolve, reject) => {
    execFile(linter, args, { maxBuffer: 2 ** 24 }, (error, stdout, stderr) => {
      if (error?.code === 'ENOENT') reject(new Error(`${linter} is not installed: CONTRIBUTING.md says how`))
      else resolve({ code: error?.code ?? 0, answer: stdout + stderr })
    })
  })
}

describe.each(Object.entries(linters))('%s', (linter, { args, finding }) => {
  test('finds no fault in any overlay, with any component', async () => {
    const findings: string[] = []
    for (const { name, file } of renderings) {
      const { code, answer } = await ask(linter, [...args, file])
      const own = answer.split('\n').filter((line) => finding.test(line))
      // One that could not read the file has found nothing either.
      if (own.length === 0 && code !== 0) throw new Error(`${linter} failed: ${answer}`)
      findings.push(...own.map((line) => `${name}: ${line.replace(`${file} `, '')}`))
    }
    expect(renderings.length).toBeGreaterThan(8)
    expect(findings).toEqual([])
  })
})
