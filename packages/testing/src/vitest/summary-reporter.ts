import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Ends the output with one line for each failure, and one that says how many tests passed and failed. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly { message: string }[]): void {
    let passed = 0
    const failures: string[] = []
    const fail = (name: string, error: string) => failures.push(`FAILED ${name}: ${findFirstLine(error)}`)
    for (const module of modules) {
      const file = module.relativeModuleId
      for (const test of module.children.allTests()) {
        if (test.result().state === 'passed') passed += 1
        else fail(`${file} > ${test.fullName}`, explainFailure(test))
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

/** No test may be skipped, so one without an error failed too. */
function explainFailure(test: TestCase): string {
  const { state, errors } = test.result()
  return errors?.[0]?.message ?? state
}

function findFirstLine(text: string): string {
  const lines = stripVTControlCharacters(text).split('\n')
  return lines.find((line) => line.trim() !== '')?.trim() ?? ''
}
