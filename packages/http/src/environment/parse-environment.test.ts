import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

describe('a variable by file', () => {
  let directory: string
  let keysFile: string

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'waypost-env-'))
    keysFile = path.join(directory, 'keys')
    await writeFile(keysFile, 'id:123\n')
    await writeFile(path.join(directory, 'empty'), '\n')
  })
  afterAll(() => rm(directory, { recursive: true }))

  const { DATABASE_URL } = good

  test('is read from it, without the newline at its end', () => {
    expect(parseEnvironment(schema, { DATABASE_URL, KEYS_FILE: keysFile }).KEYS).toBe('id:123'.length)
  })

  test('is refused where the value is given too, or the file is not there or has nothing in it', () => {
    expect(refusalOf({ ...good, KEYS_FILE: keysFile })).toContain('  KEYS_FILE: is given together with KEYS')
    const missing = path.join(directory, 'missing')
    expect(refusalOf({ DATABASE_URL, KEYS_FILE: missing })).toBe(
      'the environment is not right:\n  KEYS_FILE: cannot be read (ENOENT)',
    )
    expect(refusalOf({ DATABASE_URL, KEYS_FILE: path.join(directory, 'empty') })).toContain(
      '  KEYS_FILE: names an empty file',
    )
  })

  test('is told by its own name where its content is wrong, together with what else is wrong, and never repeated', () => {
    const message = refusalOf({ KEYS_FILE: keysFile, DATABASE_URL_FILE: keysFile, PORT: '-1' })
    expect(message).toContain('  DATABASE_URL: is not a postgres:// URL')
    expect(message).toContain('  PORT: ')
    expect(message).not.toContain('id:123')
  })

  test('leaves a variable alone whose own name ends like that, and files that nobody asks for', () => {
    const certificate = z.object({ TLS_CERT: z.string().optional(), TLS_CERT_FILE: z.string() })
    expect(
      parseEnvironment(certificate, { TLS_CERT_FILE: '/nowhere.pem', SSL_FILE: '/nowhere/either' }),
    ).toEqual({
      TLS_CERT_FILE: '/nowhere.pem',
    })
  })

  test('of a service with a database of its own goes before the common one', () => {
    const environment = { DATABASE_URL: 'postgres://all', ALIAS_DATABASE_URL_FILE: '/run/secrets/own' }
    expect(withOwnDatabase('ALIAS', environment)).toMatchObject({
      DATABASE_URL: undefined,
      DATABASE_URL_FILE: '/run/secrets/own',
    })
    const common = { DATABASE_URL_FILE: '/run/secrets/all', ALIAS_DATABASE_URL: 'postgres://own' }
    expect(withOwnDatabase('ALIAS', common)).toMatchObject({
      DATABASE_URL: 'postgres://own',
      DATABASE_URL_FILE: undefined,
    })
  })
})

const headers = (OTEL_EXPORTER_OTLP_HEADERS: string) =>
  parseEnvironment(processEnvironment, { OTEL_EXPORTER_OTLP_HEADERS }).OTEL_EXPORTER_OTLP_HEADERS

describe('what every process takes', () => {
  test('is closed to the outside unless opened', () => {
    expect(parseEnvironment(httpEnvironment, {})).toEqual({
      LOG_LEVEL: 'info',
      METRICS_HOST: '127.0.0.1',
      STOP_DELAY_SECONDS: 0,
      OTEL_EXPORTER_OTLP_HEADERS: {},
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      OTEL_TRACES_SAMPLER_ARG: 1,
      OTEL_RESOURCE_ATTRIBUTES: {},
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

  test('reads pairs, percent-encoded, and says of what is none only where it stands', () => {
    expect(headers('authorization=Basic%20aHVzaA==, x-scope=1')).toEqual({
      authorization: 'Basic aHVzaA==',
      'x-scope': '1',
    })
    for (const bad of ['hush', '=hush', 'a=%hush']) {
      expect(() => headers(bad)).toThrow(/OTEL_EXPORTER_OTLP_HEADERS: is not/)
      expect(() => headers(bad)).not.toThrow(/hush/)
    }
  })
})
