import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { z } from 'zod'
import type { Action } from '../../automations/action.ts'
import type { newAutomation } from '../../automations/automation.ts'
import { createAutomation } from '../../automations/create-automation.ts'
import { triggerAutomation } from '../../automations/trigger-automation.ts'
import { artifacts } from '../../db/artifact-tables.ts'
import { executions } from '../../db/tables.ts'
import { launchBrowser } from '../browser/launch-browser.ts'
import { ada, openRunnerBed } from '../test-runner.ts'

const { bed, execute, asRunner } = openRunnerBed({
  url: 'https://hooks.test/',
  events: ['automation.failed'],
})
beforeEach(() => {
  bed.page = '<h1>Harbour Books</h1><script>console.log("the console")</script>'
})

const open = (): Action => ({ type: 'navigate', name: 'Open the shop', url: bed.site.url })
const missing: Action = { type: 'click', name: 'Buy the book', selectors: ['#buy'], timeoutMs: 300 }

async function run(
  actions: Action[],
  more: Partial<z.infer<typeof newAutomation>> = {},
  trigger: Parameters<typeof triggerAutomation>[3] = {},
) {
  const { services } = bed.service
  const { id } = await createAutomation(services, ada, { name: newId(), actions, ...more })
  const { executionId } = await triggerAutomation(services, ada, id, trigger)
  await execute(executionId)
  const [row] = await services.db.select().from(executions).where(eq(executions.id, executionId))
  const kept = await services.db.select().from(artifacts).where(eq(artifacts.executionId, executionId))
  return { error: row!.error, kept: kept.filter(({ kind }) => kind === 'trace') }
}

async function contentOf(blobId: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of await asRunner().storage.open(blobId)) pieces.push(piece)
  return Buffer.concat(pieces)
}

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.zip': 'application/zip',
}

/** Playwright's own viewer with a trace, and the text that it shows. */
async function view(trace: Buffer): Promise<string> {
  const viewer = join(
    dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')),
    'lib/vite/traceViewer',
  )
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://viewer')
    const reading = pathname === '/trace.zip' ? Promise.resolve(trace) : readFile(join(viewer, pathname))
    reading.then(
      (content) =>
        response
          .writeHead(200, { 'content-type': types[extname(pathname)] ?? 'application/octet-stream' })
          .end(content),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const browser = await launchBrowser()
  onTestFinished(async () => {
    await browser.close()
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // The viewer reads a trace in a service worker, which the contexts of runs do not allow.
  const own = await browser.newContext()
  const context = await own.browser()!.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/index.html?trace=${encodeURIComponent(`${url}/trace.zip`)}`)
  await page
    .getByText(/Buy the book/)
    .first()
    .waitFor()
  return page.locator('body').innerText()
}

describe('a run that fails', () => {
  test('leaves a trace of that moment, which Playwright’s viewer opens', async () => {
    const { error, kept } = await run([open(), missing])
    expect(error).toContain('Buy the book')
    expect(kept).toMatchObject([
      { name: 'trace.zip', contentType: 'application/zip', stepName: 'Buy the book' },
    ])
    expect(await view(await contentOf(kept[0]!.blobId))).toContain('no element matches')
  })

  test('ends without its trace where the page does not respond any more', async () => {
    bed.page = '<h1>Busy</h1><script>setTimeout(() => { while (true); }, 50)</script>'
    const { error } = await run([
      open(),
      { type: 'wait', name: 'A moment', durationMs: 100 },
      { type: 'extractText', name: 'Read', selectors: ['h1'], output: 'title', timeoutMs: 200 },
    ])
    expect(error).toContain('"Read" (extractText) failed')
  })

  test('leaves none where its automation wants none', async () => {
    expect((await run([open(), missing], { trace: 'none' })).kept).toEqual([])
  })

  test.each<[string, Parameters<typeof run>[1], Parameters<typeof run>[2]]>([
    ['a secret', { variables: { password: { secret: true, default: 'correct horse' } } }, {}],
    ['a session to save', {}, { saveSession: true }],
  ])('leaves none where it has %s', async (_what, more, trigger) => {
    for (const trace of ['failures', 'all'] as const)
      expect((await run([open(), missing], { ...more, trace }, trigger)).kept).toEqual([])
  })
})

describe('a run that completes', () => {
  test('leaves no trace, unless its automation wants one of every run', async () => {
    expect((await run([open()])).kept).toEqual([])
    const { error, kept } = await run([open(), { ...missing, optional: true }], { trace: 'all' })
    expect(error).toBeNull()
    expect(kept).toHaveLength(1)
    const shown = await view(await contentOf(kept[0]!.blobId))
    expect(shown).toContain('Open the shop')
  })
})
