import { readFile } from 'node:fs/promises'
import { childrenOf } from '../../harness/cpu-of.ts'

/**
 * Ends all processes of a Postgres but the first by SIGKILL: every connection is lost, and it recovers from its log, as after a power
 * cut, where `restart_after_crash` is on.
 *
 * @param pid of its first process
 * @throws if that is no Postgres
 */
export async function crashServer(pid: number): Promise<void> {
  const children = await childrenOf(pid)
  const titles = await Promise.all(
    children.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => 'postgres: ended')),
  )
  if (children.length === 0 || !titles.every((title) => title.startsWith('postgres: ')))
    throw new Error(`process ${pid} is no Postgres of this machine`)
  for (const child of children)
    try {
      process.kill(child, 'SIGKILL')
    } catch (error) {
      // It has ended by itself.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}
