import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('../../apps/automation-api/src/runner.ts', import.meta.url))

/** A runner and the faults that it was given; times are in ms since the epoch, as those of executions. */
export interface Runner {
  name: string
  child: ChildProcess
  /** The time at which it logged that it starts an execution, by execution id. */
  taken: Map<string, number>
  browserKilledAt: number[]
  killedAt?: number
  drainedFrom?: number
  /** The time at which it had exited. */
  goneAt?: number
  gone: Promise<number | null>
}

export async function startRunner(name: string, env: Record<string, string>): Promise<Runner> {
  const child = fork(entry, { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const taken = new Map<string, number>()
  createInterface({ input: child.stdout! }).on('line', (line) => {
    const { msg, executionId, time } = JSON.parse(line) as { msg: string; executionId: string; time: number }
    if (msg === 'run') taken.set(executionId, time)
  })
  const gone = Promise.withResolvers<number | null>()
  const runner: Runner = { name, child, taken, browserKilledAt: [], gone: gone.promise }
  child.once('exit', (code) => {
    runner.goneAt = Date.now()
    gone.resolve(code)
  })
  await Promise.race([once(child, 'message'), gone.promise])
  if (runner.goneAt !== undefined) throw new Error(`${name} did not start`)
  return runner
}
