import { beforeEach, describe, expect, test } from 'vitest'
import { openSendingBed } from '../delivery/test-sending.ts'
import { ensureDkimKeys } from '../signing/check-dkim-keys.ts'
import { rotateDkimKeys } from '../signing/rotate-dkim-keys.ts'
import { testAdminToken } from '../testing/test-app.ts'
import { installPlanSenders } from './install-plan-senders.ts'
import { parsePlanSenders } from './parse-plan-senders.ts'

const { bed, newEmail, send, rows, read } = openSendingBed()

beforeEach(() => installPlanSenders(bed.service.services, parsePlanSenders('free:free, business:biz')))

const makeKeys = async () => ensureDkimKeys({ ...bed.service.services, ...bed.mail.services })
const publish = () =>
  rows(`update alias.dkim_keys set published_at = now() where domain like '%waypost.test'`)
/** What leaves of an email: the return path, and the domain and selector of its signature. */
async function sent(headers = bed.key) {
  const before = bed.sink.mails.length
  await send(undefined, headers)
  const mail = (await bed.sink.waitForMails(before + 1)).at(-1)!
  const content = mail.content.toString()
  return {
    returnPath: mail.from.replace(/^bounces\+[a-z2-7]{20}/, 'bounces+…'),
    signedBy: /^DKIM-Signature:[^]*? d=([^;]+); s=([^;]+);/m.exec(content)?.slice(1).join(' '),
    author: /^From: .*@(.+?)>?\r$/m.exec(content)?.[1],
  }
}
const own = { returnPath: 'bounces+…@waypost.test', signedBy: 'waypost.test wp1', author: 'waypost.test' }

describe('mail of a plan with a sending domain', () => {
  test('leaves from the alias’s domain until DNS has the key, and then from the plan’s own, signed by its key', async () => {
    await bed.mail.startSendWorker(bed.sink.url)
    await makeKeys()
    await rows(`update alias.dkim_keys set published_at = now() where domain = 'waypost.test'`)
    expect(await sent()).toEqual(own)
    await publish()
    expect(await sent()).toEqual({
      returnPath: 'bounces+…@biz.waypost.test',
      signedBy: 'biz.waypost.test wp1',
      author: 'waypost.test',
    })
  })

  test('bounces to a return path there, which is recorded', async () => {
    await makeKeys()
    await publish()
    const { id } = (await send()).json<{ data: { id: string } }>().data
    const [{ mail_from: path }] = (await rows<{ mail_from: string }>(
      'select mail_from from alias.outbound_messages',
    )) as [{ mail_from: string }]
    expect(path).toMatch(/@biz\.waypost\.test$/)
    const report =
      'From: <>\r\n\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n'
    await bed.mail.deliver(path, report, '')
    expect((await read(id)).status).toBe('bounced')
  })

  test('on a custom domain leaves from that domain, as does mail of a plan without one', async () => {
    await makeKeys()
    await publish()
    await bed.service.plan('ada', 'pro')
    const headers = await bed.service.person('ada')
    await send(undefined, headers)
    await bed.service.plan('ada', 'business')
    await rows(`update alias.addresses set domain = 'ada.dev', domain_id = uuidv7()`)
    await rows(`insert into alias.domains (id, owner_id, domain, status, verification_token, created_at)
      select domain_id, owner_id, 'ada.dev', 'verified', 'x', now() from alias.addresses`)
    await send({ ...newEmail(), allowUnsigned: true })
    const found = await rows<{ signed_by: string }>(
      'select signed_by from alias.outbound_messages order by id',
    )
    expect(found.map(({ signed_by }) => signed_by)).toEqual(['waypost.test', 'ada.dev'])
  })
})

test('the operator sees the records of each plan’s sending domain, and rotates its key', async () => {
  const headers = { authorization: `Bearer ${testAdminToken}` }
  const response = await bed.service.app.inject({ url: '/admin/dns-records', headers })
  const { data } = response.json<{
    data: { domain: string; dkim: { host: string }[]; spf: { host: string } }[]
  }>()
  expect(data.map(({ domain, dkim, spf }) => [domain, spf.host, dkim[0]!.host])).toEqual(
    ['waypost.test', 'pool.test', 'biz.pool.test', 'biz.waypost.test', 'free.waypost.test'].map((domain) => [
      domain,
      domain,
      `wp1._domainkey.${domain}`,
    ]),
  )
  await publish()
  const [next] = await rotateDkimKeys(bed.service.services, 'free.waypost.test')
  expect(next!.host).toBe('wp2._domainkey.free.waypost.test')
})

test('sending subdomains are configured by plan, each once', () => {
  expect(parsePlanSenders('')).toEqual(new Map())
  expect(parsePlanSenders('Free: f1 ,pro:p')).toEqual(
    new Map([
      ['free', 'f1'],
      ['pro', 'p'],
    ]),
  )
  for (const text of ['free', 'gold:x', 'free:a.b', 'free:a, free:b', 'free:a, pro:a', 'free:-a', 'free:a:b'])
    expect(() => parsePlanSenders(text), text).toThrow('must ')
})
