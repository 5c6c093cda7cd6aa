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

test('valid variables are parsed, with defaults for missing ones', () => {
  expect(parseEnvironment(schema, { ...good, ALLOW: ' 10.0.0.0/8,, fd00::/8 ', HOME: '/root' })).toEqual({
    DATABASE_URL: 'postgres://localhost/waypost',
    PORT: 4001,
    MODE: 'one',
    KEYS: 4,
    ALLOW: ['10.0.0.0/8', 'fd00::/8'],
  })
})

test('every invalid variable is named, and no value is repeated', () => {
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

test.each([{}, { KEYS: '' }])('an empty variable counts as missing: %j', (given) => {
  expect(refusalOf({ DATABASE_URL: good.DATABASE_URL, ...given })).toBe(
    'invalid environment:\n  KEYS: is required',
  )
})

test.each(['-1', '65536', '80.5', 'http'])('%s is not a port', (PORT) => {
  expect(refusalOf({ ...good, PORT })).toContain('  PORT: ')
})

describe('a service with a database of its own', () => {
  test('the URL of a database may have several hosts, of which one that takes writes is used', () => {
    const parse = (DATABASE_URL: string) => parseEnvironment(schema, { ...good, DATABASE_URL }).DATABASE_URL
    const several = 'postgres://waypost:secret@db-1:5433,db-2/waypost?target_session_attrs=read-write'
    expect(parse(several)).toBe(several)
    expect(refusalOf({ ...good, DATABASE_URL: 'postgres://db-1,db 2/waypost' })).toContain(
      'DATABASE_URL: has a host that is none',
    )
    expect(
      refusalOf({ ...good, DATABASE_URL: 'postgres://db/waypost?target_session_attrs=standby' }),
    ).toContain('DATABASE_URL: has target_session_attrs that is not one of any, primary, read-write')
  })

  test('a service uses its own database URL', () => {
    const environment = { DATABASE_URL: 'postgres://all', ALIAS_DATABASE_URL: 'postgres://own' }
    expect(withOwnDatabase('ALIAS', environment)['DATABASE_URL']).toBe('postgres://own')
    expect(withOwnDatabase('AUTOMATION', environment)['DATABASE_URL']).toBe('postgres://all')
  })

  test('a service uses the common database URL where its own is empty', () => {
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

  test('reads a variable from its file, without the newline at its end', () => {
    expect(parseEnvironment(schema, { DATABASE_URL, KEYS_FILE: keysFile }).KEYS).toBe('id:123'.length)
  })

  test('refuses a variable given both ways, a missing file and an empty one', () => {
    expect(refusalOf({ ...good, KEYS_FILE: keysFile })).toContain('  KEYS_FILE: is given together with KEYS')
    const missing = path.join(directory, 'missing')
    expect(refusalOf({ DATABASE_URL, KEYS_FILE: missing })).toBe(
      'invalid environment:\n  KEYS_FILE: cannot be read (ENOENT)',
    )
    expect(refusalOf({ DATABASE_URL, KEYS_FILE: path.join(directory, 'empty') })).toContain(
      '  KEYS_FILE: names an empty file',
    )
  })

  test('reports an invalid value by the file’s variable, together with other errors, without repeating it', () => {
    const message = refusalOf({ KEYS_FILE: keysFile, DATABASE_URL_FILE: keysFile, PORT: '-1' })
    expect(message).toContain('  DATABASE_URL: is not a postgres:// URL')
    expect(message).toContain('  PORT: ')
    expect(message).not.toContain('id:123')
  })

  test('leaves variables that only end in _FILE alone, and does not read files that no variable asks for', () => {
    const certificate = z.object({ TLS_CERT: z.string().optional(), TLS_CERT_FILE: z.string() })
    expect(
      parseEnvironment(certificate, { TLS_CERT_FILE: '/nowhere.pem', SSL_FILE: '/nowhere/either' }),
    ).toEqual({
      TLS_CERT_FILE: '/nowhere.pem',
    })
  })

  test('the file of a service’s own database URL takes precedence over the common URL', () => {
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

describe('the environment of every process', () => {
  test('a process is closed to the outside by default', () => {
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
    ['10.0.0.0/8, 127.0.0.1', '10.0.0.0/8,127.0.0.1'],
  ])('TRUST_PROXY=%s trusts %j', (TRUST_PROXY, believed) => {
    expect(parseEnvironment(httpEnvironment, { TRUST_PROXY }).TRUST_PROXY).toBe(believed)
  })

  test('an unknown log level is refused', () => {
    expect(() => parseEnvironment(processEnvironment, { LOG_LEVEL: 'loud' })).toThrow('LOG_LEVEL')
  })

  test('pairs are parsed and percent-decoded, and an error about them names only the variable', () => {
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
