import { waitFor } from '@waypost/testing'
import type { Page } from 'playwright-core'

/** Asks the automation service as the page's account. */
export const askAutomations = (page: Page, method: string, path: string, body: object) =>
  page.evaluate(
    async ([verb, place, text]) => {
      const answer = await fetch(`/automation/api/v1/automations${place}`, {
        method: verb,
        headers: { 'content-type': 'application/json' },
        body: text,
      })
      return (await answer.json()) as { id: string; executionId: string }
    },
    [method, path, JSON.stringify(body)] as const,
  )

/** A step that fails at once. */
export const missing = { name: 'Read', type: 'click', selectors: ['#not-there'], timeoutMs: 500 }

/** Creates an automation that opens a page. */
export async function createAutomation(
  page: Page,
  name: string,
  url: string,
  further: object[] = [],
): Promise<string> {
  const actions = [{ name: 'Open', type: 'navigate', url }, ...further]
  return (await askAutomations(page, 'POST', '', { name, actions })).id
}

/** Runs an automation to its end. */
export async function runAutomation(page: Page, id: string): Promise<void> {
  const { executionId } = await askAutomations(page, 'POST', `/${id}/trigger`, {})
  const hasEnded = () =>
    page.evaluate(async (place) => {
      const { completedAt } = (await (await fetch(place)).json()) as { completedAt: string | null }
      // An account may ask only so often in a minute.
      if (completedAt === null) await new Promise((resolve) => setTimeout(resolve, 250))
      return completedAt !== null
    }, `/automation/api/v1/executions/${executionId}`)
  await waitFor('the run to end', hasEnded)
}
