import { sql } from 'drizzle-orm'
import type { MailSink } from '@waypost/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { testMessage } from '../forwarding/test-forwarding.ts'
import { field, openReplyBed } from '../replies/test-reply-bed.ts'
import { mailbox, writeAsMailbox } from '../replies/test-replies.ts'
import { keyRecordOf } from '../signing/dkim-key.ts'
import { ensureDkimKey } from '../signing/ensure-dkim-key.ts'
import { openDialogue } from '../smtp/test-dialogue.ts'
import { claimsOf } from './test-subdomains.ts'

const { bed, publish, addRule, reply, receive, mailTo, execute } = openReplyBed()
const { claimed } = claimsOf(() => bed.service)
const person = () => bed.service.person('ada')
const post = async (url: string, payload: object) =>
  bed.service.app.inject({ method: 'POST', url, headers: await person(), payload })

/** What a receiver of mail from the service finds, by the DNS records that the operator publishes for the platform domain. */
const receivedBy = async ({ content, from }: MailSink['mails'][number]) =>
  bed.mail.checker.check(
    { content, mailFrom: from, clientIp: '192.0.2.25', clientName: 'mx.waypost.test' },
    1000,
  )
const passes = {
  spf: { result: 'pass', domain: 'in.test' },
  dkim: expect.arrayContaining([
    expect.objectContaining({ result: 'pass', domain: 'in.test', aligned: true }),
  ]),
  dmarc: { result: 'pass', domain: expect.stringMatching(/in\.test$/), policy: 'reject' },
  verdict: 'signed',
}

let domainId: string
beforeEach(async () => {
  await bed.service.plan('ada', 'pro')
  const { id } = await claimed('alice', await person())
  domainId = id
  const created = await post('/api/v1/addresses', { domain: 'alice.in.test', localPart: 'shop' })
  const { data } = created.json<{ data: { id: string; address: string } }>()
  bed.address = { ...bed.address, ...data }
  const { services } = bed.service
  const [key] = await ensureDkimKey(services, { domain: 'in.test', customDomainId: null })
  await execute(sql`update alias.dkim_keys set published_at = now()`)
  const { host, value } = keyRecordOf(key!)
  bed.dns.set(host, { TXT: [value.match(/.{1,200}/g)!] })
  bed.dns.set('in.test', { TXT: [['v=spf1 ip4:192.0.2.25 -all']] })
  bed.dns.set('_dmarc.in.test', { TXT: [['v=DMARC1; p=reject']] })
})

const answerTo = async (to: string): Promise<string> => {
  const dialogue = await openDialogue(bed.mail.smtpPort)
  for (const line of ['EHLO x', 'MAIL FROM:<bob@bob.dev>']) await dialogue.send(line)
  const answer = await dialogue.send(`RCPT TO:<${to}>`)
  dialogue.end()
  return answer.slice(0, 9)
}

const answers = async () => [
  await answerTo('Shop+summer@ALICE.in.test'),
  await answerTo('other@alice.in.test'),
  await answerTo('shop@bob.in.test'),
]

describe('mail to a subdomain of a platform domain', () => {
  test('is accepted for its aliases alone, until the subdomain is released', async () => {
    expect(await answers()).toEqual(['250 2.1.5', '550 5.1.1', '550 5.1.1'])
    await bed.service.app.inject({
      method: 'DELETE',
      url: `/api/v1/domains/${domainId}`,
      headers: await person(),
    })
    expect(await answers()).toEqual(['550 5.1.1', '550 5.1.1', '550 5.1.1'])
  })

  test('makes aliases by its rules, which live as long as the plan of its account allows', async () => {
    const rule = await post(`/api/v1/domains/${domainId}/rules`, { match: { type: 'any' } })
    expect(rule.statusCode).toBe(201)
    expect(await answerTo('news@alice.in.test')).toBe('250 2.1.5')
    const { rows } = await execute(sql`
      select domain, domain_id, rule_id is not null as is_by_rule, expires_at - created_at = interval '7 days' as is_a_week
      from alias.addresses where address = 'news@alice.in.test'`)
    expect(rows).toEqual([
      { domain: 'alice.in.test', domain_id: domainId, is_by_rule: true, is_a_week: true },
    ])
    await execute(sql`insert into alias.account_limits (account_id, subdomains) values ('ada', 0)`)
    expect(await answerTo('late@alice.in.test')).toBe('550 5.1.1')
    expect(await answerTo('news@alice.in.test')).toBe('250 2.1.5')
  })

  test('to a role address goes to the operator, or is refused, and never to its account, even with a catch-all', async () => {
    await post(`/api/v1/domains/${domainId}/rules`, { match: { type: 'any' } })
    await execute(sql`update alias.accounts set email = 'ada@example.com', email_verified = true`)
    expect(await answerTo('admin@alice.in.test')).toBe('550 5.1.1')
    await bed.mail.deliver('postmaster@alice.in.test', await testMessage(), 'bob@bob.dev')
    const sent = await mailTo('operator@example.net')
    expect(await receivedBy(sent)).toMatchObject({ dmarc: { result: 'pass' } })
  })
})

describe('mail from a subdomain of a platform domain', () => {
  test('is signed by the platform domain and bounces to it, so that it passes SPF, DKIM and DMARC', async () => {
    const { statusCode } = await post('/api/v1/emails', {
      fromAddressId: bed.address.id,
      to: 'bob@bob.dev',
      subject: 'Hello',
      body: 'hello',
    })
    expect(statusCode).toBe(202)
    const sent = await mailTo('bob@bob.dev')
    expect(field(sent.content, 'from')).toBe('shop@alice.in.test')
    expect(sent.from).toMatch(/^bounces\+[a-z2-7]{20}@in\.test$/)
    expect(await receivedBy(sent)).toMatchObject(passes)
  })

  test('that is forwarded from a reverse address there passes as well, sealed by the platform domain, and so does the reply', async () => {
    // SPF alone authenticates Bob, so that the reverse address stands in From.
    publish()
    await addRule()
    await receive(await testMessage())
    const forward = await mailTo(mailbox)
    const reverse = /<(reply-[a-z2-7]{24}@alice\.in\.test)>/.exec(field(forward.content, 'from')!)![1]!
    expect(forward.from).toMatch(/^bounces\+[a-z2-7]{20}@in\.test$/)
    const found = await receivedBy(forward)
    expect(found).toMatchObject({ ...passes, arc: { result: 'pass' } })
    expect(field(forward.content, 'arc-seal')).toContain('d=in.test')

    await reply(reverse, await writeAsMailbox({ to: reverse, subject: 'Re: Invoice 7', text: 'Paid.' }))
    const answer = await mailTo('bob@bob.dev')
    expect(field(answer.content, 'from')).toBe('shop@alice.in.test')
    expect(await receivedBy(answer)).toMatchObject(passes)
  })
})
