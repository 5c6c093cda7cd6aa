import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { createAutomation, missing, runAutomation } from '../../e2e/dashboard/make-runs.ts'
import { measureFirstLoad } from '../../e2e/dashboard/measure-first-load.ts'
import { pages } from '../../e2e/dashboard/pages.ts'
import { signUp } from '../../e2e/dashboard/sign-up.ts'
import { startBrowser, type TestBrowser } from '../../e2e/dashboard/start-browser.ts'
import { runStart } from '../../e2e/start-stack.ts'
import { quantile, row, type Row } from '../../harness/report.ts'
import { startDemoSite } from '../../stack/demo-site.ts'
import { auditPages, categories } from './audit-page.ts'

const rounds = 5
/** As on a phone: slow 4G, as Lighthouse has it, and a processor that is four times slower. */
const phone = { latency: 150, throughput: (1.6 * 1024 * 1024) / 8, slowdown: 4 }

/**
 * How long each page of the dashboard takes on loopback, with an empty cache, until its main content is visible and its
 * main thread is idle; against an empty page. What the overview downloads the first time, for a new account and for one
 * that has runs, how long it takes on a phone, and what Lighthouse says of it.
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
    const first = await measureFirstLoad(browser, stack.dashboardUrl, page)
    say(`the overview: ${first.requests} requests, ${Math.round(first.kilobytes)} kB`)

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
    const [{ path, title, shows }] = pages as [(typeof pages)[number]]
    const onPhone: number[] = []
    for (let round = 0; round < rounds; round += 1)
      onPhone.push(await open(browser, stack.dashboardUrl, { path, title, shows }, { storageState }, phone))
    say(`${path} on a phone: ${Math.round(quantile(onPhone, 0.5))} ms`)
    await makeRuns(page)
    const withRuns = await measureFirstLoad(browser, stack.dashboardUrl, page)
    say(`the overview with runs: ${withRuns.requests} requests, ${Math.round(withRuns.kilobytes)} kB`)
    const [slowest, slowestMs] = [...medians].toSorted(([, one], [, other]) => other - one)[0]!
    return [
      row('the median page', quantile([...medians.values()], 0.5), 'ms', { reference }),
      row(`the slowest page, ${slowest}`, slowestMs, 'ms', { reference, atMost: 1000 }),
      row('the overview', medians.get(path)!, 'ms', { reference, atMost: 300 }),
      row('the overview on slow 4G, with a 4 × slower processor', quantile(onPhone, 0.5), 'ms', {
        atMost: 2500,
      }),
      row('the first load of the overview', first.requests, 'requests', { atMost: 20 }),
      row('the first load of the overview', first.kilobytes, 'kB', { atMost: 150 }),
      row('the first load of the overview with runs', withRuns.requests, 'requests', { atMost: 20 }),
      row('the first load of the overview with runs', withRuns.kilobytes, 'kB', { atMost: 150 }),
      ...(await judge(stack.dashboardUrl, page, say)),
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
  slow?: typeof phone,
): Promise<number> {
  const page = await browser.openPage(baseUrl, options)
  if (slow) await slowDown(page, slow)
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  await page.getByText(shows).first().waitFor()
  const tookMs = await page.evaluate<number>(
    'new Promise((resolve) => requestIdleCallback(() => resolve(performance.now())))',
  )
  await page.context().close()
  return tookMs
}

async function slowDown(page: Page, { latency, throughput, slowdown }: typeof phone): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** A run that completes and one that fails, so that the overview has all of its cards. */
async function makeRuns(page: Page): Promise<void> {
  const site = await startDemoSite()
  try {
    await runAutomation(page, await createAutomation(page, 'Read the shop', site.url))
    await runAutomation(page, await createAutomation(page, 'Read the stock', site.url, [missing]))
  } finally {
    await site.close()
  }
}

/** What Lighthouse says of the pages that are seen first: the lowest score of each category. */
async function judge(url: string, page: Page, say: (line: string) => void): Promise<Row[]> {
  const cookies = await page.context().cookies(url)
  const signedOut = await auditPages([`${url}/sign-in`])
  const signedIn = await auditPages(
    ['/', '/automations', '/mailbox'].map((path) => url + path),
    cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
  )
  const audits = [...signedOut, ...signedIn]
  for (const [place, { scores, failed }] of audits)
    say(`Lighthouse on ${new URL(place).pathname}: ${JSON.stringify(scores)} ${failed.join('; ')}`)
  return categories.map((name) =>
    row(`Lighthouse: ${name}`, Math.min(...audits.map(([, { scores }]) => scores[name])), 'of 100', {
      atLeast: 95,
    }),
  )
}
