import type { ListenOptions } from './parse-listen-arguments.ts'

/** What a listener says when it begins. */
export function describeListener(url: string, { secrets, forward }: ListenOptions): string {
  const lines = [`Listening on ${url}; Ctrl-C stops.`]
  if (secrets.length === 0)
    lines.push(
      'There is no secret, so deliveries cannot be verified and are shown with “?”. The secret is shown when the webhook',
      'is created: pass it with --secret, or set WAYPOST_WEBHOOK_SECRET.',
    )
  if (forward)
    lines.push(
      secrets.length === 0
        ? `Every delivery is forwarded to ${forward.href}, and its answer passed on.`
        : `Verified deliveries are forwarded to ${forward.href}, and its answers passed on.`,
    )
  return lines.join('\n')
}
