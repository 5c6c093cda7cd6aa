import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findChromium } from '../../../apps/automation-api/src/runner/browser/find-chromium.ts'
import { keepReached } from '../../bundles/keep-reached.ts'
import { playwrightInParts } from '../../bundles/playwright-in-parts.ts'
import { bundleProgram } from './bundle-program.ts'

test('a bundled Playwright drives browsers, without its command line and its MCP server', async () => {
  const launched = { ...(await findChromium({})), chromiumSandbox: process.getuid?.() !== 0 }
  const file = await bundleProgram(
    'apps/automation-api',
    `
    import { once } from 'node:events'
    import { createServer } from 'node:net'
    import { chromium, devices, selectors } from 'playwright-core'

    await selectors.register('first', { content: '({ queryAll: (root) => [...root.querySelectorAll("button")] })' })
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address()
    await new Promise((closed) => probe.close(closed))
    const args = ['--remote-debugging-port=' + port]
    const browser = await chromium.launch({ ...${JSON.stringify(launched)}, args })

    const overCdp = await chromium.connectOverCDP('http://127.0.0.1:' + port)
    const isConnected = overCdp.isConnected()
    await overCdp.close()

    const context = await browser.newContext(devices['iPhone 13'])
    await context.tracing.start({ snapshots: true, screenshots: true })
    await context.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<button>Press' }))
    const page = await context.newPage()
    await page.goto('http://page.test/')
    await page.locator('first=any').click()
    const session = await context.newCDPSession(page)
    const { result } = await session.send('Runtime.evaluate', { expression: 'screen.width' })
    const picture = await page.locator('button').screenshot()
    const tree = await page.locator('body').ariaSnapshot()
    await context.tracing.stop({ path: process.argv[2] })
    await browser.close()
    console.log(JSON.stringify({ isConnected, width: result.value, format: picture.toString('latin1', 1, 4), tree }))`,
    playwrightInParts(),
  )
  const trace = path.join(path.dirname(file), 'trace.zip')
  const { stdout } = await promisify(execFile)(process.execPath, [file, trace], { timeout: 60_000 })
  expect(JSON.parse(stdout)).toEqual({
    isConnected: true,
    width: 390,
    format: 'PNG',
    tree: '- button "Press"',
  })
  expect((await readFile(trace)).toString('latin1', 0, 2)).toBe('PK')
  const code = await readFile(file, 'utf8')
  expect(code).not.toContain('StdioServerTransport')
  expect(code).not.toContain('ZodError')
})

test('of a script made by a bundler, what a name needs stays on its lines', () => {
  const script = `
var kept = {}, condition = true;
__export(kept, { a: () => used });
var used = () => later();
function later() { return other.left; }
if (condition) { kept.push(1); }
var left = {};
var names = [];
__export(left, { kept: () => kept });
left.property = kept;
Object.freeze(left);
if (kept) left.push(1);
names.sort(), used.length = 2;
var other = 1;
module.exports = kept;`
  const empty = ['var left', '__export(left', 'left.property', 'Object.freeze', 'if (kept)', 'module.exports']
  const expected = script
    .split('\n')
    .map((line) => (empty.some((beginning) => line.startsWith(beginning)) ? '' : line))
  expect(keepReached(script, ['kept'])).toBe(expected.join('\n'))
})

test('a name that a script does not have cannot be kept', () => {
  expect(() => keepReached('var kept = 1', ['kept', 'gone'])).toThrow('the script has no gone')
})
