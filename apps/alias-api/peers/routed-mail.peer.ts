import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { claimsOf } from '../src/platform-domains/test-subdomains.ts'
import { openPolicyBed } from './open-policy-bed.ts'

const { bed, request, addAlias, addMailbox, write, arrived, contentOf, received, returned, judged } =
  openPolicyBed()
const idOfDomain = async (domain: string) =>
  (await request<{ id: string; domain: string }[]>('GET', '/domains')).find((each) => each.domain === domain)!
    .id

test('a catch-all makes the alias that Postfix delivers to, and forwards its mail in the name of its domain', async () => {
  const path = `/domains/${await idOfDomain('shop.test')}/rules`
  await request('POST', path, { match: { type: 'prefix', value: 'no-' }, isActive: false })
  await request('POST', path, { match: { type: 'any' }, forwardToId: bed.me })
  await write('any.name@shop.test', 'caught')
  const content = await arrived('me@next.test', 'caught')
  expect(content.toString()).toContain('X-Waypost-Alias: any.name@shop.test\r\n')
  expect(judged(content)).toEqual({ author: 'shop.test', dkim: ['shop.test'], spf: 'pass', dmarc: 'pass' })
  const { addresses } = await request<{ addresses: { address: string }[] }>('GET', '/addresses?limit=100')
  expect(addresses.map(({ address }) => address)).toContain('any.name@shop.test')
})

describe('the rules of an alias', () => {
  test('forward to several mailboxes, label in their order, and look no further than the first that stops', async () => {
    const { id, address } = await addAlias({})
    const books = await addMailbox('books@next.test')
    const rules = [
      { conditions: { subject: 'invoice' }, action: 'label', label: 'money' },
      { conditions: { subject: 'invoice' }, action: 'forward', forwardToId: books },
      { conditions: { subject: 'private' }, action: 'label', label: 'mine', stop: true },
      { conditions: { from: 'bob@' }, action: 'forward', forwardToId: bed.me },
    ]
    await request('PUT', `/addresses/${id}/rules`, { rules })
    await write(address, 'private words')
    await write(address, 'invoice 7')
    const both = [await arrived('books@next.test', 'invoice 7'), await arrived('me@next.test', 'invoice 7')]
    expect(both.map((content) => judged(content).dmarc)).toEqual(['pass', 'pass'])
    const reverse = both.map((content) => /^Reply-To: <(reply-.*)>\r$/m.exec(content.toString())![1])
    expect(reverse[0]).toBe(reverse[1])
    expect((await received('invoice 7')).labels).toEqual(['money'])
    const { labels, forwarding } = await received('private words')
    expect([labels, forwarding]).toEqual([['mine'], undefined])
    expect(await contentOf('me@next.test', 'private words')).toBeUndefined()
  })

  test('discard what Postfix has delivered, which can be restored', async () => {
    const { id, address } = await addAlias()
    const discard = { conditions: { subject: 'offer' }, action: 'discard' }
    await request('PUT', `/addresses/${id}/rules`, { rules: [discard] })
    await write(address, 'offer of the day')
    await write(address, 'news of the day')
    await arrived('me@next.test', 'news of the day')
    const { id: discarded } = await received('offer of the day', '&is_deleted=true')
    expect(await contentOf('me@next.test', 'offer of the day')).toBeUndefined()
    await request('POST', `/emails/${discarded}/restore`)
    expect((await received('offer of the day')).id).toBe(discarded)
  })
})

test('mail that rspamd takes for spam is listed and not forwarded', async () => {
  const { address } = await addAlias()
  const body = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X'
  await write(address, 'win', { body })
  await write(address, 'no spam')
  await arrived('me@next.test', 'no spam')
  expect(await received('win', '&is_spam=true')).toMatchObject({ isSpam: true, spam: { verdict: 'spam' } })
  expect(await contentOf('me@next.test', 'win')).toBeUndefined()
})

test('Postfix gets back mail of a blocked contact, as for an unknown alias, until the contact is unblocked', async () => {
  const { id, address } = await addAlias()
  await write(address, 'before the block')
  await arrived('me@next.test', 'before the block')
  const { contacts } = await request<{ contacts: { id: string }[] }>('GET', `/addresses/${id}/contacts`)
  const path = `/addresses/${id}/contacts/${contacts[0]!.id}`
  await request('PATCH', path, { isBlocked: true })
  await write(address, 'while blocked')
  await returned(address, '550 5.1.1 No such alias')
  await request('PATCH', path, { isBlocked: false })
  await write(address, 'after the block')
  await arrived('me@next.test', 'after the block')
  expect(await contentOf('me@next.test', 'while blocked')).toBeUndefined()
})

test('mail to the role addresses of a customer’s domain reaches its owner’s mailbox', async () => {
  await bed.execute(sql`
    insert into alias.accounts (id, email, email_verified, created_at) values ('ada', 'ada@next.test', true, now())
    on conflict (id) do update set email = excluded.email, email_verified = true
  `)
  for (const name of ['postmaster', 'abuse']) {
    await write(`${name}@shop.test`, `for ${name}`)
    const content = await arrived('ada@next.test', `for ${name}`)
    expect(content.toString()).toContain('Reply-To: Bob <bob@bob.test>\r\n')
    expect(judged(content).dmarc).toBe('pass')
  }
})

test('an alias on the account’s subdomain of a platform domain forwards in the name of that domain', async () => {
  const { claimed } = claimsOf(() => bed.service)
  const { domain } = await claimed('alice', await bed.service.person('ada'))
  await bed.publishKeys()
  const { address } = await addAlias({ domain, localPart: 'shop', forwardToId: bed.me })
  expect(address).toBe('shop@alice.in.test')
  await write(address, 'to the subdomain')
  const content = await arrived('me@next.test', 'to the subdomain')
  expect(judged(content)).toMatchObject({ author: 'alice.in.test', dkim: ['in.test'] })
  await write('nobody@alice.in.test', 'to nobody')
  await returned('nobody@alice.in.test', '550 5.1.1')
})
