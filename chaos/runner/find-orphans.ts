import { isBelow, readProcesses, type SeenProcess } from './processes.ts'
import type { Bed } from './bed.ts'

/** Processes of a runner's that are there although it is not: marked as its own, or below it when it was killed. */
export async function findOrphans({ mark, runners }: Bed, bereaved: SeenProcess[]): Promise<SeenProcess[]> {
  const processes = await readProcesses(mark)
  const known = new Map(bereaved.map(({ pid, startedAt }) => [pid, startedAt]))
  const alive = runners.filter(({ goneAt }) => goneAt === undefined).map(({ child }) => child.pid!)
  return [...processes.values()].filter(
    ({ pid, startedAt, isMarked }) =>
      (isMarked || known.get(pid) === startedAt) &&
      !alive.some((runner) => runner === pid || isBelow(processes, pid, runner)),
  )
}
