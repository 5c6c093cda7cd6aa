import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'

// A process of its own, so that what is judged is what stands in its output in the end.
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

test('no secret is in the output, wherever it came from', () => {
  expect(output).not.toContain('hush')
})

test('a request is told by its method, its address and where it came from, and by no header', () => {
  expect(lines.get('request')!['req']).toEqual({
    method: 'GET',
    url: '/api/v1/automations?apiKey=[redacted]&limit=1',
    ip: '10.1.2.3',
  })
})

test('a secret is blanked and what stands beside it stays', () => {
  expect(lines.get('secret')!['webhook']).toEqual({ id: 1, secret: '[redacted]' })
})

test('a failed query is told by its cause, without its parameters', () => {
  expect(lines.get('query')!['err']).toMatchObject({ message: 'connection lost', code: '57P01' })
  expect(lines.get('query without cause')!['err']).toEqual({ message: 'a query failed' })
})

test('a line without words of its own takes those of its error, save where they hold parameters', () => {
  expect(lines.get('speaks for itself')).toBeDefined()
  expect(lines.get('a query failed')!['err']).toMatchObject({ message: 'connection lost' })
})

test('any other error keeps its message, code and stack', () => {
  expect(lines.get('error')!['err']).toMatchObject({
    type: 'Error',
    message: 'plain',
    code: 'E_PLAIN',
    stack: expect.stringContaining('Error: plain') as unknown,
  })
})

test('every line says which process wrote it, and levels below the given one say nothing', () => {
  expect(lines.get('request')).toMatchObject({
    level: 30,
    process: 'test',
    pid: expect.any(Number) as unknown,
  })
  expect(lines.has('not at this level')).toBe(false)
})
