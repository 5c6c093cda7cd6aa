import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const holder = fileURLToPath(new URL('../testing/hold-embedded-postgres.ts', import.meta.url))

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test('a server ends by itself when the process that started it is killed', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-postgres-'))
  // As root the server is another user's, who needs access to the folder.
  await chmod(directory, 0o711)
  const child = fork(holder, [path.join(directory, 'postgres'), String(await findFreePort())])
  const [{ pid }] = (await once(child, 'message')) as [{ pid: number }]
  expect(isAlive(pid)).toBe(true)
  child.kill('SIGKILL')
  await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false)
  await rm(directory, { recursive: true, force: true })
})
