import { readdir, readFile } from 'node:fs/promises'

// USER_HZ, which is 100 wherever this runs.
const tickMs = 10

/** How long a process and all that it has started have been computing, in ms; of those that ended, what was waited for. */
export async function cpuOf(pid: number): Promise<number> {
  const all = new Map<number, { parent: number; ms: number }>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    // Behind the name, which may be anything: state, parent, …; utime, stime, cutime and cstime are 14 to 17.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const ms = fields.slice(11, 15).reduce((sum, ticks) => sum + ticks * tickMs, 0)
    if (stat !== '') all.set(Number(name), { parent: fields[1]!, ms })
  }
  const sumOf = (of: number): number =>
    [...all].reduce(
      (sum, [child, { parent }]) => (parent === of ? sum + sumOf(child) : sum),
      all.get(of)?.ms ?? 0,
    )
  return sumOf(pid)
}
