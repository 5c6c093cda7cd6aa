import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { attemptHeaders } from './attempt-headers.ts'
import { automationChannel } from './channels/automation.ts'
import { generateSecret, verifyBody } from './signature.ts'

const body = JSON.stringify({ event: 'job.failed', data: { error: 'é' } })
// The package that verifies knows only the real time.
const attempt = () => ({ deliveryId: 'one', event: 'job.failed', body, sentAt: new Date() })
const verify = (secret: string, headers: Record<string, string>) => new Webhook(secret).verify(body, headers)

test('a webhook whose secret was never changed sends one signature', () => {
  const secret = generateSecret()
  const headers = attemptHeaders(automationChannel, attempt(), secret)
  expect(headers['webhook-signature']).toMatch(/^v1,[^ ]+$/)
  expect(verify(secret, headers)).toMatchObject({ event: 'job.failed' })
})

test('after a rotation, a receiver with the old or the new secret can verify, and one with another secret cannot', () => {
  const [secret, previous, other] = [generateSecret(), generateSecret(), generateSecret()]
  const headers = attemptHeaders(automationChannel, attempt(), secret, previous)
  expect(verify(secret, headers)).toMatchObject({ event: 'job.failed' })
  expect(verify(previous, headers)).toMatchObject({ event: 'job.failed' })
  expect(() => verify(other, headers)).toThrow('No matching signature')
})

test('after a rotation, the new secret signs first, and X-Service-Signature is only the new secret’s', () => {
  const [secret, previous] = [generateSecret(), generateSecret()]
  const sent = attempt()
  const headers = attemptHeaders(automationChannel, sent, secret, previous)
  const alone = (key: string) => attemptHeaders(automationChannel, sent, key)['webhook-signature']
  expect(headers['webhook-signature']).toBe(`${alone(secret)} ${alone(previous)}`)
  expect(verifyBody(body, headers['x-service-signature'], secret)).toBe(true)
  expect(verifyBody(body, headers['x-service-signature'], previous)).toBe(false)
})

test.each([
  ['the old secret', 'correct horse battery', generateSecret()],
  ['the new secret', generateSecret(), 'correct horse battery'],
])('only %s is a Standard Webhooks key and signs', (_which, secret, previous) => {
  const headers = attemptHeaders(automationChannel, attempt(), secret, previous)
  expect(headers['webhook-signature']).toMatch(/^v1,[^ ]+$/)
  const key = [secret, previous].find((one) => one.startsWith('whsec_'))!
  expect(verify(key, headers)).toMatchObject({ event: 'job.failed' })
  expect(verifyBody(body, headers['x-service-signature'], secret)).toBe(true)
})

test('without any Standard Webhooks key, the Standard Webhooks headers are absent', () => {
  const headers = attemptHeaders(automationChannel, attempt(), 'correct horse', 'battery staple')
  expect(Object.keys(headers).filter((name) => name.startsWith('webhook-'))).toEqual([])
})
