import { expect, test } from 'vitest'
import { attemptHeaders } from '../attempt-headers.ts'
import { aliasChannel } from '../channels/alias.ts'
import { automationChannel } from '../channels/automation.ts'
import { redactHeaders } from '../headers/redact-headers.ts'
import { generateSecret } from '../signature.ts'
import { fromStoredHeaders, toStoredHeaders } from './stored-headers.ts'

const attempt = { deliveryId: 'one', event: 'job.failed', sentAt: new Date('2026-03-02T09:30:00.123Z') }
const own = { authorization: 'Bearer e5f1c7a0', 'x-tenant': 'tenant-42' }
const secrets = {
  'one secret': [generateSecret()],
  'a secret that was replaced': [generateSecret(), generateSecret()],
  'secrets that are no keys of Standard Webhooks': ['correct horse', 'battery staple'],
}
const channels = { automation: automationChannel, alias: aliasChannel }

test.each(
  Object.values(channels).flatMap((channel) =>
    Object.entries(secrets).flatMap(([which, keys]) => [
      { service: channel.service, channel, which, keys, headers: undefined, whose: 'none' },
      { service: channel.service, channel, which, keys, headers: own, whose: 'some' },
    ]),
  ),
)(
  'of the $service service, with $which and $whose of its own, all headers are read as they were sent',
  ({ channel, keys: [secret, previous], headers }) => {
    const sent = attemptHeaders(channel, { ...attempt, body: '{}', headers }, secret!, previous)
    const logged = redactHeaders(sent, headers)
    expect(fromStoredHeaders(channel, attempt, toStoredHeaders(logged))).toEqual(logged)
  },
)

test('signatures alone are stored', () => {
  const sent = attemptHeaders(aliasChannel, { ...attempt, body: '{}' }, generateSecret())
  expect(Object.keys(toStoredHeaders(sent))).toEqual(['x-service-signature', 'webhook-signature'])
})

test('what an earlier release stored is read as it is', () => {
  const earlier = {
    ...attemptHeaders(aliasChannel, { ...attempt, body: '{}' }, generateSecret()),
    'user-agent': 'Earlier/1',
  }
  expect(fromStoredHeaders(aliasChannel, attempt, earlier)).toEqual(earlier)
})
