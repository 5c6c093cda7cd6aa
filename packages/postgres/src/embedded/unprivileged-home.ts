import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { chown, cp, lstat, mkdir, rename, rm, stat, symlink } from 'node:fs/promises'
import path from 'node:path'
import type { PostgresBinaries } from './find-binaries.ts'

export interface ServerHome {
  binaries: PostgresBinaries
  directory: string
  /** The user to run as; empty where the caller is not root. */
  owner: { uid?: number; gid?: number }
}

const system = '/var/lib/waypost'

/**
 * Postgres refuses to run as root, so root runs it as `postgres` or `nobody`. That user must be able to enter the
 * folders of the binaries and of the data. A folder that it cannot enter (a checkout under a private home) is moved
 * to /var/lib/waypost, and the requested data directory becomes a link to it.
 */
export async function prepareHome(binaries: PostgresBinaries, directory: string): Promise<ServerHome> {
  if (process.getuid?.() !== 0) {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    return { binaries, directory, owner: {} }
  }
  const owner = findServerUser()
  await mkdir(path.dirname(directory), { recursive: true })

  const home = {
    binaries: (await isOpen(path.dirname(binaries.postgres))) ? binaries : await copyBinaries(binaries),
    directory: (await isOpen(path.dirname(directory))) ? directory : await linkData(directory),
    owner,
  }
  await mkdir(home.directory, { recursive: true, mode: 0o700 })
  await chown(home.directory, owner.uid, owner.gid)
  return home
}

function findServerUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      continue
    }
  }
  throw new Error('Postgres does not run as root, and there is no user "postgres" or "nobody" to run it as')
}

/** Whether every user can enter the folder: it and all folders above it are searchable by others. */
async function isOpen(folder: string): Promise<boolean> {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false
    if (at === path.dirname(at)) return true
  }
}

async function copyBinaries(binaries: PostgresBinaries): Promise<PostgresBinaries> {
  const source = path.resolve(path.dirname(binaries.postgres), '..')
  const key = createHash('sha256').update(source).digest('hex').slice(0, 12)
  const target = path.join(system, `postgres-${key}`)
  if (!(await stat(target).catch(() => undefined))) {
    // Copied under another name and renamed, so that nobody sees an incomplete server.
    const partial = `${target}.${process.pid}`
    await mkdir(system, { recursive: true, mode: 0o755 })
    await cp(source, partial, { recursive: true, verbatimSymlinks: true })
    await rename(partial, target).catch(() => rm(partial, { recursive: true }))
  }
  return { initdb: path.join(target, 'bin/initdb'), postgres: path.join(target, 'bin/postgres') }
}

async function linkData(directory: string): Promise<string> {
  const key = createHash('sha256').update(path.resolve(directory)).digest('hex').slice(0, 12)
  const target = path.join(system, `data-${key}`)
  await mkdir(target, { recursive: true, mode: 0o700 })
  if (!(await lstat(directory).catch(() => undefined))) await symlink(target, directory)
  return target
}
