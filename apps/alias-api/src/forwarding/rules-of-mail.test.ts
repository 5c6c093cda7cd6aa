import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { describe, expect, test } from 'vitest'
import { addAddress } from '../emails/test-emails.ts'
import { openForwardingBed, testMessage } from './test-forwarding.ts'

const { bed, publish, addRule, receive, forward, jobs } = openForwardingBed(async ({ mail, sink }) => {
  await mail.startInboundWorker()
  await mail.startSendWorker(sink.url)
})

describe('a forwarding rule', () => {
  test('a rule forwards an email once, however often its job runs', async () => {
    publish()
    await addRule()
    const id = await receive(await testMessage({ isSigned: true }))
    const outcomes = await Promise.all([forward(id), forward(id)])
    expect([...outcomes, await forward(id)].toSorted()).toEqual(['forwarded', 'unwanted', 'unwanted'])
    expect(await bed.sink.waitForMails(1)).toHaveLength(1)
  })

  test.each([
    [{}, true],
    [{ sender: '@BOB.dev' }, true],
    [{ sender: 'b\u00d6hm' }, true],
    [{ sender: 'eve' }, false],
    [{ subject: 'invoice' }, true],
    [{ subject: 'receipt' }, false],
    [{ sender: 'bob', subject: 'INVOICE' }, true],
    [{ sender: 'bob', subject: 'receipt' }, false],
    [{ sender: 'eve', subject: 'invoice' }, false],
    [{ sender: '%' }, false],
  ])('the filters %j match Bob’s invoice: %s', async (filters, isWanted) => {
    publish()
    await addRule(filters)
    await receive(await testMessage({ isSigned: true }))
    expect(await jobs()).toBe(isWanted ? 1 : 0)
  })

  test('a rule that was disabled in the meantime forwards nothing', async () => {
    publish()
    await addRule()
    const id = await receive(await testMessage({ isSigned: true }))
    await bed.service.database
      .connectAsOwner()
      .db.execute(sql`update alias.forwarding_rules set is_active = false`)
    expect(await forward(id)).toBe('unwanted')
  })

  test('a rule in test mode records a forward as sent, and nothing leaves', async () => {
    publish()
    bed.address = await addAddress(bed.service, 'ada', { mode: 'test' })
    await addRule({}, bed.address, 'test')
    expect(await forward(await receive(await testMessage({ isSigned: true })))).toBe('forwarded')
    await waitFor('the outbound message to go', async () => {
      const { rows } = await bed.service.database
        .connectAsOwner()
        .db.execute<{ count: string }>(sql`select count(*) from alias.outbound_messages`)
      return rows[0]!.count === '0'
    })
    expect(bed.sink.mails).toEqual([])
  })
})
