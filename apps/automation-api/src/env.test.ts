import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readApiEnv, readRunnerEnv } from './env.ts'
import { limitNames } from './limits/limits.ts'
import { readLimits } from './limits/read-limits.ts'

const key = 'sk-very-secret-key'

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgres://localhost/waypost')
  vi.stubEnv('AUTOMATION_DATABASE_URL', '')
  vi.stubEnv('ENCRYPTION_KEYS', `one:${Buffer.alloc(32, 1).toString('base64')}`)
  for (const name of ['LLM_BASE_URL', 'LLM_MODEL', 'LLM_API_KEY', 'STORAGE_URL']) vi.stubEnv(name, '')
})
afterEach(() => vi.unstubAllEnvs())

function refusal(): string {
  try {
    readRunnerEnv()
  } catch (error) {
    return String(error)
  }
  throw new Error('the environment was accepted')
}

describe('the language model of the runner', () => {
  test('is off by default', () => {
    expect(readRunnerEnv()).not.toHaveProperty('LLM_BASE_URL')
  })

  test('is a URL and the name of a model, with or without a key', () => {
    vi.stubEnv('LLM_BASE_URL', 'http://localhost:11434/v1')
    vi.stubEnv('LLM_MODEL', 'small')
    expect(readRunnerEnv()).toMatchObject({ LLM_BASE_URL: 'http://localhost:11434/v1', LLM_MODEL: 'small' })
    vi.stubEnv('LLM_API_KEY', key)
    expect(readRunnerEnv()).toMatchObject({ LLM_API_KEY: key })
  })

  test('needs the name of a model; the error is listed with all others and never shows the key', () => {
    vi.stubEnv('LLM_BASE_URL', 'http://localhost:11434/v1')
    vi.stubEnv('LLM_API_KEY', key)
    expect(refusal()).toContain('  LLM_BASE_URL: needs LLM_MODEL besides')
    vi.stubEnv('RUNNER_CONCURRENCY', 'many')
    expect(refusal()).toMatch(/RUNNER_CONCURRENCY: [^]*LLM_BASE_URL: needs LLM_MODEL/)
    expect(refusal()).not.toContain(key)
  })

  test.each(['localhost:11434', 'file:///etc/passwd', 'ftp://models'])('is refused at %s', (url) => {
    vi.stubEnv('LLM_BASE_URL', url)
    vi.stubEnv('LLM_MODEL', 'small')
    expect(refusal()).toContain('  LLM_BASE_URL: ')
  })
})

describe('the object store', () => {
  test('is off by default', () => {
    expect(readRunnerEnv()).not.toHaveProperty('STORAGE_URL')
  })

  test('is the same for the API and the runner', () => {
    vi.stubEnv('STORAGE_URL', 's3://ada:secret@s3.example.com/uploads')
    vi.stubEnv('WEBHOOK_FALLBACK_SECRET', 'x'.repeat(32))
    vi.stubEnv('JWT_JWKS_URL', 'https://example.com/jwks')
    vi.stubEnv('JWT_ISSUER', 'https://example.com')
    const store = { url: 'https://s3.example.com/uploads', accessKeyId: 'ada', secretAccessKey: 'secret' }
    expect(readRunnerEnv()).toMatchObject({ STORAGE_URL: store })
    expect(readApiEnv()).toMatchObject({ STORAGE_URL: store })
  })

  test('is refused without showing its secret when it cannot be used', () => {
    vi.stubEnv('STORAGE_URL', 'ftp://ada:very-secret@host/uploads')
    expect(refusal()).toContain('  STORAGE_URL: ')
    expect(refusal()).not.toContain('very-secret')
  })
})

test('the page of limits has a line for every limit, with its variable and its default', async () => {
  const page = await readFile(new URL('../../../docs/limits.md', import.meta.url), 'utf8')
  const lines = [...page.matchAll(/^\| `(\w+)` +\| (\d+)( GiB)? +\| `(LIMIT_\w+)` +\|/gm)]
  for (const name of Object.keys(process.env).filter((each) => each.startsWith('LIMIT_')))
    vi.stubEnv(name, '')
  const limits = readLimits(readRunnerEnv())
  expect(
    lines.map(([, name, value, unit]) => [name, Number(value) * (unit ? 2 ** 30 : 1)]).toSorted(),
  ).toEqual(limitNames.map((name) => [name, limits[name]]).toSorted())
  for (const [, name, , , variable] of lines) {
    vi.stubEnv(variable!, '7')
    expect(readLimits(readRunnerEnv())).toEqual({ ...limits, [name!]: 7 })
    vi.stubEnv(variable!, '')
  }
})
