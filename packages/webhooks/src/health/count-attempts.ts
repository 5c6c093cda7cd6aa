import type { RecordedAttempt } from '../recorded-attempt.ts'
import { countDurations } from './durations.ts'

const hourMs = 3_600_000
/** A receiver can answer each attempt with another status. */
export const errorKinds = 20

/** What failed, by its status or the name of its error. */
export type ErrorCounts = Record<string, { count: number; lastAt: string }>

const hourOf = ({ endedAt }: RecordedAttempt): number => Math.floor(endedAt.getTime() / hourMs) * hourMs

/** One row per webhook and hour in which attempts of it ended, in the columns of `webhook_hours`. */
export function countByHour(attempts: RecordedAttempt[]) {
  const byHour = Map.groupBy(attempts, (attempt) => `${attempt.webhookId} ${hourOf(attempt)}`)
  return [...byHour.values()].map((own) => {
    const failed = own.filter(({ outcome }) => !outcome.succeeded)
    return {
      webhook_id: own[0]!.webhookId,
      starts_at: new Date(hourOf(own[0]!)),
      attempts: own.length,
      failures: failed.length,
      durations: countDurations(own.map(({ outcome }) => outcome.durationMs)),
      errors: failed.length > 0 ? countErrors(failed) : undefined,
    }
  })
}

function countErrors(failed: RecordedAttempt[]): ErrorCounts {
  const byError = Map.groupBy(failed, ({ outcome }) => String(outcome.status ?? outcome.error))
  const counts = [...byError].map(([error, own]) => {
    const lastAt = new Date(Math.max(...own.map(({ endedAt }) => endedAt.getTime()))).toISOString()
    return [error, { count: own.length, lastAt }] as const
  })
  return Object.fromEntries(newestErrors(counts))
}

/** Those that came last, newest first. */
export const newestErrors = <Count extends { lastAt: string }>(
  counts: (readonly [string, Count])[],
): (readonly [string, Count])[] =>
  counts.toSorted(([, one], [, other]) => (one.lastAt < other.lastAt ? 1 : -1)).slice(0, errorKinds)

/** One row per webhook, by id: the failures since its last success, and the outcome of its last attempt. */
export function countByWebhook(attempts: RecordedAttempt[]) {
  const byWebhook = [...Map.groupBy(attempts, (attempt) => attempt.webhookId)]
  const inOrder = byWebhook.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return inOrder.map(([webhookId, unordered]) => {
    const own = unordered.toSorted((one, other) => one.endedAt.getTime() - other.endedAt.getTime())
    const lastSuccess = own.findLastIndex(({ outcome }) => outcome.succeeded)
    const last = own.at(-1)!
    return {
      webhook_id: webhookId,
      resets: lastSuccess >= 0,
      failures: own.length - 1 - lastSuccess,
      last_status: String(last.outcome.status ?? last.outcome.error),
      last_triggered_at: last.startedAt,
      last_succeeded_at: own[lastSuccess]?.endedAt ?? null,
      last_failed_at: own.findLast(({ outcome }) => !outcome.succeeded)?.endedAt ?? null,
      failing_since: own[lastSuccess + 1]?.endedAt ?? null,
    }
  })
}
