import { chromium, type Browser } from 'playwright-core'
import { findChromium } from '../../apps/automation-api/src/runner/browser/find-chromium.ts'

/** Asks for a number of runs of the five steps, `atATime` concurrently; the answer is the duration of each until its last screenshot, in ms. */
export interface BareOrder {
  url: string
  runs: number
  atATime: number
  /** A new browser for each run; by default one that is warm serves all. */
  launches?: boolean
}

// The reference: plain Playwright in a process of its own.
const found = await findChromium({})
const launch = () => chromium.launch({ ...found, chromiumSandbox: process.getuid?.() !== 0 })
const browser = await launch()
process.on('message', (order: BareOrder) => {
  void measure(order).then((durations) => process.send!(durations))
})
process.once('disconnect', () => void browser.close().then(() => process.exit()))
process.send!('ready')

async function measure({ url, runs, atATime, launches = false }: BareOrder): Promise<number[]> {
  const durations: number[] = []
  let left = runs
  const worker = async () => {
    while (left-- > 0) {
      const from = launches ? await launch() : browser
      durations.push(await run(from, url))
      if (launches) await from.close()
    }
  }
  await Promise.all(Array.from({ length: atATime }, worker))
  return durations
}

async function run(from: Browser, url: string): Promise<number> {
  const startedAt = performance.now()
  const context = await from.newContext({ acceptDownloads: false, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto(url)
  await page.screenshot({ type: 'jpeg', quality: 60 })
  await page.locator('#title').fill('harbour')
  await page.locator('#go').click()
  await page.locator('.book').nth(9).waitFor()
  const books = await page.locator('.book').allInnerTexts()
  if (books[9] !== 'harbour 9') throw new Error(`read ${books[9]}`)
  await page.screenshot({ type: 'jpeg', quality: 60 })
  const durationMs = performance.now() - startedAt
  await context.close()
  return durationMs
}
