import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outboundMessages } from '../db/mail-tables.ts'
import { finishAttempts } from './finish-attempts.ts'
import { openSendingBed } from './test-sending.ts'

const { bed, send } = openSendingBed()

test.each([
  ['are sent', { status: 'sent' }],
  ['are put off', { status: 'deferred', reason: 'try later' }],
] as const)(
  'messages of a backlog that %s cost no more if Postgres knows of an empty queue',
  async (_what, outcome) => {
    await send()
    const owner = bed.service.database.connectAsOwner().db
    await owner.execute(sql`analyze alias.outbound_messages`)
    const { services } = bed.mail
    const [first] = await owner.select().from(outboundMessages)
    const finish = (of: (typeof first)[]) =>
      finishAttempts(
        services,
        of.map((outbound) => ({ outbound: outbound!, outcome, postponed: 0, trace: {} })),
      )
    // Its plans are made now, and kept.
    for (let turn = 0; turn < 3; turn += 1) await finish([{ ...first!, attempts: 7 }])
    const backlog = Array.from({ length: 2000 }, (_, number) => ({
      ...first!,
      id: `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`,
      emailId: null,
    }))
    for (let from = 0; from < backlog.length; from += 500)
      await owner.insert(outboundMessages).values(backlog.slice(from, from + 500))

    const countRead = async (): Promise<number> => {
      // The owner's too: what it read to empty the table before the test may not be reported yet.
      for (const db of [owner, services.db]) await db.execute(sql`select pg_stat_force_next_flush()`)
      const { rows } = await owner.execute<{ read: string }>(sql`
        select seq_tup_read + idx_tup_fetch as read from pg_stat_user_tables where relname = 'outbound_messages'`)
      return Number(rows[0]!.read)
    }
    const before = await countRead()
    await finish(backlog.slice(0, 20))
    const read = (await countRead()) - before
    expect(read).toBeGreaterThanOrEqual(20)
    expect(read).toBeLessThan(200)
  },
)
