import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { row, type Row } from '../../harness/report.ts'
import type { FlappingSink } from './flapping-sink.ts'

interface LoggedDelivery extends Record<string, unknown> {
  id: string
  status: string
  /** Attempts in the log, including those without an outcome. */
  attempts: number
  /** Attempts that a killed dispatcher left without an outcome. */
  cut: number
}

/** Compares events, log and receiver, delivery by delivery. */
export async function reconcile(
  db: Db,
  sink: FlappingSink,
  acknowledged: Set<string>,
  say: (line: string) => void,
): Promise<Row[]> {
  const { rows } = await db.execute<LoggedDelivery>(sql`
    select delivery.id, delivery.status, count(attempt)::integer as attempts,
      (count(attempt) filter (where attempt.duration_ms is null))::integer as cut
    from automation.deliveries delivery left join automation.delivery_attempts attempt on attempt.delivery_id = delivery.id
    group by delivery.id
  `)
  const log = new Map(rows.map((each) => [each.id, each]))

  const unlogged = [...acknowledged].filter((id) => !log.has(id))
  const undelivered = rows.filter(({ id, status }) => status !== 'delivered' || !answered(sink, id))
  const unknown = [...sink.requests.keys()].filter((id) => !log.has(id))
  // The receiver got more requests than the log has attempts.
  const unrecorded = rows.filter(({ id, attempts }) => (sink.requests.get(id)?.length ?? 0) > attempts)
  const duplicates = rows.filter(({ id }) => timesAnswered(sink, id) > 1)
  const unexplained = duplicates.filter(({ id, cut }) => timesAnswered(sink, id) - 1 > cut)

  for (const { id, cut, attempts } of duplicates) {
    say(
      `  duplicate ${id}: answered ${timesAnswered(sink, id)} times, ${cut} of ${attempts} attempts cut by a kill`,
    )
  }
  for (const { id, status } of undelivered)
    say(`  LOST ${id}: ${status}, at the sink ${sink.requests.get(id) ?? 'never'}`)
  return [
    row('events committed', rows.length, 'deliveries'),
    row('acknowledged but not in the log', unlogged.length, 'deliveries', { atMost: 0 }),
    row('lost', undelivered.length, 'deliveries', { atMost: 0 }),
    row('at the sink but never published', unknown.length, 'deliveries', { atMost: 0 }),
    row('requests that the log does not know', unrecorded.length, 'deliveries', { atMost: 0 }),
    row(
      'cut by a kill',
      rows.reduce((sum, { cut }) => sum + cut, 0),
      'attempts',
    ),
    row('duplicates', duplicates.length, 'deliveries'),
    row('duplicates of what was not in flight at a kill', unexplained.length, 'deliveries', { atMost: 0 }),
  ]
}

const timesAnswered = (sink: FlappingSink, id: string) =>
  (sink.requests.get(id) ?? []).filter((status) => status === 200).length
const answered = (sink: FlappingSink, id: string) => timesAnswered(sink, id) > 0
