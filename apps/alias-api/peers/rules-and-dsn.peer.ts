import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createSpamFilter } from '../src/spam/create-spam-filter.ts'
import { openPolicyBed } from './open-policy-bed.ts'

const { bed, request, addAlias, write, arrived, contentOf, received, returned } = openPolicyBed({
  judge: () => createSpamFilter(),
  // Makes Postfix log the SMTP conversation.
  nextHop: { debug_peer_list: '127.0.0.1', debug_peer_level: '2' },
})

describe('a rule of an alias', () => {
  test('keeps what Postfix has delivered with the alias, and no later rule acts', async () => {
    const { id, address } = await addAlias()
    const rules = [
      { conditions: { subject: 'keep' }, action: 'keep' },
      { action: 'label', label: 'late' },
    ]
    await request('PUT', `/addresses/${id}/rules`, { rules })
    await write(address, 'to keep')
    await write(address, 'to forward')
    await arrived('me@next.test', 'to forward')
    const { labels, forwarding } = await received('to keep')
    expect([labels, forwarding]).toEqual([undefined, undefined])
    expect((await received('to forward')).labels).toEqual(['late'])
    expect(await contentOf('me@next.test', 'to keep')).toBeUndefined()
  })

  test('publishes what Postfix has delivered, and leaves it among the deleted emails alone', async () => {
    await request('POST', '/webhooks', { url: 'https://example.com/', events: ['email.received'] })
    const { id, address } = await addAlias()
    const webhook = { conditions: { subject: 'machine' }, action: 'webhook' }
    await request('PUT', `/addresses/${id}/rules`, { rules: [webhook] })
    await write(address, 'for the machine')
    await write(address, 'for people')
    await arrived('me@next.test', 'for people')
    const { removedByRule } = await received('for the machine', '&is_deleted=true')
    expect(removedByRule).toBe('webhook')
    expect(await contentOf('me@next.test', 'for the machine')).toBeUndefined()
    const { rows } = await bed.execute<{ body: string }>(sql`select body from alias.deliveries`)
    const published = rows.map(({ body }) => (JSON.parse(body) as { data: { subject: string } }).data.subject)
    expect(published.toSorted()).toEqual(['for people', 'for the machine'])
  })
})

test('a rule by a regular expression makes the aliases that it matches, and Postfix gets back other mail', async () => {
  const [domain] = await request<{ id: string }[]>('GET', '/domains')
  const rule = await request<{ id: string }>('POST', `/domains/${domain!.id}/rules`, {
    match: { type: 'regex', value: String.raw`shop-\d+` },
    alias: 'Shops',
    forwardToId: bed.me,
  })
  await write('Shop-17@shop.test', 'to a shop')
  const content = (await arrived('me@next.test', 'to a shop')).toString()
  expect(content).toContain('X-Waypost-Alias: shop-17@shop.test\r\n')
  await write('shop-x@shop.test', 'to no shop')
  await returned('shop-x@shop.test', '550 5.1.1 No such alias')
  const { addresses } = await request<{ addresses: object[] }>('GET', '/addresses?limit=100')
  expect(addresses).toContainEqual(
    expect.objectContaining({ address: 'shop-17@shop.test', alias: 'Shops', ruleId: rule.id }),
  )
})

test('what Bob’s Postfix says of notifications reaches that of the mailbox, but for which ones Bob wants', async () => {
  const { address } = await addAlias()
  const dsn = {
    ret: 'HDRS' as const,
    envid: 'order 7',
    notify: ['SUCCESS' as const, 'FAILURE' as const],
    orcpt: 'rfc822;ada+shop@bob.test',
  }
  await write(address, 'with DSN', { dsn })
  await arrived('me@next.test', 'with DSN')
  const commands = (await bed.nextHop.log())
    .split('\n')
    .flatMap((line) => /postfix\/smtpd\[\d+\]: < \S+: ((?:MAIL FROM|RCPT TO):.*)/.exec(line)?.[1] ?? [])
    .slice(-2)
  expect(commands[0]).toMatch(/^MAIL FROM:<bounces\+\S+@waypost\.test> .*RET=HDRS ENVID=order\+207/)
  expect(commands[1]).toBe('RCPT TO:<me@next.test> ORCPT=rfc822;ada+2Bshop@bob.test')
})
