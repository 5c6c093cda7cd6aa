import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

/** Ends the output with one line for each failure, and one that says how many tests passed and failed. */
export default class SummaryReporter implements Reporter {
  #isWhole = true

  onInit({ config }: Vitest): void {
    this.#isWhole = config.testNamePattern === undefined
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly { message: string }[]): void {
    let passed = 0
    const failures: string[] = []
    const fail = (name: string, error: string) => failures.push(`FAILED ${name}: ${findFirstLine(error)}`)
    for (const module of modules) {
      const file = module.relativeModuleId
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') passed += 1
        // No test may be skipped, except those that `-t` leaves out.
        else if (state === 'failed' || this.#isWhole) fail(`${file} > ${test.fullName}`, explainFailure(test))
      }
      // A file or a suite's hook can fail without any of its tests failing.
      for (const { message } of module.errors()) fail(file, message)
      for (const suite of module.children.allSuites()) {
        for (const { message } of suite.errors()) fail(`${file} > ${suite.fullName}`, message)
      }
    }
    for (const { message } of unhandledErrors) fail('outside of any test', message)
    // Written after all other output, because machines read the last line.
    const lines = [...failures, `${passed} passed, ${failures.length} failed`]
    process.once('exit', () => process.stdout.write(`${lines.join('\n')}\n`))
  }
}

function explainFailure(test: TestCase): string {
  const { state, errors } = test.result()
  return errors?.[0]?.message ?? state
}

function findFirstLine(text: string): string {
  const lines = stripVTControlCharacters(text).split('\n')
  return lines.find((line) => line.trim() !== '')?.trim() ?? ''
}
