import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContextOptions } from 'playwright-core'
import { measureFirstLoad } from '../../e2e/dashboard/measure-first-load.ts'
import { pages } from '../../e2e/dashboard/pages.ts'
import { signUp } from '../../e2e/dashboard/sign-up.ts'
import { startBrowser, type TestBrowser } from '../../e2e/dashboard/start-browser.ts'
import { runStart } from '../../e2e/start-stack.ts'
import { quantile, row, type Row } from '../../harness/report.ts'

const rounds = 5

/**
 * How long each page of the dashboard takes on loopback, with an empty cache, until its main content is visible and its
 * main thread is idle; against an empty page. And what the overview downloads the first time.
 */
export async function bench(say: (line: string) => void): Promise<Row[]> {
  const stack = await runStart()
  const browser = await startBrowser()
  const empty = createServer((_request, response) => response.end('<!doctype html><h1>Empty</h1>Empty'))
  try {
    empty.listen(0, '127.0.0.1')
    await once(empty, 'listening')
    const emptyUrl = `http://127.0.0.1:${(empty.address() as AddressInfo).port}`
    const page = await browser.openPage(stack.dashboardUrl)
    await signUp(page, 'bench@example.com')
    const storageState = await page.context().storageState()
    const { kilobytes, requests } = await measureFirstLoad(browser, stack.dashboardUrl, page)
    say(`the overview: ${requests} requests, ${Math.round(kilobytes)} kB`)

    const medians = new Map<string, number>()
    for (const { path, title, shows } of pages) {
      const tookMs: number[] = []
      for (let round = 0; round < rounds; round += 1)
        tookMs.push(await open(browser, stack.dashboardUrl, { path, title, shows }, { storageState }))
      medians.set(path, quantile(tookMs, 0.5))
      say(`${path}: ${Math.round(medians.get(path)!)} ms, at most ${Math.round(Math.max(...tookMs))} ms`)
    }
    const bare: number[] = []
    for (let round = 0; round < rounds; round += 1)
      bare.push(await open(browser, emptyUrl, { path: '/', title: 'Empty', shows: 'Empty' }))
    const reference = quantile(bare, 0.5)
    const [slowest, slowestMs] = [...medians].toSorted(([, one], [, other]) => other - one)[0]!
    return [
      row('the median page', quantile([...medians.values()], 0.5), 'ms', { reference }),
      row(`the slowest page, ${slowest}`, slowestMs, 'ms', { reference, atMost: 1000 }),
      row('the first load of the overview', requests, 'requests', { atMost: 20 }),
      row('the first load of the overview', kilobytes, 'kB', { atMost: 150 }),
    ]
  } finally {
    empty.close()
    await browser.close()
    await stack.stop()
  }
}

/** Returns the time from the start of the navigation, in ms by the browser's clock. */
async function open(
  browser: TestBrowser,
  baseUrl: string,
  { path, title, shows }: { path: string; title: string; shows: string },
  options?: BrowserContextOptions,
): Promise<number> {
  const page = await browser.openPage(baseUrl, options)
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  await page.getByText(shows).first().waitFor()
  const tookMs = await page.evaluate<number>(
    'new Promise((resolve) => requestIdleCallback(() => resolve(performance.now())))',
  )
  await page.context().close()
  return tookMs
}
