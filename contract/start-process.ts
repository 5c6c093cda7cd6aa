import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { inherited } from './env.ts'

/**
 * Starts one of the product's processes on loopback and waits until it is ready. One that ends before is started again, as
 * by its supervisor: on a busy machine a browser may take longer to open than a runner waits for it.
 *
 * @param entry - A path below `apps/`.
 *
 * @returns A function that stops the process.
 */
export async function startProcess(
  entry: string,
  env: Record<string, string>,
  tries = 3,
): Promise<() => Promise<void>> {
  const child = fork(fileURLToPath(new URL(`../apps/${entry}`, import.meta.url)), {
    env: { ...inherited, EGRESS_ALLOW: '127.0.0.0/8', LOG_LEVEL: 'error', ...env },
  })
  const ended = once(child, 'exit').then(() => 'ended')
  if ((await Promise.race([once(child, 'message'), ended])) !== 'ended') return () => stop(child)
  if (tries > 1) return startProcess(entry, env, tries - 1)
  throw new Error(`${entry} did not start`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
