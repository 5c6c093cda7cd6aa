import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'

// A process of its own, so that the test reads its real output.
const script = `
  import { DrizzleQueryError } from 'drizzle-orm'
  import { createLogger } from './logger.ts'

  const logger = createLogger('test', 'info')
  const headers = { 'x-api-key': 'gfac_hush', authorization: 'Bearer hush', cookie: 'session=hush' }
  const url = '/api/v1/automations?apiKey=gfac_hush&limit=1'
  logger.info({ req: { method: 'GET', url, headers, ip: '10.1.2.3' } }, 'request')
  logger.info({ headers }, 'headers')
  logger.info({ secret: 'hush', token: 'hush' }, 'top')
  logger.info({ webhook: { id: 1, secret: 'hush' } }, 'secret')
  logger.info({ created: { rawKey: 'hush' }, account: { password: 'hush', token: 'hush', refreshToken: 'hush' } }, 'key')
  const cause = Object.assign(new Error('connection lost'), { code: '57P01' })
  logger.error({ err: new DrizzleQueryError('select $1', ['hush'], cause) }, 'query')
  logger.error({ err: new DrizzleQueryError('select $1', ['hush']) }, 'query without cause')
  logger.error({ err: new DrizzleQueryError('select $1', ['hush'], cause) })
  logger.error(new DrizzleQueryError('select $1', ['hush'], cause))
  logger.error(new Error('speaks for itself'))
  logger.error({ err: Object.assign(new Error('plain'), { code: 'E_PLAIN' }) }, 'error')
  logger.debug('not at this level')
`

let output: string
let lines: Map<string, Record<string, unknown>>

beforeAll(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
  })
  output = stdout
  const parsed = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  lines = new Map(parsed.map((line) => [String(line['msg']), line]))
})

test('no secret is in the log, whatever its source', () => {
  expect(output).not.toContain('hush')
})

test('a request is logged with its method, URL and client, and without headers', () => {
  expect(lines.get('request')!['req']).toEqual({
    method: 'GET',
    url: '/api/v1/automations?apiKey=[redacted]&limit=1',
    ip: '10.1.2.3',
  })
})

test('a secret in a log line is redacted, and the text beside it is kept', () => {
  expect(lines.get('secret')!['webhook']).toEqual({ id: 1, secret: '[redacted]' })
})

test('a failed query is logged with its cause, without its parameters', () => {
  expect(lines.get('query')!['err']).toMatchObject({ message: 'connection lost', code: '57P01' })
  expect(lines.get('query without cause')!['err']).toEqual({ message: 'a query failed' })
})

test('a line without a message takes that of its error, unless it contains query parameters', () => {
  expect(lines.get('speaks for itself')).toBeDefined()
  expect(lines.get('a query failed')!['err']).toMatchObject({ message: 'connection lost' })
})

test('other errors are logged with message, code and stack', () => {
  expect(lines.get('error')!['err']).toMatchObject({
    type: 'Error',
    message: 'plain',
    code: 'E_PLAIN',
    stack: expect.stringContaining('Error: plain') as unknown,
  })
})

test('every line names its process, and lines below the log level are not written', () => {
  expect(lines.get('request')).toMatchObject({
    level: 30,
    process: 'test',
    pid: expect.any(Number) as unknown,
  })
  expect(lines.has('not at this level')).toBe(false)
})
