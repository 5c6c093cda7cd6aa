import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'

// A process of its own, so that the test reads its real output.
const script = `
  import { createApp } from '../create-app.ts'
  import { createLogger } from './logger.ts'
  import { standardErrorForm } from '../errors/standard-error-form.ts'

  const logger = createLogger('test', process.argv[1])
  const app = createApp({ logger, errorForm: standardErrorForm, trustProxy: false, corsOrigins: [] })
  for (const url of ['/healthz', '/readyz', '/fine']) app.get(url, async () => ({}))
  app.get('/broken', async () => { throw new Error('told to the operator') })
  const headers = { 'x-api-key': 'gfac_hush', authorization: 'Bearer hush' }
  const urls = ['/healthz', '/readyz', '/fine?apiKey=gfac_hush&limit=1', '/nowhere?token=hush', '/broken']
  for (const url of urls) await app.inject({ url, headers, remoteAddress: '10.1.2.3' })
  await app.close()
`

interface Line {
  level: number
  process: string
  msg: string
  reqId: string
  req: { method: string; url: string; ip: string }
  res: { statusCode: number }
  responseTime: number
  err?: { message: string }
}

async function run(level: string): Promise<{ output: string; lines: Line[] }> {
  const parameters = ['--input-type=module', '--eval', script, level]
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { cwd: import.meta.dirname })
  const lines = stdout.split('\n').filter(Boolean)
  return { output: stdout, lines: lines.map((line) => JSON.parse(line) as Line) }
}

let written: { output: string; lines: Line[] }

beforeAll(async () => {
  written = await run('info')
})

const requestLines = () => written.lines.filter(({ msg }) => msg === 'request')

test('every request is logged in one line, also the last one before the exit, and probes are not logged', () => {
  expect(requestLines().map(({ req, res }) => [req.method, req.url, res.statusCode])).toEqual([
    ['GET', '/fine?apiKey=[redacted]&limit=1', 200],
    ['GET', '/nowhere?token=[redacted]', 404],
    ['GET', '/broken', 500],
  ])
})

test('the request line names process, client and duration', () => {
  for (const line of requestLines()) {
    expect(line).toMatchObject({ level: 30, process: 'test', req: { ip: '10.1.2.3' } })
    expect(line.reqId).toMatch(/^[0-9a-f-]{36}$/)
    expect(line.responseTime).toBeGreaterThan(0)
  }
})

test('an unexpected error is logged with the id of its request’s line', () => {
  const failure = written.lines.find(({ err }) => err?.message === 'told to the operator')!
  expect(failure).toMatchObject({ level: 50, msg: 'unexpected error' })
  expect(failure.reqId).toBe(requestLines().find(({ req }) => req.url === '/broken')!.reqId)
})

test('no credential is in the request log', () => {
  expect(written.output).not.toContain('hush')
})

test('above the level info, answered requests are not logged', async () => {
  const { lines } = await run('warn')
  expect(lines.map(({ msg }) => msg)).toEqual(['unexpected error'])
})
