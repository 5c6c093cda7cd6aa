import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { inheritedEnvironment } from './inherited-environment.ts'

/**
 * Starts a process of the product and waits until it says that it is ready.
 *
 * @param onStarted called before it is ready, so that it can be ended if it never is
 * @throws where it ends before
 */
export async function startProcess(
  entry: URL,
  env: Record<string, string>,
  {
    execArgv = process.execArgv,
    onStarted,
  }: { execArgv?: string[]; onStarted?: (child: ChildProcess) => void } = {},
): Promise<ChildProcess> {
  const child = fork(fileURLToPath(entry), { execArgv, env: { ...inheritedEnvironment, ...env } })
  onStarted?.(child)
  const ended = new AbortController()
  child.once('exit', (code, signal) =>
    ended.abort(new Error(`${entry.pathname} ended with ${code ?? signal} before it was ready`)),
  )
  await once(child, 'message', { signal: ended.signal }).catch((error: unknown) => {
    throw ended.signal.aborted ? ended.signal.reason : error
  })
  return child
}

/** @returns its exit code; null where a signal ended it */
export async function endProcess(
  child: ChildProcess,
  signal: 'SIGKILL' | 'SIGTERM' = 'SIGTERM',
): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  child.kill(signal)
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}
