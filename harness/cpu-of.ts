import { readdir, readFile } from 'node:fs/promises'

// USER_HZ is 100 on every Linux that this runs on.
const tickMs = 10

/** The CPU time of a process and its descendants, in ms; of ended ones, only where their parent has waited for them. */
export async function cpuOf(pid: number): Promise<number> {
  const all = new Map<number, { parent: number; ms: number }>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    // The program's name may contain anything. After it come state, parent, …; utime, stime, cutime, cstime are 14 to 17.
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
