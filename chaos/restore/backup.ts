import { execFile } from 'node:child_process'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '@waypost/postgres'
import { until } from '../../harness/delivery/bed.ts'

const run = promisify(execFile)
const archiveLimitMs = 180_000

/** What the server is started with, for all that it writes to be kept. */
export const archiving = (archive: string): string[] => [
  'archive_mode=on',
  // Whoever finds a file there finds all of it.
  `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`,
]

/** What a server is started with that is to become what another was at a moment. */
export const recovering = (archive: string, moment: string): string[] => [
  `restore_command=cp ${archive}/%f %p`,
  `recovery_target_time=${moment}`,
  'recovery_target_action=promote',
]

/**
 * Copies a server's files while it goes on, as pg_basebackup does, which npm's Postgres does not have.
 *
 * @param url a superuser's
 */
export async function backUp(url: string, target: string): Promise<void> {
  const { pool, close } = openDatabase({ url, applicationName: 'backup' })
  // One session from its beginning to its end, or the server takes it for given up.
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    await client.query(`select pg_backup_start('chaos', fast => true)`)
    // Owners and modes as they are: the server refuses files that others may read.
    await run('cp', ['-a', rows[0]!.data_directory, target])
    const stopped = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
    await run('cp', ['-a', path.join(target, 'PG_VERSION'), path.join(target, 'backup_label')])
    await writeFile(path.join(target, 'backup_label'), stopped.rows[0]!.labelfile)
  } finally {
    client.release()
    await close()
  }
  // Of the running server; what belongs to the backup is in the archive.
  await rm(path.join(target, 'postmaster.pid'))
  const log = path.join(target, 'pg_wal')
  for (const name of await readdir(log))
    if (/^[0-9A-F]{24}/.test(name)) await rm(path.join(log, name), { recursive: true })
}

/** Sees to it that all that is committed by now is in the archive. */
export async function archiveAll(url: string, archive: string): Promise<void> {
  const { pool, close } = openDatabase({ url, applicationName: 'backup' })
  try {
    const { rows } = await pool.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
    const file = path.join(archive, rows[0]!.name)
    const isThere = () =>
      stat(file).then(
        () => true,
        () => false,
      )
    await until('archiving', isThere, archiveLimitMs)
  } finally {
    await close()
  }
}

/** Prepares a directory for a server to recover in. */
export async function layOut(backup: string, target: string): Promise<void> {
  await run('cp', ['-a', backup, target])
  await run('cp', ['-a', path.join(target, 'PG_VERSION'), path.join(target, 'recovery.signal')])
}
