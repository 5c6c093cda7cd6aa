import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Finds accessibility violations of a page by the automatically checkable rules of WCAG 2.2 AA.
 *
 * @param only checks only these rules
 */
export async function findBarriers(page: Page, only?: string[]): Promise<string[]> {
  // Evaluated, not added as a script, which the page's content security policy would refuse.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source)
  // The content of an email is its sender's, and its frame runs no scripts.
  const runOnly = only ? { type: 'rule', values: only } : { type: 'tag', values: standard }
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'], iframes: false })
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  )
}
