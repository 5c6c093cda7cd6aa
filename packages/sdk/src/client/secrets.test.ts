import { inspect } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { AliasClient } from '../alias/alias-client.ts'
import { AutomationClient } from '../automation/automation-client.ts'
import { startScriptedService, type ScriptedService } from '../testing/start-scripted-service.ts'

const apiKey = 'gfac_this-is-a-secret'
const token = 'eyJ-this-is-a-secret'
let service: ScriptedService | undefined
afterEach(async () => {
  await service?.close()
  service = undefined
})

test('printing a client shows neither key nor token', () => {
  for (const client of [
    new AutomationClient({ apiKey, token }),
    new AliasClient({ apiKey, token: () => token }),
  ]) {
    expect(inspect(client, { depth: 10, showHidden: true })).not.toContain('this-is-a-secret')
    expect(JSON.stringify(client)).not.toContain('this-is-a-secret')
  }
})

test('printing an error shows neither key nor token, whatever its cause', async () => {
  service = await startScriptedService(
    { status: 401, body: { message: 'Invalid API Key' } },
    { status: 200, body: `{"rawKey": "${apiKey}"` },
    (response) => void response.socket!.destroy(),
  )
  const waypost = new AutomationClient({ apiKey, token, baseUrl: service.url, maxRetries: 0 })
  for (let attempt = 0; attempt < 3; attempt++) {
    const error: unknown = await waypost.automations.status('one').catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(Error)
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('this-is-a-secret')
  }
})

test('an invalid credential is refused before fetch shows it in its own error', async () => {
  const bad = `${apiKey}\n`
  expect(() => new AutomationClient({ apiKey: bad })).toThrow('apiKey has characters that no credential has')
  await expect(new AliasClient({ token: bad }).account()).rejects.toThrow(
    'token has characters that no credential has',
  )
  expect(() => new AliasClient({ apiKey, baseUrl: 'http://ada:secret@localhost' })).toThrow(
    'baseUrl may not have credentials in it',
  )
  expect(() => new AliasClient({ apiKey, baseUrl: 'localhost:4002' })).toThrow(
    'baseUrl is no http or https URL',
  )
})

test('a redirect is not followed, because it would take the key along', async () => {
  const elsewhere = await startScriptedService({ status: 200, body: {} })
  service = await startScriptedService({ status: 307, headers: { location: elsewhere.url } })
  const waypost = new AutomationClient({ apiKey, baseUrl: service.url })
  await expect(waypost.automations.status('one')).rejects.toMatchObject({ status: 307 })
  expect(elsewhere.requests).toEqual([])
  await elsewhere.close()
})

test('without the credential that a call needs nothing is sent', async () => {
  service = await startScriptedService({ status: 200, body: {} })
  const options = { baseUrl: service.url }
  await expect(new AutomationClient({ ...options, apiKey }).webhooks.list().all()).rejects.toThrow(
    'This needs a token',
  )
  await expect(new AutomationClient({ ...options, token }).automations.list().all()).rejects.toThrow(
    'This needs an apiKey',
  )
  expect(service.requests).toEqual([])
})

test('with a cookie as the credential, no other credential is sent', async () => {
  service = await startScriptedService({ status: 200, body: [] })
  const waypost = new AutomationClient({ baseUrl: service.url, usesCookie: true })
  await waypost.webhooks.list().all()
  await waypost.automations.list().all()
  for (const { headers } of service.requests) {
    expect(headers['authorization']).toBeUndefined()
    expect(headers['x-api-key']).toBeUndefined()
  }
  expect(service.requests).toHaveLength(2)
})
