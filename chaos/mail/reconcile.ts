import { sql } from 'drizzle-orm'
import { row, type Row } from '../../harness/report.ts'
import type { Bed } from '../../harness/mail/bed.ts'

// A kill this long after the smarthost received a mail may come before that is recorded: the mail is sent again.
const inFlightMs = 5000

/** Compares the mails that were answered 250, stored and forwarded, mail by mail. */
export async function reconcile(
  { db, sink }: Bed,
  acknowledged: Set<string>,
  killedAt: number[],
  say: (line: string) => void,
): Promise<Row[]> {
  const { rows } = await db.execute<{ subject: string; count: number; status: string }>(sql`
    select subject, count(*)::integer as count, min(forward_status) as status from alias.emails group by subject
  `)
  const stored = new Map(rows.map(({ subject, count }) => [subject, count]))
  const forwards = new Map<string, number[]>()
  for (const { content, receivedAt } of sink.mails) {
    const subject = /^Subject: (mail \d+)\r$/m.exec(content.toString('latin1'))?.[1] ?? ''
    forwards.set(subject, [...(forwards.get(subject) ?? []), receivedAt])
  }
  const ids = [...acknowledged]
  const lost = ids.filter((id) => !stored.has(id))
  const twice = rows.filter(({ count }) => count > 1)
  const unforwarded = [...stored.keys()].filter((id) => !forwards.has(id))
  const unknown = [...forwards.keys()].filter((id) => !stored.has(id))
  const duplicates = [...forwards].filter(([, times]) => times.length > 1)
  const isExplained = ([first = 0]: number[]) =>
    killedAt.some((at) => at >= first - 100 && at <= first + inFlightMs)
  const unexplained = duplicates.filter(([, times]) => !isExplained(times))

  for (const id of lost) say(`  LOST ${id}`)
  for (const id of unforwarded) say(`  NOT FORWARDED ${id}`)
  for (const [id, times] of duplicates) {
    const word = isExplained(times) ? 'a kill came before it was recorded' : 'UNEXPLAINED'
    say(`  ${id} forwarded ${times.length} times: ${word}`)
  }
  return [
    row('answered 250', ids.length, 'mails'),
    count('answered 250 and not stored', lost),
    count('stored more than once', twice),
    count('stored and not forwarded', unforwarded),
    count('forwarded and not stored', unknown),
    row('forwarded more than once', duplicates.length, 'mails'),
    count('forwarded more than once without a kill', unexplained),
    row('kills', killedAt.length, ''),
  ]
}

const count = (metric: string, list: unknown[]) => row(metric, list.length, 'mails', { atMost: 0 })
