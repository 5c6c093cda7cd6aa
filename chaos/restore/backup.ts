import { execFile } from 'node:child_process'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '@waypost/postgres'
import { until } from '../../harness/delivery/bed.ts'

const run = promisify(execFile)
const archiveLimitMs = 180_000

/** The settings of a server that archives its write-ahead log. */
export const archiveSettings = (archive: string): string[] => [
  'archive_mode=on',
  // A file gets its name once it is complete: no reader finds half of one.
  `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`,
]

/** The settings of a server that recovers from an archive up to a moment. */
export const recoverySettings = (archive: string, moment: string): string[] => [
  `restore_command=cp ${archive}/%f %p`,
  `recovery_target_time=${moment}`,
  'recovery_target_action=promote',
]

/**
 * Copies the files of a running server as pg_basebackup does, which the Postgres of npm does not include.
 *
 * @param url - Of a superuser.
 */
export async function backUp(url: string, target: string): Promise<void> {
  const { pool, close } = openDatabase({ url, applicationName: 'backup' })
  // Both calls are made in one session: the server cancels a backup whose session ends.
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    await client.query(`select pg_backup_start('chaos', fast => true)`)
    // The copy keeps owners and modes: the server refuses a directory that others may read.
    await run('cp', ['-a', rows[0]!.data_directory, target])
    const stopped = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
    await run('cp', ['-a', path.join(target, 'PG_VERSION'), path.join(target, 'backup_label')])
    await writeFile(path.join(target, 'backup_label'), stopped.rows[0]!.labelfile)
  } finally {
    client.release()
    await close()
  }
  // The pid file and the log segments are those of the running server; the segments of the backup are in the archive.
  await rm(path.join(target, 'postmaster.pid'))
  const log = path.join(target, 'pg_wal')
  for (const name of await readdir(log))
    if (/^[0-9A-F]{24}/.test(name)) await rm(path.join(log, name), { recursive: true })
}

/** Waits until everything that is committed by now is in the archive. */
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

/** Copies a backup to a directory in which a server will recover. */
export async function prepareRecovery(backup: string, target: string): Promise<void> {
  await run('cp', ['-a', backup, target])
  await run('cp', ['-a', path.join(target, 'PG_VERSION'), path.join(target, 'recovery.signal')])
}
