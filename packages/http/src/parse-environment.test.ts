import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  databaseUrlVariable,
  EnvironmentError,
  parsedVariable,
  parseEnvironment,
  parseList,
  portVariable,
  withOwnDatabase,
} from './parse-environment.ts'
import { httpEnvironment, processEnvironment } from './process-environment.ts'

const schema = z.object({
  DATABASE_URL: databaseUrlVariable,
  PORT: portVariable.default(4001),
  MODE: z.enum(['one', 'two']).default('one'),
  KEYS: parsedVariable((text) => {
    if (!text.startsWith('id:')) throw new Error('must be a list of id:key')
    return text.length
  }),
  ALLOW: z.string().default('').transform(parseList),
})
const good = { DATABASE_URL: 'postgres://localhost/waypost', KEYS: 'id:1' }

function refusalOf(environment: NodeJS.ProcessEnv): string {
  try {
    parseEnvironment(schema, environment)
  } catch (error) {
    expect(error).toBeInstanceOf(EnvironmentError)
    return (error as Error).message
  }
  throw new Error('the environment was accepted')
}

test('what is right is read into values, with defaults where nothing is given', () => {
  expect(parseEnvironment(schema, { ...good, ALLOW: ' 10.0.0.0/8,, fd00::/8 ', HOME: '/root' })).toEqual({
    DATABASE_URL: 'postgres://localhost/waypost',
    PORT: 4001,
    MODE: 'one',
    KEYS: 4,
    ALLOW: ['10.0.0.0/8', 'fd00::/8'],
  })
})

test('every variable that is wrong is named, and no value is repeated', () => {
  const message = refusalOf({
    DATABASE_URL: 'mysql://root:hunter2@localhost/db',
    PORT: 'hunter3',
    MODE: 'hunter4',
    KEYS: 'hunter5',
  })
  for (const name of ['DATABASE_URL', 'PORT', 'MODE', 'KEYS']) expect(message).toContain(`  ${name}: `)
  expect(message).toContain('KEYS: must be a list of id:key')
  expect(message).not.toContain('hunter')
})

test.each([{}, { KEYS: '' }])('a variable that is empty counts as absent: %j', (given) => {
  expect(refusalOf({ DATABASE_URL: good.DATABASE_URL, ...given })).toBe(
    'the environment is not right:\n  KEYS: is required',
  )
})

test.each(['-1', '65536', '80.5', 'http'])('%s is not a port', (PORT) => {
  expect(refusalOf({ ...good, PORT })).toContain('  PORT: ')
})

describe('a service with a database of its own', () => {
  test('uses it', () => {
    const environment = { DATABASE_URL: 'postgres://all', ALIAS_DATABASE_URL: 'postgres://own' }
    expect(withOwnDatabase('ALIAS', environment)['DATABASE_URL']).toBe('postgres://own')
    expect(withOwnDatabase('AUTOMATION', environment)['DATABASE_URL']).toBe('postgres://all')
  })

  test('falls back on the common one where its own is empty', () => {
    const environment = { DATABASE_URL: 'postgres://all', ALIAS_DATABASE_URL: '' }
    expect(withOwnDatabase('ALIAS', environment)['DATABASE_URL']).toBe('postgres://all')
  })
})

describe('what every process takes', () => {
  test('is closed to the outside unless opened', () => {
    expect(parseEnvironment(httpEnvironment, {})).toEqual({
      LOG_LEVEL: 'info',
      METRICS_HOST: '127.0.0.1',
      HOST: '127.0.0.1',
      TRUST_PROXY: false,
      CORS_ORIGINS: [],
    })
  })

  test.each([
    ['true', true],
    ['false', false],
    ['10.0.0.0/8, 127.0.0.1', '10.0.0.0/8, 127.0.0.1'],
  ])('TRUST_PROXY=%s believes %j', (TRUST_PROXY, believed) => {
    expect(parseEnvironment(httpEnvironment, { TRUST_PROXY }).TRUST_PROXY).toBe(believed)
  })

  test('refuses a log level that does not exist', () => {
    expect(() => parseEnvironment(processEnvironment, { LOG_LEVEL: 'loud' })).toThrow('LOG_LEVEL')
  })
})
