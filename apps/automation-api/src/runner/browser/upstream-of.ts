import { parseUpstreamProxy, type UpstreamProxy } from '@waypost/egress'
import type { BrowserSettings } from '../../automations/settings/browser-settings.ts'
import { fillSecrets } from '../../automations/settings/secret-text.ts'

/**
 * The proxy that an automation wants.
 *
 * @throws an Error where a secret is not the URL of one
 */
export function upstreamOf(
  proxy: NonNullable<BrowserSettings['proxy']>,
  secrets: Record<string, string>,
): UpstreamProxy {
  const { server, username, password } = proxy
  const parsed = parseUpstreamProxy(fillSecrets(server, secrets))
  // Without its text, which may be a secret.
  if (!parsed) throw new Error('The automation’s proxy is not http://host:port or socks5://host:port')
  return {
    ...parsed,
    ...(username !== undefined && { username: fillSecrets(username, secrets) }),
    ...(password !== undefined && { password: fillSecrets(password, secrets) }),
  }
}
