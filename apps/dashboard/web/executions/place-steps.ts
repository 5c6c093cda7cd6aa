import type { AutomationApi } from '@waypost/sdk'

type Step = Pick<AutomationApi.Execution['steps'][number], 'startedAt' | 'durationMs'>

/** Where a step is on the time of its run, in percent. */
interface Place {
  start: number
  length: number
}

/** Undefined for steps that were not performed to their end. */
export function placeSteps(steps: Step[]): (Place | undefined)[] {
  const spans = steps.map(({ startedAt, durationMs }) =>
    startedAt === null || durationMs === null
      ? undefined
      : { from: Date.parse(startedAt), to: Date.parse(startedAt) + durationMs },
  )
  const known = spans.filter((span) => span !== undefined)
  const begin = Math.min(...known.map(({ from }) => from))
  const total = Math.max(1, Math.max(...known.map(({ to }) => to)) - begin)
  const percent = (ms: number) => Math.round((ms / total) * 1000) / 10
  return spans.map(
    (span) => span && { start: percent(span.from - begin), length: percent(span.to - span.from) },
  )
}
