import { readlinkSync, statfsSync } from 'node:fs'
import { jailTempDirectory } from './jail-command.ts'

const mebibyte = 2 ** 20
/** What is written while less is left fails. */
const leastBytes = 64 * 1024
const bounded = [jailTempDirectory, '/dev/shm']
const mountsOf = (pid: number | 'self') => readlinkSync(`/proc/${pid}/ns/mnt`)

/**
 * The size of a full directory of a jail, in MiB; undefined where none is. Such a directory is in memory, and writing more to it
 * fails.
 *
 * @param pids of a tree with processes in a jail, which alone see its directories
 */
export function findFullDisk(pids: number[]): number | undefined {
  for (const pid of pids) {
    try {
      if (mountsOf(pid) === mountsOf('self')) continue
      for (const directory of bounded) {
        const { blocks, bavail, bsize } = statfsSync(`/proc/${pid}/root${directory}`)
        if (bavail * bsize < leastBytes) return Math.round((blocks * bsize) / mebibyte)
      }
      return undefined
    } catch {
      // It has ended meanwhile.
    }
  }
  return undefined
}
