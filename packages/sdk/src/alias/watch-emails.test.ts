import { expect, test } from 'vitest'
import { createTestClock } from '../testing/start-scripted-service.ts'
import { AliasClient } from './alias-client.ts'

const listed = (id: string) => `event: email\nid: ${id}\ndata: ${JSON.stringify({ subject: id })}\n\n`

test('emails are iterated over without an end: each stream goes on after the last id of the one before, given with an email or without', async () => {
  const asked: string[] = []
  const streams = [
    `id: begin\n\n${listed('one')}${listed('two')}: still there\nid: quiet\n\n`,
    '',
    listed('three'),
  ]
  const clock = createTestClock()
  const waypost = new AliasClient({
    apiKey: 'key',
    baseUrl: 'http://service.example',
    clock,
    fetch: (url) => {
      asked.push(new URL(url as URL).search)
      return Promise.resolve(
        new Response(streams.shift(), { headers: { 'content-type': 'text/event-stream' } }),
      )
    },
  })
  const emails = waypost.emails.watch({
    addressId: 'mine',
    isSpam: false,
    subject: 'code',
    since: new Date(0),
    after: 'before',
  })
  const next = async () => (await emails.next()).value
  expect(await next()).toEqual({ event: 'email', id: 'one', data: { subject: 'one' } })
  expect(await next()).toMatchObject({ id: 'two' })
  expect(await next()).toMatchObject({ id: 'three' })
  const others = '?subject=code&address_id=mine&is_spam=false&since=1970-01-01T00%3A00%3A00.000Z'
  expect(asked).toEqual([`${others}&after=before`, `${others}&after=quiet`, `${others}&after=quiet`])
  expect(clock.waits).toEqual([1000, 1000])
})
