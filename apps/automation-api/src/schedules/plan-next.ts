import { createHash } from 'node:crypto'
import { nextTimes, type Timing } from './next-times.ts'

export interface NextRun {
  nextAt: Date | null
  dueAt: Date | null
}

export type JitteredTiming = Timing & { id: string; jitter: number }

/** The next time after a moment, and when it is due. */
export function planNext(schedule: JitteredTiming, after: Date): NextRun {
  const [nextAt, following] = nextTimes(schedule, after, 2)
  if (!nextAt) return { nextAt: null, dueAt: null }
  const gapMs = following ? following.getTime() - nextAt.getTime() : Infinity
  // Before the time that follows, also where that one is nearer than usual.
  const longestMs = Math.min(schedule.jitter * 1000, gapMs - 1)
  return { nextAt, dueAt: new Date(nextAt.getTime() + Math.floor(shareOf(schedule.id, nextAt) * longestMs)) }
}

/** From 0 to 1, and always the same for a time, whoever computes it. */
function shareOf(scheduleId: string, time: Date): number {
  const digest = createHash('sha256').update(`${scheduleId} ${time.toISOString()}`).digest()
  return digest.readUInt32BE() / 2 ** 32
}
