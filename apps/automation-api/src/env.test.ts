import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readRunnerEnv } from './env.ts'

const key = 'sk-very-secret-key'

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgres://localhost/waypost')
  vi.stubEnv('AUTOMATION_DATABASE_URL', '')
  vi.stubEnv('ENCRYPTION_KEYS', `one:${Buffer.alloc(32, 1).toString('base64')}`)
  for (const name of ['LLM_BASE_URL', 'LLM_MODEL', 'LLM_API_KEY']) vi.stubEnv(name, '')
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
  test('is off unless it is given', () => {
    expect(readRunnerEnv()).not.toHaveProperty('LLM_BASE_URL')
  })

  test('is an address and the name of a model, with or without a key', () => {
    vi.stubEnv('LLM_BASE_URL', 'http://localhost:11434/v1')
    vi.stubEnv('LLM_MODEL', 'small')
    expect(readRunnerEnv()).toMatchObject({ LLM_BASE_URL: 'http://localhost:11434/v1', LLM_MODEL: 'small' })
    vi.stubEnv('LLM_API_KEY', key)
    expect(readRunnerEnv()).toMatchObject({ LLM_API_KEY: key })
  })

  test('needs the name of a model, which is told together with what else is wrong, and never the key', () => {
    vi.stubEnv('LLM_BASE_URL', 'http://localhost:11434/v1')
    vi.stubEnv('LLM_API_KEY', key)
    expect(refusal()).toContain('  LLM_BASE_URL: needs LLM_MODEL besides')
    vi.stubEnv('RUNNER_CONCURRENCY', 'many')
    expect(refusal()).toMatch(/RUNNER_CONCURRENCY: [^]*LLM_BASE_URL: needs LLM_MODEL/)
    expect(refusal()).not.toContain(key)
  })

  test.each(['localhost:11434', 'file:///etc/passwd', 'ftp://models'])('is not reached at %s', (url) => {
    vi.stubEnv('LLM_BASE_URL', url)
    vi.stubEnv('LLM_MODEL', 'small')
    expect(refusal()).toContain('  LLM_BASE_URL: ')
  })
})
