import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * What stands in the way of somebody at a page, by the rules of WCAG 2.2 AA that a program can check.
 *
 * @param only some rules, where the others have been looked at
 */
export async function findBarriers(page: Page, only?: string[]): Promise<string[]> {
  // Evaluated, not added as a script: the page's policy would refuse that.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source)
  // What a mail says is its sender's, and runs no script.
  const runOnly = only ? { type: 'rule', values: only } : { type: 'tag', values: standard }
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'], iframes: false })
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  )
}
