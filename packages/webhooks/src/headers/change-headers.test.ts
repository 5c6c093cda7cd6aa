import { randomBytes } from 'node:crypto'
import { newId } from '@waypost/postgres'
import { expect, test } from 'vitest'
import { createKeyring } from '../keyring.ts'
import { changeHeaders } from './change-headers.ts'
import { redactHeaders, redactOutcome } from './redact-headers.ts'
import { openHeaders, sealHeaders } from './seal-headers.ts'
import { newWebhookHeaders, webhookHeadersChange } from './webhook-headers.ts'

const keyring = createKeyring(`test:${randomBytes(32).toString('base64')}`)
const id = newId()
const url = 'https://example.com/hook'
const stored = { authorization: 'Bearer 0123456789', 'x-tenant': '42' }
const current = { id, url, ...sealHeaders(keyring, id, stored) }
const change = (headers: Parameters<typeof changeHeaders>[2], to = url) => {
  const { sealedHeaders } = { ...current, ...changeHeaders(keyring, current, headers, to) }
  return openHeaders(keyring, id, sealedHeaders)
}

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${at}`, 'v']))

test('headers that a change does not name stay as they are, and null removes one or all', () => {
  expect(change(undefined)).toEqual(stored)
  expect(change({ 'x-tenant': '43' })).toEqual({ ...stored, 'x-tenant': '43' })
  expect(change({ 'x-tenant': null })).toEqual({ authorization: stored.authorization })
  expect(change({ 'x-tenant': null, authorization: null })).toBeUndefined()
  expect(change(null)).toBeUndefined()
})

test('a webhook that moves to another origin takes no value along that is not given again', () => {
  const elsewhere = 'https://example.org/hook'
  expect(change(undefined, 'https://example.com/another')).toEqual(stored)
  expect(() => change(undefined, elsewhere)).toThrow('headers must give authorization again, or null')
  expect(() => change({ authorization: 'Bearer new' }, elsewhere)).toThrow('must give x-tenant again')
  expect(() => change(undefined, 'https://example.com:8443/hook')).toThrow('again')
  expect(change({ authorization: 'Bearer new', 'x-tenant': null }, elsewhere)).toEqual({
    authorization: 'Bearer new',
  })
  expect(change(null, elsewhere)).toBeUndefined()
})

test('sealed headers open for their webhook only', () => {
  expect(() => openHeaders(keyring, newId(), current.sealedHeaders)).toThrow()
})

test('names are kept in lower case, and a name is there once', () => {
  expect(newWebhookHeaders.parse({ 'X-Tenant': '42' })).toEqual({ 'x-tenant': '42' })
  expect(webhookHeadersChange.parse({ 'X-Tenant': null })).toEqual({ 'x-tenant': null })
  expect(newWebhookHeaders.safeParse({ 'X-Tenant': '42', 'x-tenant': '43' }).success).toBe(false)
})

test.each([
  'Host',
  'content-length',
  'Content-Type',
  'User-Agent',
  'Transfer-Encoding',
  'Connection',
  'X-Service-Signature',
  'x-service-anything',
  'Webhook-Id',
  'webhook-signature',
  'Proxy-Authorization',
  'X-Forwarded-For',
  'traceparent',
  '',
  'with space',
  'with:colon',
  'with\nbreak',
  'ümlaut',
  'x'.repeat(101),
])('a header named %j is refused', (name) => {
  expect(newWebhookHeaders.safeParse({ [name]: 'value' }).success).toBe(false)
})

test.each(['', ' before', 'after ', 'two\r\nX-Service-Signature: lines', 'nul\0', 'tab\t', 'é', '€'])(
  'a value of %j is refused',
  (value) => {
    expect(newWebhookHeaders.safeParse({ 'x-tenant': value }).success).toBe(false)
  },
)

test('a webhook has at most twenty headers and 4,096 characters of them, also after a change', () => {
  expect(newWebhookHeaders.safeParse(many(20)).success).toBe(true)
  expect(newWebhookHeaders.safeParse(many(21)).success).toBe(false)
  expect(newWebhookHeaders.safeParse({ 'x-long': 'v'.repeat(4091) }).success).toBe(false)
  expect(() => change(many(19))).toThrow('headers must have no more than 20 names')
})

test('the log has neither the values nor what a receiver repeats of them', () => {
  const sent = { 'content-type': 'application/json', ...stored }
  expect(redactHeaders(sent, stored)).toEqual({
    'content-type': 'application/json',
    authorization: '[redacted]',
    'x-tenant': '[redacted]',
  })
  const outcome = {
    succeeded: false,
    status: 401,
    error: null,
    durationMs: 1,
    responseBody: 'no 0123456789 (42)',
  }
  expect(redactOutcome(outcome, stored).responseBody).toBe('no [redacted] (42)')
})
