import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testEncryptionKeys } from './test-app.ts'
import { readMailEnv } from './env.ts'

const smarthost = 'smtps://user:very-secret@mail.example.net'

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgres://localhost/waypost')
  vi.stubEnv('ENCRYPTION_KEYS', testEncryptionKeys)
  for (const name of ['ALIAS_DATABASE_URL', 'ALIAS_DEV_OUTBOX', 'SMTP_SMARTHOST', 'SMTP_MAX_CLIENTS'])
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
  test('starts with a mail server that delivers for it', () => {
    vi.stubEnv('SMTP_SMARTHOST', smarthost)
    expect(readMailEnv()).toMatchObject({
      SMTP_SMARTHOST: smarthost,
      SMTP_PORT: 2525,
      ALIAS_DEV_OUTBOX: false,
    })
  })

  test('starts without one where a developer wants to read what would leave', () => {
    vi.stubEnv('ALIAS_DEV_OUTBOX', 'true')
    expect(readMailEnv()).toMatchObject({ ALIAS_DEV_OUTBOX: true })
  })

  test('starts with neither, and brings mail to its recipients itself', () => {
    expect(readMailEnv()).toMatchObject({ ALIAS_DEV_OUTBOX: false, SMTP_DELIVERIES: 20 })
  })

  test('does not start with a certificate and no key, which is told together with what else is wrong', () => {
    vi.stubEnv('SMTP_SMARTHOST', smarthost)
    vi.stubEnv('SMTP_TLS_CERT_FILE', '/certificate.pem')
    vi.stubEnv('SMTP_MAX_CLIENTS', 'many')
    expect(refusal()).toContain('  SMTP_TLS_KEY_FILE: ')
    expect(refusal()).toContain('  SMTP_MAX_CLIENTS: ')
  })

  test('never repeats the password of a mail server that it cannot use', () => {
    vi.stubEnv('SMTP_SMARTHOST', smarthost.replace('smtps', 'https'))
    expect(refusal()).toContain('  SMTP_SMARTHOST: ')
    expect(refusal()).not.toContain('very-secret')
  })
})
