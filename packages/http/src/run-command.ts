import { EnvironmentError } from './parse-environment.ts'

/**
 * A command for operators: what goes wrong, an environment that is not right too, is one message, and code 1.
 *
 * @param failure what could not be done, as the message begins
 */
export async function runCommand(failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${error instanceof EnvironmentError ? message : `${failure}: ${message}`}\n`)
    process.exitCode = 1
  }
}
