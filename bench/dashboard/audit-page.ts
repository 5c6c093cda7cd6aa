import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { findChromium } from '../../apps/automation-api/src/runner/browser/find-chromium.ts'
import { findFreePort } from '../../packages/testing/src/find-free-port.ts'

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export interface Audit {
  /** Of 100, by category. */
  scores: Record<(typeof categories)[number], number>
  /** What costs points, for people. */
  failed: string[]
}

/**
 * Has Lighthouse judge pages as on a phone: slow 4G, and a processor that is four times slower.
 *
 * @param cookie of the signed-in user, as `name=value`
 */
export async function auditPages(urls: string[], cookie?: string): Promise<Map<string, Audit>> {
  const port = await findFreePort()
  const browser = await chromium.launch({
    ...(await findChromium({})),
    chromiumSandbox: process.getuid?.() !== 0,
    args: [`--remote-debugging-port=${port}`],
  })
  try {
    const audits = new Map<string, Audit>()
    for (const url of urls) audits.set(url, await audit(url, port, cookie))
    return audits
  } finally {
    await browser.close()
  }
}

async function audit(url: string, port: number, cookie: string | undefined): Promise<Audit> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: [...categories],
    ...(cookie !== undefined && { extraHeaders: { Cookie: cookie } }),
  })
  if (!result || result.lhr.runtimeError)
    throw new Error(`Lighthouse could not judge ${url}: ${result?.lhr.runtimeError?.message}`)
  const { lhr } = result
  const scores = categories.map((name) => [name, Math.round(100 * (lhr.categories[name]?.score ?? 0))])
  const failed = Object.values(lhr.categories).flatMap(({ auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const { score = null, title, displayValue = '' } = lhr.audits[id] ?? {}
      return weight > 0 && score !== null && score < 0.9 ? [`${title} ${displayValue}`.trim()] : []
    }),
  )
  return { scores: Object.fromEntries(scores) as Audit['scores'], failed }
}
