import type { Page } from 'playwright-core'

/** Collects what a page complains of: errors on its console, the policy's refusals among them, and what it throws. */
export function watchProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    // A refused request is said on the console too; pages answer those in words.
    if (message.text().startsWith('Failed to load resource')) return
    // What a mail tried and was kept from.
    if (message.location().url.includes('/mail-frames/')) return
    problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  return problems
}
