import { poll } from '@waypost/concurrency'
import type { ReadinessCheck, Stop } from '@waypost/http'
import { isUnavailable } from '@waypost/postgres'

/** A cell that is open and delivered from. */
export interface OpenCell {
  check: ReadinessCheck
  stop: Stop
}

/** A further database of a service. It may be away when the process starts, and come, go and come back while it runs. */
export interface Cell {
  name: string
  /** Why nothing can be delivered from it, by the last look; undefined where all is well. */
  problem(): string | undefined
  start(): void
  stop: Stop
}

const lookEveryMs = 5000
// A machine that is gone may not even refuse.
const answersWithinMs = 5000
const away = 'the database does not answer'
const unopened = 'it has not been opened yet'

/**
 * Opens a cell as soon as it can be, and looks at it from then on. Nothing waits for it.
 *
 * @param open delivers from the cell from then on, or leaves nothing open
 * @param onChange called when its problem is another than at the last look, or none
 */
export function createCell(
  name: string,
  open: () => Promise<OpenCell>,
  onChange: (problem: string | undefined) => void,
): Cell {
  let problem: string | undefined = unopened
  let opened: OpenCell | undefined
  let stopLooking: Stop | undefined
  const note = (found: string | undefined): void => {
    if (found === problem) return
    problem = found
    onChange(found)
  }
  // What is known to be wrong says more, and would be found anew by each look that is late before it fails.
  const noteLate = (): void => {
    if (problem === undefined || problem === unopened) note(away)
  }
  const look = async (): Promise<void> => {
    const late = setTimeout(noteLate, answersWithinMs)
    try {
      opened ??= await open()
      note(await opened.check())
    } finally {
      clearTimeout(late)
    }
  }
  return {
    name,
    problem: () => problem,
    start() {
      stopLooking = poll(look, lookEveryMs, (error) => note(reasonOf(error)))
    },
    async stop() {
      const before = opened
      // At once: while a look hangs, what is delivered from would claim more.
      await Promise.all([stopLooking?.(), before?.stop()])
      // The look has opened it meanwhile.
      if (!before) await opened?.stop()
    },
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!isUnavailable(error)) return error.message
  return `${away}: ${sourceOf(error).message || 'nothing listens there'}`
}

/** What the driver said, without the statement. */
const sourceOf = (error: Error): Error => (error.cause instanceof Error ? sourceOf(error.cause) : error)
