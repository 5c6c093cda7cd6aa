/** The chat services whose message form a webhook can have. */
export const messageFormats = { slack: 'Slack', discord: 'Discord', teams: 'Microsoft Teams' } as const

export type MessageFormat = keyof typeof messageFormats

export const isMessageFormat = (text: string): text is MessageFormat => Object.hasOwn(messageFormats, text)

/** The chat service whose incoming webhook has this URL, where it is one of theirs. */
export function guessFormat(url: string): MessageFormat | undefined {
  const { hostname = '', pathname = '' } = URL.parse(url) ?? {}
  if (hostname === 'hooks.slack.com') return 'slack'
  if (/^(?:\w+\.)?discord(?:app)?\.com$/.test(hostname) && pathname.startsWith('/api/webhooks/'))
    return 'discord'
  // Incoming webhooks of Teams, and workflows.
  return /\.(?:webhook\.office\.com|logic\.azure\.com|api\.powerplatform\.com)$/.test(hostname)
    ? 'teams'
    : undefined
}
