import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { inheritedEnvironment, startProcess } from '@waypost/testing'
import { expect } from 'vitest'
import type { TestChannel } from './test-channel.ts'

const main = new URL('main.ts', import.meta.url)

/**
 * Starts the whole process on the database of a test.
 *
 * @param onStarted called before it is ready, so that it can be ended if it never is
 */
export async function startTestDispatcher(
  bed: Pick<TestChannel, 'database' | 'encryptionKeys'>,
  {
    environment,
    execArgv = [],
    onStarted,
  }: { environment: Record<string, string>; execArgv?: string[]; onStarted: (child: ChildProcess) => void },
): Promise<ChildProcess> {
  const env = {
    DATABASE_URL: bed.database.url,
    ENCRYPTION_KEYS: bed.encryptionKeys,
    AUTOMATION_WEBHOOK_DELAYS: '0s,1s',
    EGRESS_ALLOW: '127.0.0.0/8',
    DISPATCHER_PORT: '0',
    LOG_LEVEL: 'warn',
    ...environment,
  }
  return startProcess(main, env, { execArgv: [...process.execArgv, ...execArgv], onStarted })
}

/** What a process with an invalid environment says before it ends with code 1. */
export async function readStartError(environment: Record<string, string>): Promise<string> {
  const env = { ...inheritedEnvironment, ...environment }
  const child = fork(fileURLToPath(main), { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  let said = ''
  child.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()))
  expect(await once(child, 'close')).toEqual([1, null])
  return said
}
