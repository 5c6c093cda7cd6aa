import { findChromium } from '../../apps/automation-api/src/runner/browser/find-chromium.ts'
import { loadPlaywright } from '../../apps/automation-api/src/runner/browser/load-playwright.ts'
import { collectCandidates } from '../../apps/automation-api/src/runner/healing/collect.ts'
import { decide } from '../../apps/automation-api/src/runner/healing/decide.ts'
import { rankByRarity } from '../../apps/automation-api/src/runner/healing/ranking/rank-by-rarity.ts'
import { rankBySimilarity } from '../../apps/automation-api/src/runner/healing/ranking/rank-by-similarity.ts'

const candidates = 500
const times = 40

const row = (index: number) => `<tr><td>Book ${index}</td><td><button id="b${index}" class="buy action"
  title="Put book ${index} into the basket">Buy ${index}</button></td></tr>`

/** The times in ms to rank 500 elements of a page for a broken step, and to decide. */
export async function timeScoring(): Promise<number[]> {
  const { chromium } = await loadPlaywright()
  const browser = await chromium.launch({
    ...(await findChromium({})),
    chromiumSandbox: process.getuid?.() !== 0,
  })
  try {
    const page = await browser.newPage()
    await page.setContent(
      `<table>${Array.from({ length: candidates }, (_, index) => row(index)).join('')}</table>`,
    )
    const found = await collectCandidates(page, 'press')
    if (found.length !== candidates) throw new Error(`${found.length} candidates`)
    return Array.from({ length: times }, (_, index) => {
      const target = found[(index * 37) % candidates]!
      const startedAt = performance.now()
      const { fingerprint } = target
      decide(target, [rankBySimilarity(fingerprint, found), rankByRarity(fingerprint, found)])
      return performance.now() - startedAt
    })
  } finally {
    await browser.close()
  }
}
