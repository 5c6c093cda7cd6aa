import type { BrowserSettings } from './browser-settings.ts'

/** The texts of settings that may refer to secrets. */
export function listSettingsTexts({ headers = [], basicAuth, proxy }: BrowserSettings): string[] {
  return [
    ...headers.map(({ value }) => value),
    basicAuth?.username,
    basicAuth?.password,
    proxy?.server,
    proxy?.username,
    proxy?.password,
  ].filter((text) => text !== undefined)
}
