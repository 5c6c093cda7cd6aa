import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '@waypost/testing'

const ports = [
  'DASHBOARD_PORT',
  'AUTOMATION_PORT',
  'ALIAS_PORT',
  'DISPATCHER_PORT',
  'SMTP_PORT',
  'POSTGRES_PORT',
]

/** Prepares a separate folder, which is also HOME, and free ports, so that `start` does not affect other stacks. */
export async function prepareStart(): Promise<{ directory: string; environment: NodeJS.ProcessEnv }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-e2e-'))
  // When started as root, Postgres runs as another user, who needs access to the folder.
  await chmod(directory, 0o711)
  const free = await Promise.all(ports.map(async (name) => [name, String(await findFreePort())]))
  return {
    directory,
    environment: {
      PATH: process.env['PATH'],
      HOME: directory,
      WAYPOST_DATA_DIR: directory,
      ...(Object.fromEntries(free) as Record<string, string>),
    },
  }
}
