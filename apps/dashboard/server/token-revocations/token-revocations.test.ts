import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDashboard, password, type TestDashboard } from '../create-test-dashboard.ts'
import { mailedTokenOf } from '../mailed-tokens/test-mailed-tokens.ts'
import type { TestBrowser } from '../test-browser.ts'
import { answerJson, startTestUpstream, type TestUpstream } from '../test-upstream.ts'
import { sendRevocations } from './send-revocations.ts'

const newPassword = 'another horse battery'

let automation: TestUpstream
let alias: TestUpstream
let dashboard: TestDashboard
let ada: TestBrowser
let email: string
let accounts = 0

beforeAll(async () => {
  automation = await startTestUpstream()
  alias = await startTestUpstream()
  dashboard = await createTestDashboard({ upstreams: { automation: automation.url, alias: alias.url } })
})
afterAll(async () => {
  await dashboard.close()
  await Promise.all([automation.close(), alias.close()])
})
beforeEach(async () => {
  await dashboard.empty()
  for (const upstream of [automation, alias]) {
    upstream.calls.length = 0
    upstream.routes.clear()
    upstream.routes.set('POST /tokens/revoke', (_request, response) => answerJson(response, 204))
  }
  email = `ada${++accounts}@example.com`
  ada = await dashboard.signUp(email)
})

const linkIn = (path: string) => mailedTokenOf(dashboard, path, email)
const resetLink = async () => {
  await dashboard.browser().post('/auth/forgot-password', { email })
  return linkIn('reset-password')
}
/** The epoch and the hold flag that each service received. */
async function told() {
  await sendRevocations(dashboard.services)
  return [automation, alias].map(({ calls }) =>
    calls
      .filter(({ path }) => path === '/tokens/revoke')
      .map(({ headers, body }) => ({
        epoch: decodeJwt(String(headers['authorization']).slice('Bearer '.length))['epoch'],
        ...(JSON.parse(body) as { hold: boolean }),
      })),
  )
}
const both = (...said: { epoch: number; hold: boolean }[]) => [said, said]
const signedIn = async () => {
  const { token } = (await dashboard.post('/auth/login', { email, password: newPassword })).json()
  return decodeJwt(token)['epoch']
}

describe('every JWT and session is revoked', () => {
  test('when the password is changed, and the current browser gets JWTs of the new epoch', async () => {
    await ada.post('/auth/change-password', { password, newPassword })
    expect(await told()).toEqual(both({ epoch: 1, hold: false }))
    expect(await signedIn()).toBe(1)
  })

  test('when the owner signs out everywhere', async () => {
    await ada.delete('/auth/sessions')
    expect(await told()).toEqual(both({ epoch: 1, hold: false }))
  })

  test('when a confirmed account is recovered, with a hold only if its owner asks for it', async () => {
    await ada.post('/auth/confirm-email', { token: await linkIn('confirm-email') })
    await ada.post('/auth/reset-password', { token: await resetLink(), password: newPassword })
    expect(await told()).toEqual(both({ epoch: 2, hold: false }))
    const asked = { token: await resetLink(), password: newPassword, hold: true }
    await ada.post('/auth/reset-password', asked)
    expect((await told())[0]!.at(-1)).toEqual({ epoch: 3, hold: true })
  })

  test('when the address is confirmed, and the services hear that it is', async () => {
    await ada.post('/auth/confirm-email', { token: await linkIn('confirm-email') })
    await sendRevocations(dashboard.services)
    const { headers } = alias.calls.find(({ path }) => path === '/tokens/revoke')!
    const claims = decodeJwt(String(headers['authorization']).slice('Bearer '.length))
    expect(claims).toMatchObject({ email, email_verified: true, epoch: 1 })
  })

  test('when the account is deleted, although its row no longer exists', async () => {
    await ada.post('/auth/delete-account', { password })
    expect(await told()).toEqual(both({ epoch: 1, hold: false }))
  })
})

describe("an account's keys, webhooks and forwarding rules are put on hold", () => {
  test('when it is recovered and its address was never confirmed, which the owner is told', async () => {
    await dashboard
      .browser()
      .post('/auth/reset-password', { token: await resetLink(), password: newPassword })
    expect(await told()).toEqual(both({ epoch: 1, hold: true }))
    const [mail] = await dashboard.mails(email)
    expect(mail!.bodyText).toContain('https://dashboard.example/held-access')
  })

  test('when its address is first confirmed in a browser that is not signed in to it', async () => {
    const stranger = await dashboard.signUp(`grace${accounts}@example.com`)
    const token = await linkIn('confirm-email')
    expect((await stranger.post('/auth/confirm-email', { token })).json()).toEqual({ email, held: true })
    expect(await told()).toEqual(both({ epoch: 1, hold: true }))
    expect((await ada.get('/auth/session')).statusCode).toBe(200)
  })

  test('but not when a signed-in user confirms the address', async () => {
    const token = await linkIn('confirm-email')
    expect((await ada.post('/auth/confirm-email', { token })).json()).toEqual({ email, held: false })
    expect(await told()).toEqual(both({ epoch: 1, hold: false }))
  })
})

describe('a service that does not answer', () => {
  test('is told again after one second, and then after growing pauses until it answers', async () => {
    alias.routes.set('POST /tokens/revoke', (_request, response) => answerJson(response, 503))
    await ada.delete('/auth/sessions')
    expect((await told()).map(({ length }) => length)).toEqual([1, 1])
    expect((await told()).map(({ length }) => length)).toEqual([1, 1])
    dashboard.advance(1000)
    expect((await told()).map(({ length }) => length)).toEqual([1, 2])
    alias.routes.set('POST /tokens/revoke', (_request, response) => answerJson(response, 200, {}))
    dashboard.advance(1000)
    expect((await told()).map(({ length }) => length)).toEqual([1, 2])
    dashboard.advance(1000)
    expect((await told()).map(({ length }) => length)).toEqual([1, 3])
    dashboard.advance(60_000)
    expect((await told()).map(({ length }) => length)).toEqual([1, 3])
  })

  test('is still told of a hold that was followed by a sign-out', async () => {
    await dashboard
      .browser()
      .post('/auth/reset-password', { token: await resetLink(), password: newPassword })
    await ada.post('/auth/sign-in', { email, password: newPassword })
    await ada.delete('/auth/sessions')
    expect(await told()).toEqual(both({ epoch: 2, hold: true }))
  })
})
