import { sql } from 'drizzle-orm'
import { row, type Row } from '../../harness/report.ts'
import type { Bed } from './bed.ts'
import type { RequestCounts } from './count-requests.ts'
import type { Acknowledged } from './load.ts'

/** Compares what was acknowledged, stored and delivered, item by item. */
export async function reconcile(
  bed: Bed,
  { counted, acknowledged }: { counted: RequestCounts; acknowledged: Acknowledged },
  say: (line: string) => void,
): Promise<Row[]> {
  const deliveries = await readDeliveries(bed)
  const arrived = countOf(bed.sink.requests.map(({ headers }) => String(headers['x-service-delivery'])))
  const forwarded = countOf(bed.smarthost.mails.map(({ content }) => subjectOf(content)))
  const { executions, addresses, deletedAddresses, mails, refusedMails } = acknowledged
  const { rows: emails } = await bed.db.execute<{ subject: string; count: number }>(
    sql`select subject, count(*)::integer as count from alias.emails group by subject`,
  )
  const stored = new Map(emails.map(({ subject, count }) => [subject, count]))
  const published = (event: string) =>
    new Set(deliveries.filter((each) => each.event === event).map(({ subject }) => subject))
  const without = (event: string, ids: Iterable<string>) => {
    const known = published(event)
    return [...ids].filter((id) => !known.has(id)).map((id) => `${event} of ${id}`)
  }

  const list = (metric: string, unit: string, items: string[]): Row => {
    for (const item of items.slice(0, 20)) say(`  ${metric}: ${item}`)
    return row(metric, items.length, unit, { atMost: 0 })
  }
  return [
    row('requests', counted.made, ''),
    list('answered 5xx', 'requests', counted.failed),
    list('refused or cut', 'requests', counted.broken),
    list('answered with an unexpected status', 'requests', counted.odd),
    list('connections for which no replica was there', '', bed.listRefusals()),
    row('mails answered 250', mails.size, ''),
    list('not taken', 'mails', refusedMails),
    list(
      'answered 250 and not stored',
      'mails',
      [...mails].filter((subject) => !stored.has(subject)),
    ),
    list('stored more than once', 'mails', moreThanOnce(stored)),
    list(
      'not forwarded',
      'mails',
      [...mails].filter((subject) => !forwarded.has(subject)),
    ),
    list('forwarded more than once', 'mails', moreThanOnce(forwarded)),
    row('runs', executions.size, ''),
    list(
      'not completed',
      'runs',
      [...executions]
        .filter(([, end]) => end !== 'completed')
        .map(([id, end]) => `${id} ${end ?? 'not ended'}`),
    ),
    row('events', deliveries.length, ''),
    list('acknowledged and not published', 'events', [
      ...without('address.created', addresses),
      ...without('address.deleted', deletedAddresses),
      ...without('execution.started', executions.keys()),
      ...without('automation.completed', executions.keys()),
      ...without('email.received', mails),
    ]),
    list(
      'not arrived',
      'events',
      deliveries
        .filter(({ id }) => !arrived.has(id))
        .map(({ id, event, status }) => `${event} ${id}: ${status}`),
    ),
    list('arrived more than once', 'events', moreThanOnce(arrived)),
    list('failed attempts', '', await readFailedAttempts(bed)),
    list(
      'not ended by themselves',
      'processes',
      bed.fleet.endings.filter(({ code }) => code !== 0).map(({ name, code }) => `${name}: code ${code}`),
    ),
    row('replaced', bed.fleet.endings.length, 'processes'),
    row('SIGTERM to the end, max', Math.max(...bed.fleet.endings.map(({ afterMs }) => afterMs)), 'ms'),
  ]
}

const moreThanOnce = (counts: Map<string, number>) =>
  [...counts].filter(([, times]) => times > 1).map(([name, times]) => `${name}, ${times} times`)

interface LoggedDelivery extends Record<string, unknown> {
  id: string
  event: string
  status: string
  /** The id of its execution or address, or the subject of its mail. */
  subject: string
}

async function readDeliveries({ db }: Bed): Promise<LoggedDelivery[]> {
  const { rows } = await db.execute<LoggedDelivery>(sql`
    with both_services as (
      select id, event, status, body::jsonb -> 'data' as data from automation.deliveries
      union all select id, event, status, body::jsonb -> 'data' from alias.deliveries)
    select id, event, status,
      coalesce(data ->> 'executionId', data ->> 'subject', data ->> 'addressId') as subject from both_services
  `)
  return rows
}

async function readFailedAttempts({ db }: Bed): Promise<string[]> {
  const { rows } = await db.execute<{ line: string }>(sql`
    select delivery_id || ': ' || coalesce(error, status::text, 'no outcome') as line
    from (select * from automation.delivery_attempts union all select * from alias.delivery_attempts) attempt
    where status is distinct from 200
  `)
  return rows.map(({ line }) => line)
}

function countOf(names: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

const subjectOf = (content: Buffer) => /^Subject: (.*)\r$/m.exec(content.toString())?.[1] ?? ''
