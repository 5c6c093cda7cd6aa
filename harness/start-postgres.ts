import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@waypost/postgres'
import { findFreePort } from '../packages/testing/src/find-free-port.ts'

/** A Postgres with fsync on, in a temporary directory that also has room for what else a bed writes. */
export async function startPostgres() {
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-bed-'))
  // Where this process runs as root, the server runs as another user, which must be able to enter the directory.
  await chmod(directory, 0o711)
  const { url, pid, stop } = await startEmbeddedPostgres({
    directory: path.join(directory, 'postgres'),
    port: await findFreePort(),
    password: randomBytes(16).toString('hex'),
  })
  return {
    url,
    pid,
    directory,
    /** Deletes the directory too. */
    async stop(): Promise<void> {
      await stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
