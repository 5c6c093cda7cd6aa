import type { ConsoleMessage, BrowserContext, Page } from 'playwright-core'
import { storableText } from '@waypost/postgres'
import { maskSecrets } from '../masking/mask-secrets.ts'

/** The state of a page when a step has failed. */
export interface PageFailure {
  url: string
  title: string
  /** In Playwright's format, YAML. */
  accessibilityTree: string
  consoleErrors: string[]
}

const keptErrors = 20
const longestError = 1000
const longestTree = 64 * 1024
const timeoutMs = 2000

/** Records the last errors in the consoles of all pages. */
export function watchConsole(context: BrowserContext): () => string[] {
  const errors: string[] = []
  const keep = (text: string) => {
    errors.push(text.slice(0, longestError))
    if (errors.length > keptErrors) errors.shift()
  }
  context.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') keep(message.text())
  })
  context.on('weberror', (failure) => keep(failure.error().message))
  return () => [...errors]
}

/** Undefined where the page can no longer be queried. */
export async function readFailure(
  page: Page,
  consoleErrors: string[],
  secrets: string[],
): Promise<PageFailure | undefined> {
  const shown = (text: string, length: number) => storableText(maskSecrets(text, secrets).slice(0, length))
  try {
    const tree = await page.locator('body').ariaSnapshot({ timeout: timeoutMs })
    return {
      url: shown(page.url(), 2048),
      title: shown(await page.title(), 500),
      accessibilityTree: shown(tree, longestTree),
      consoleErrors: consoleErrors.map((error) => shown(error, longestError)),
    }
  } catch {
    return undefined
  }
}
