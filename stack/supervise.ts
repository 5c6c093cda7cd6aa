import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { environmentOf } from '../infra/bundles/processes.ts'
import { inheritedEnvironment } from './env.ts'
import { openCompileCache } from './open-compile-cache.ts'
import { launchAs } from './process-users.ts'
import type { ProcessDefinition } from './processes.ts'

export interface SupervisedProcess {
  name: string
  /** Sends SIGTERM, and SIGKILL if the process does not stop. */
  stop(): Promise<void>
}

const readyTimeoutMs = 60_000
const killAfterMs = 35_000
const restartPauseMs = 1000

/**
 * Runs a process until it is told to stop, and restarts it when it crashes. Its output goes to a log file. Resolves when
 * the process reports that it is ready; throws if it exits before, or takes longer than a minute.
 */
export async function supervise(
  definition: ProcessDefinition,
  { dataDirectory, say }: { dataDirectory: string; say: (line: string) => void },
): Promise<SupervisedProcess> {
  const { name } = definition
  await mkdir(path.join(dataDirectory, 'logs'), { recursive: true })
  const logFile = path.join(dataDirectory, 'logs', `${name}.log`)
  let stopping = false
  const compileCache = await openCompileCache(dataDirectory, definition)
  const start = () => run(definition, logFile, compileCache)
  let child = await start()

  const restartOnExit = (): void => {
    child.once('exit', (code, signal) => {
      if (stopping) return
      say(`${name} ended (${signal ?? `code ${code}`}); starting it again. Its log: ${logFile}`)
      void restart()
    })
  }
  const restart = async (): Promise<void> => {
    await setTimeout(restartPauseMs)
    if (stopping) return
    child = await start()
    restartOnExit()
  }
  const stop = async (): Promise<void> => {
    stopping = true
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    AbortSignal.timeout(killAfterMs).addEventListener('abort', () => child.kill('SIGKILL'))
    await ended
  }

  const ended = once(child, 'exit').then(() => 'ended')
  const said = once(child, 'message').then(() => 'ready')
  const outcome = await Promise.race([said, ended, setTimeout(readyTimeoutMs, 'slow', { ref: false })])
  if (outcome !== 'ready') {
    await stop()
    throw new Error(`${name} did not ${outcome === 'ended' ? 'start' : 'become ready'}. Its log: ${logFile}`)
  }
  restartOnExit()
  return { name, stop }
}

async function run(
  { name, entry, environment, user }: ProcessDefinition,
  logFile: string,
  compileCache: string | undefined,
): Promise<ChildProcess> {
  const log = await open(logFile, 'a')
  // A separate process group, so that Ctrl-C reaches only the supervisor, which stops all processes in order. The IPC
  // channel closes when the supervisor dies, which tells the process to stop.
  const { script, options } = user ? launchAs(user, entry) : { script: entry, options: {} }
  const child = fork(script, {
    detached: true,
    ...options,
    // DATABASE_URL is set here, so DATABASE_URL_FILE must not be passed on too.
    env: {
      ...environment,
      ...inheritedEnvironment(),
      ...environmentOf(name),
      ...(compileCache && { NODE_COMPILE_CACHE: compileCache }),
      DATABASE_URL: environment['DATABASE_URL'],
      DATABASE_URL_FILE: '',
      // Not root's.
      ...(user && { HOME: tmpdir(), USER: '', LOGNAME: '' }),
    },
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
  })
  await log.close()
  return child
}
