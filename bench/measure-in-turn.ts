import { connections, type HttpBed, type Target } from './http-bed.ts'
import type { Measurement } from './load.ts'

// Short turns and many of them: a shared machine is never the same twice, least of all a minute later.
export const rounds = 15
const turn = { warmUpMs: 200, durationMs: 1200 }
const warmUp = { warmUpMs: 0, durationMs: 4000 }

/** Asks servers by turns, so that what disturbs one disturbs the others as well; a list of rounds for each. */
export async function measureInTurn<Asked extends Target>(
  bed: HttpBed,
  targets: Asked[],
  paths: (target: Asked) => string[],
): Promise<Measurement[][]> {
  const measure = (target: Asked, durations: typeof turn) => {
    const { origin, headers } = target
    return bed.measure({ origin, headers, paths: paths(target), connections, ...durations })
  }
  for (const target of targets) await measure(target, warmUp)
  const measured: Measurement[][] = targets.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    const order = [...targets.keys()]
    // Whoever comes after whom changes too.
    for (const index of round % 2 === 0 ? order : order.toReversed())
      measured[index]!.push(await measure(targets[index]!, turn))
  }
  return measured
}
