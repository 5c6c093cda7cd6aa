import { isBelow, readProcesses, type SeenProcess } from './processes.ts'
import type { Bed } from './bed.ts'

/** Finds processes that outlived their runner: those with the bed's mark, and the given descendants of killed runners. */
export async function findOrphans(
  { mark, runners }: Bed,
  descendants: SeenProcess[],
): Promise<SeenProcess[]> {
  const processes = await readProcesses(mark)
  const known = new Map(descendants.map(({ pid, startedAt }) => [pid, startedAt]))
  const alive = runners.filter(({ goneAt }) => goneAt === undefined).map(({ child }) => child.pid!)
  return [...processes.values()].filter(
    ({ pid, startedAt, isMarked }) =>
      (isMarked || known.get(pid) === startedAt) &&
      !alive.some((runner) => runner === pid || isBelow(processes, pid, runner)),
  )
}
