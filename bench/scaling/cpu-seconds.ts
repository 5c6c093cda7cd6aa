import { readdir, readFile } from 'node:fs/promises'

const ticksPerSecond = 100

/**
 * The CPU time of a process and its children, ended ones too, in seconds. Unlike elapsed time it depends little on what else
 * runs on the machine. Linux only: NaN elsewhere.
 */
export async function cpuSeconds(pid: number): Promise<number> {
  const root = await readTimes(pid)
  if (!root) return NaN
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const others = await Promise.all(pids.map(readTimes))
  const children = others.filter((times) => times?.parent === pid)
  const ticks = children.reduce((sum, times) => sum + times!.own, root.own + root.ended)
  return ticks / ticksPerSecond
}

// https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
async function readTimes(pid: number): Promise<{ parent: number; own: number; ended: number } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // The program's name, in parentheses, may contain anything: fields are counted from the last `)`.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const number = (field: number) => Number(fields[field - 3])
  return { parent: number(4), own: number(14) + number(15), ended: number(16) + number(17) }
}
