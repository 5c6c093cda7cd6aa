import type { Changes } from '@waypost/concurrency'
import { limitAtATime } from '@waypost/http'
import type { Actor, ApiServices } from '../../services.ts'
import { getExecution } from '../get-execution.ts'
import type { Execution } from '../execution.ts'

const takePlace = limitAtATime(20, 'Too many event streams are open')

interface WatchOptions {
  /** Ends the watch early. */
  signal: AbortSignal
  quietMs: number
}

/**
 * The execution now and at each change, up to its end. Undefined means that nothing has changed for a while.
 *
 * An owner may watch twenty at a time; the place is taken at the call and given back at the end or the abort.
 */
export async function watchExecution(
  services: ApiServices,
  actor: Actor,
  id: string,
  options: WatchOptions,
): Promise<AsyncGenerator<Execution | undefined>> {
  // It may change while it is read for the first time.
  const changes = services.progress.subscribe(id)
  try {
    const first = await getExecution(services, actor, id)
    const giveBack = takePlace(actor.ownerId)
    const release = () => {
      changes.close()
      giveBack()
    }
    // The client may have gone in the meantime; then nobody begins with what is generated.
    if (options.signal.aborted) release()
    else options.signal.addEventListener('abort', release, { once: true })
    return generate(services, actor, { first, changes }, options, release)
  } catch (error) {
    changes.close()
    throw error
  }
}

async function* generate(
  services: ApiServices,
  actor: Actor,
  { first, changes }: { first: Execution; changes: Changes },
  { signal, quietMs }: WatchOptions,
  release: () => void,
): AsyncGenerator<Execution | undefined> {
  try {
    yield first
    let isEnded = first.completedAt !== null
    while (!isEnded && !signal.aborted) {
      const isNew = await changes.next(quietMs, signal)
      if (signal.aborted) return
      const execution = isNew ? await getExecution(services, actor, first.id) : undefined
      yield execution
      isEnded = execution !== undefined && execution.completedAt !== null
    }
  } finally {
    release()
  }
}
