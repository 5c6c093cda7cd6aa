import type { BrowserContext, Page } from 'playwright-core'
import type { BrowserSettings } from '../../automations/settings/browser-settings.ts'
import { contextSettings } from './context-settings.ts'
import { filterRequests } from './filter-requests.ts'
import type { BegunRun } from './prepare-runs.ts'
import { upstreamOf } from './upstream-of.ts'

/**
 * The window of a run, with the settings of its automation. Browsers are opened before it is known for which automation, so
 * one with settings gets another context.
 *
 * @param secrets those of the account that the settings refer to
 */
export async function applySettings(
  run: BegunRun,
  settings: BrowserSettings | null,
  secrets: Record<string, string>,
): Promise<{ context: BrowserContext; page: Page }> {
  if (!settings) return run
  const ownUserAgent = await run.page.evaluate(() => navigator.userAgent)
  const chosen = await contextSettings(settings, secrets, ownUserAgent)
  const upstream = settings.proxy && upstreamOf(settings.proxy, secrets)
  const isOther = Object.keys(chosen).length > 0 || upstream !== undefined
  const window = isOther ? await run.reopen(chosen, upstream) : run
  await filterRequests(window.context, settings, secrets)
  return window
}
