import { connections, type HttpBed, type Target } from './http-bed.ts'
import type { Measurement } from './load.ts'

// Many short turns, since the speed of a shared machine changes within a minute.
export const rounds = 15
const turn = { warmUpMs: 200, durationMs: 1200 }
const warmUp = { warmUpMs: 0, durationMs: 4000 }

/** Measures servers in turn, so that what slows one slows the others as well; returns the rounds of each server. */
export async function measureInTurn<Measured extends Target>(
  bed: HttpBed,
  targets: Measured[],
  paths: (target: Measured) => string[],
): Promise<Measurement[][]> {
  const measure = (target: Measured, durations: typeof turn) => {
    const { origin, headers } = target
    return bed.measure({ origin, headers, paths: paths(target), connections, ...durations })
  }
  for (const target of targets) await measure(target, warmUp)
  const measured: Measurement[][] = targets.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    const order = [...targets.keys()]
    // The order changes too: a server may be slower after a certain other one.
    for (const index of round % 2 === 0 ? order : order.toReversed())
      measured[index]!.push(await measure(targets[index]!, turn))
  }
  return measured
}
