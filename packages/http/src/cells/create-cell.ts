import { poll, type NextWork, type Poll } from '@waypost/concurrency'
import { isUnavailable } from '@waypost/postgres'
import type { ReadinessCheck } from '../observability/health.ts'
import type { Stop } from '../process/create-undos.ts'

/** A cell that is open and worked on. */
export interface OpenCell {
  check: ReadinessCheck
  stop: Stop
}

/** A further database of a service. It may be away when the process starts, and come, go and come back while it runs. */
export interface Cell<Open extends OpenCell = OpenCell> {
  name: string
  /** Why it cannot be worked on, by the last look; undefined where all is well. */
  problem(): string | undefined
  /** What it was opened to; undefined where it cannot be worked on. */
  current(): Open | undefined
  /** @returns once it is known whether it can be worked on, after some seconds at the latest */
  start(): Promise<void>
  stop: Stop
}

const lookEveryMs = 5000
// What its users wait for is looked for sooner: one that refuses costs next to nothing.
const lookForAwayEveryMs = 1000
// A machine that is gone may not even refuse.
const answersWithinMs = 5000
const away = 'the database does not answer'
const unopened = 'it has not been opened yet'

/**
 * Opens a cell as soon as it can be, and looks at it from then on. Nothing waits for it.
 *
 * @param open works on the cell from then on, or leaves nothing open
 * @param onChange called when its problem is another than at the last look, or none
 */
export function createCell<Open extends OpenCell>(
  name: string,
  open: () => Promise<Open>,
  onChange: (problem: string | undefined) => void,
): Cell<Open> {
  let problem: string | undefined = unopened
  let opened: Open | undefined
  let looking: Poll | undefined
  const { promise: known, resolve: noteKnown } = Promise.withResolvers<void>()
  const note = (found: string | undefined): void => {
    noteKnown()
    if (found === problem) return
    problem = found
    onChange(found)
  }
  // What is known to be wrong says more, and would be found anew by each look that is late before it fails.
  const noteLate = (): void => {
    if (problem === undefined || problem === unopened) note(away)
  }
  const look = async (): Promise<NextWork> => {
    const late = setTimeout(noteLate, answersWithinMs)
    try {
      opened ??= await open()
      note(await opened.check())
    } catch (error) {
      note(reasonOf(error))
    } finally {
      clearTimeout(late)
    }
    return { dueInMs: problem === undefined ? lookEveryMs : lookForAwayEveryMs }
  }
  return {
    name,
    problem: () => problem,
    current: () => (problem === undefined ? opened : undefined),
    start() {
      looking = poll(look, lookEveryMs, () => {})
      return known
    },
    async stop() {
      const before = opened
      // At once: while a look hangs, what is worked on would claim more.
      await Promise.all([looking?.stop(), before?.stop()])
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
