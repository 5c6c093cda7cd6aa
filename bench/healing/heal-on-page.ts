import type { Page } from 'playwright-core'
import { healElement } from '../../apps/automation-api/src/runner/healing/heal-element.ts'
import type { Outcome } from './judge.ts'
import { readKey, type Target } from './look-at-screen.ts'

const ACTIONS = { press: 'click', fill: 'change', choose: 'select' }

/**
 * Heals steps on the page itself, where the selectors recorded on the old page race with the fingerprints; each step once
 * more with its element hidden.
 */
export async function healOnPage(
  group: string,
  page: Page,
  targets: Target[],
  isThere: (key: string) => boolean,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const target of targets) {
    const presence = isThere(target.key) ? 'there' : 'gone'
    outcomes.push(await healOne(group, page, target, presence))
    if (presence === 'gone') continue
    await hide(page, target.key)
    outcomes.push(await healOne(group, page, target, 'removed'))
    await page.evaluate(() => {
      const { restore } = globalThis as unknown as { restore?: () => void }
      restore?.()
    })
  }
  return outcomes
}

async function healOne(
  group: string,
  page: Page,
  target: Target,
  presence: Outcome['presence'],
): Promise<Outcome> {
  const { key, ...recorded } = target
  const type =
    recorded.fingerprint.tag === 'select'
      ? ACTIONS.choose
      : recorded.isEditable
        ? ACTIONS.fill
        : ACTIONS.press
  const healed = await healElement(page, { type, selectors: [], recorded })
  if (healed.outcome === 'failed') {
    return { group, presence, verdict: 'failed', healed: 'failed', key, found: healed.message }
  }
  const found = await readKey(healed.locator)
  const isRight = presence === 'there' && found.key === key
  return {
    group,
    presence,
    verdict: isRight ? 'right' : 'wrong',
    healed: healed.outcome,
    key,
    found: `${found.key} (${healed.message})`,
  }
}

/** Hides the elements with a key until `restore` is called in the page. */
async function hide(page: Page, key: string): Promise<void> {
  await page.evaluate((wanted) => {
    const { keys } = globalThis as unknown as { keys: { of: Map<HTMLElement, string> } }
    const elements = [...keys.of].filter(([, each]) => each === wanted).map(([element]) => element)
    const before = elements.map((element) => element.style.display)
    for (const element of elements) element.style.setProperty('display', 'none', 'important')
    Object.assign(globalThis, {
      restore: () => {
        for (const [index, element] of elements.entries()) {
          element.style.removeProperty('display')
          element.style.display = before[index] ?? ''
        }
      },
    })
  }, key)
}
