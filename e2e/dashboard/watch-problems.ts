import type { Page } from 'playwright-core'

/** Collects a page's exceptions and console errors, including violations of the content security policy. */
export function watchProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    // The console also reports refused requests, which pages handle themselves.
    if (message.text().startsWith('Failed to load resource')) return
    // The policy blocked something in an email, as it should.
    if (message.location().url.includes('/mail-frames/')) return
    problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  return problems
}
