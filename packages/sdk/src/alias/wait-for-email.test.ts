import { describe, expect, test } from 'vitest'
import { TimeoutError } from '../client/errors.ts'
import {
  createTestClock,
  startScriptedService,
  type ScriptedService,
} from '../testing/start-scripted-service.ts'
import { AliasClient } from './alias-client.ts'

const queriesOf = ({ requests }: ScriptedService) =>
  requests.map(({ url }) => new URL(url, 'http://x').searchParams)

describe('waiting for an email at a service', () => {
  const none = { status: 200, body: { data: [], total: 0, limit: 100, offset: 0 } }

  test('that answers at once pauses, waits no longer than is left, and ends with a TimeoutError', async () => {
    const scripted = await startScriptedService(none)
    const clock = createTestClock()
    const patient = new AliasClient({ apiKey: 'jm_live_x', baseUrl: scripted.url, clock })
    const since = '2026-03-02T09:30:00Z'
    const waiting = patient.waitForEmail({ addressId: 'one', from: 'bob@', since, timeoutMs: 5000 })
    await expect(waiting).rejects.toThrow(TimeoutError)
    expect(clock.waits).toEqual([2000, 2000, 1000])
    const queries = queriesOf(scripted)
    expect(queries.map((query) => query.get('wait'))).toEqual(['5', '3', '1', null])
    expect([queries[0]!.get('from'), queries[0]!.get('since')]).toEqual(['bob@', '2026-03-02T09:30:00.000Z'])
    await scripted.close()
  })

  test('that has no place to wait asks for the emails that are there', async () => {
    const full = { status: 429, body: { error: 'Too many requests wait for emails: 10 of 10.' } }
    const email = { id: 'one', from: '', fromName: '', subject: '', receivedAt: '2026-03-02T09:30:00Z' }
    const listed = { ...none, body: { ...none.body, data: [email], total: 1 } }
    const scripted = await startScriptedService(full, listed, { status: 200, body: { data: email } })
    const clock = createTestClock()
    const patient = new AliasClient({ apiKey: 'jm_live_x', baseUrl: scripted.url, clock })
    expect((await patient.waitForEmail({ addressId: 'one' })).id).toBe('one')
    expect(queriesOf(scripted).map((query) => query.get('wait'))).toEqual(['30', null, null])
    expect(clock.waits).toEqual([])
    await scripted.close()
  })
})
