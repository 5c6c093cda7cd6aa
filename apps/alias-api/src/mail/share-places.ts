import { createTurns } from '@waypost/concurrency'
import type { InTurn } from '@waypost/work-queues'

/** The places of a worker, for its own database. */
export type SharePlaces = (queue: string, places: number) => InTurn

/** Has the workers of several databases share the places that the worker of one has, in turns by database. */
export function createSharedPlaces(): (database: string) => SharePlaces {
  const turns = new Map<string, ReturnType<typeof createTurns>>()
  const turnsOf = (queue: string, places: number) => {
    const known = turns.get(queue) ?? createTurns(places)
    turns.set(queue, known)
    return known
  }
  return (database) => (queue, places) => {
    const take = turnsOf(queue, places)
    return (work) => take(database, work)
  }
}
