import { findUrlIssue, ValidationError } from '@waypost/http'
import type { ApiServices } from '../../services.ts'
import type { BrowserSettings } from './browser-settings.ts'

/** Refuses a proxy on a private or reserved address, which no run can use. */
export function checkProxy(
  { egress }: Pick<ApiServices, 'egress'>,
  settings: BrowserSettings | null | undefined,
): void {
  const server = settings?.proxy?.server
  if (server === undefined || server.startsWith('$')) return
  // The rules of addresses are the same for every protocol.
  const issue = findUrlIssue(egress, 'browser.proxy.server', server.replace(/^socks5h?:/, 'http:'))
  if (issue) throw new ValidationError([{ ...issue, receivedValue: server }])
}
