import type { BrowserContextOptions } from 'playwright-core'
import type { BrowserSettings } from '../../automations/settings/browser-settings.ts'
import { fillSecrets } from '../../automations/settings/secret-text.ts'
import { loadPlaywright } from './load-playwright.ts'

type Settings = Omit<BrowserContextOptions, 'acceptDownloads' | 'serviceWorkers' | 'proxy'>

/**
 * The settings of an automation as those of a context.
 *
 * @param ownUserAgent the browser's
 */
export async function contextSettings(
  settings: BrowserSettings,
  secrets: Record<string, string>,
  ownUserAgent: string,
): Promise<Settings> {
  const { devices } = await loadPlaywright()
  const { locale, timezone, viewport, userAgentSuffix, geolocation, colorScheme, basicAuth } = settings
  const { defaultBrowserType: _chromium, ...device } = devices[settings.device ?? ''] ?? {
    userAgent: undefined,
  }
  const { width, height, ...screen } = viewport ?? { userAgent: undefined }
  const userAgent = settings.userAgent ?? device.userAgent
  return {
    ...device,
    ...(locale !== undefined && { locale }),
    ...(timezone !== undefined && { timezoneId: timezone }),
    ...(viewport && { ...screen, viewport: { width: width!, height: height! } }),
    ...(userAgent !== undefined && { userAgent }),
    ...(userAgentSuffix !== undefined && { userAgent: `${userAgent ?? ownUserAgent} ${userAgentSuffix}` }),
    ...(geolocation && { geolocation, permissions: ['geolocation'] }),
    ...(colorScheme && { colorScheme }),
    ...(basicAuth && {
      httpCredentials: {
        origin: basicAuth.origin,
        username: fillSecrets(basicAuth.username, secrets),
        password: fillSecrets(basicAuth.password, secrets),
      },
    }),
  }
}
