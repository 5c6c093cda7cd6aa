import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testEncryptionKeys } from './testing/test-app.ts'
import { readApiEnv, readMailEnv } from './env.ts'
import { plan } from './accounts/plans.ts'
import { limitName } from './limits/limit-name.ts'

const smarthost = 'smtps://user:very-secret@mail.example.net'

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgres://localhost/waypost')
  vi.stubEnv('ENCRYPTION_KEYS', testEncryptionKeys)
  for (const name of [
    'ALIAS_DATABASE_URL',
    'ALIAS_DEV_OUTBOX',
    'SMTP_SMARTHOST',
    'SMTP_MAX_CLIENTS',
    'STORAGE_URL',
    'ALIAS_FILES_STORED_ONCE',
  ])
    vi.stubEnv(name, '')
})
afterEach(() => vi.unstubAllEnvs())

function refusal(): string {
  try {
    readMailEnv()
  } catch (error) {
    return String(error)
  }
  throw new Error('the environment was accepted')
}

describe('the mail process', () => {
  test('the mail process starts with a smarthost', () => {
    vi.stubEnv('SMTP_SMARTHOST', smarthost)
    expect(readMailEnv()).toMatchObject({
      SMTP_SMARTHOST: smarthost,
      SMTP_PORT: 2525,
      ALIAS_DEV_OUTBOX: false,
    })
  })

  test('the mail process starts without a smarthost in development, with an outbox to read', () => {
    vi.stubEnv('ALIAS_DEV_OUTBOX', 'true')
    expect(readMailEnv()).toMatchObject({ ALIAS_DEV_OUTBOX: true })
  })

  test('the mail process starts with neither and delivers to MX hosts itself', () => {
    expect(readMailEnv()).toMatchObject({ ALIAS_DEV_OUTBOX: false, SMTP_DELIVERIES: 20 })
  })

  test('files are stored once unless an operator says otherwise, in both processes', () => {
    vi.stubEnv('JWT_JWKS_URL', 'http://127.0.0.1:4000/.well-known/jwks.json')
    vi.stubEnv('JWT_ISSUER', 'http://127.0.0.1:4000')
    expect([readMailEnv(), readApiEnv()].map((env) => env.ALIAS_FILES_STORED_ONCE)).toEqual([true, true])
    vi.stubEnv('ALIAS_FILES_STORED_ONCE', 'false')
    expect([readMailEnv(), readApiEnv()].map((env) => env.ALIAS_FILES_STORED_ONCE)).toEqual([false, false])
  })

  test('the mail process does not start with a certificate without its key, and reports all invalid settings together', () => {
    vi.stubEnv('SMTP_SMARTHOST', smarthost)
    vi.stubEnv('SMTP_TLS_CERT_FILE', '/certificate.pem')
    vi.stubEnv('SMTP_MAX_CLIENTS', 'many')
    expect(refusal()).toContain('  SMTP_TLS_KEY_FILE: ')
    expect(refusal()).toContain('  SMTP_MAX_CLIENTS: ')
  })

  test.each([
    ['s3://ada:se%2Fcret@s3.example.com/mail?region=eu-west-1', 'https://s3.example.com/mail', 'eu-west-1'],
    ['http://ada:se%2Fcret@10.0.0.7:9000/mail/waypost/', 'http://10.0.0.7:9000/mail/waypost', 'us-east-1'],
  ])('large content is stored in an object store where %s is set', (given, url, region) => {
    vi.stubEnv('STORAGE_URL', given)
    const store = { url, region, accessKeyId: 'ada', secretAccessKey: 'se/cret' }
    expect(readMailEnv()).toMatchObject({ STORAGE_URL: store })
    vi.stubEnv('JWT_JWKS_URL', 'https://example.com/jwks')
    vi.stubEnv('JWT_ISSUER', 'https://example.com')
    expect(readApiEnv()).toMatchObject({ STORAGE_URL: store })
  })

  test.each([
    'ftp://ada:very-secret@host/mail',
    's3://very-secret@host/mail',
    's3://ada:very-secret@host',
    's3://ada:very-secret%@host/mail',
    's3://ada:very-secret@host/mail?very-secret=1',
    's3://ada:very-secret@ho st/mail',
  ])('an error about an unusable object store does not contain its secret: %s', (given) => {
    vi.stubEnv('STORAGE_URL', given)
    expect(refusal()).toContain('  STORAGE_URL: ')
    expect(refusal()).not.toContain('very-secret')
  })

  test('an error about an unusable smarthost does not contain its password', () => {
    vi.stubEnv('SMTP_SMARTHOST', smarthost.replace('smtps', 'https'))
    expect(refusal()).toContain('  SMTP_SMARTHOST: ')
    expect(refusal()).not.toContain('very-secret')
  })
})

test('the page of limits has a line for every limit of the alias service, with each plan’s number and the variable', async () => {
  const page = await readFile(new URL('../../../docs/limits.md', import.meta.url), 'utf8')
  const amount = String.raw`([\d,]+(?: GiB)?) +\| `
  const line = new RegExp(
    `^\\| \`(\\w+)\` +\\| ${amount.repeat(plan.options.length)}\`(ALIAS_LIMIT_\\w+)\` +\\|`,
    'gm',
  )
  const lines = [...page.matchAll(line)]
  expect(lines.map(([, name]) => name).toSorted()).toEqual(limitName.options.toSorted())
  for (const [, , , , , variable] of lines) vi.stubEnv(variable!, '')
  vi.stubEnv('JWT_JWKS_URL', 'http://127.0.0.1:4003/jwks.json')
  vi.stubEnv('JWT_ISSUER', 'http://127.0.0.1:4003')
  const env = readApiEnv()
  for (const [, , free, pro, business, variable] of lines)
    expect(env[variable as 'ALIAS_LIMIT_DOMAINS'], variable).toEqual({
      free: numberOf(free!),
      pro: numberOf(pro!),
      business: numberOf(business!),
    })
})

const numberOf = (written: string): number =>
  Number(written.replaceAll(',', '').replace(' GiB', '')) * (written.endsWith('GiB') ? 2 ** 30 : 1)
