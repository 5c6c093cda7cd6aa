import type { AliasApi } from '@waypost/sdk'
import { StatusPill } from '../controls/status-pill.tsx'

type Forwarding = NonNullable<AliasApi.EmailDetail['forwarding']>
type Removed = NonNullable<Forwarding['removed']>

const skippedTexts = {
  message: 'Forwarded as it came: it is signed or encrypted, or could not be read.',
  parts: 'A part of it could not be read, and was forwarded as it came.',
}

/** What was taken out of the forward. */
function describe({ pixels, links, hosts, skipped }: Removed): string {
  if (skipped === 'message') return skippedTexts.message
  const what = [
    ...(pixels > 0 ? [`${count(pixels, 'tracking pixel')} (${hosts.join(', ')})`] : []),
    ...(links > 0 ? [`the tracking parameters of ${count(links, 'link')}`] : []),
  ].join(' and ')
  const said = what === '' ? 'It had no trackers.' : `Removed ${what}.`
  return skipped ? `${said} ${skippedTexts.parts}` : said
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** Where an email was forwarded, or why it was not. */
export function EmailForwarding({ forwarding }: { forwarding: Forwarding }) {
  const { destinations = [forwarding] } = forwarding
  return (
    <span className="stack">
      {destinations.map((each) => (
        <span key={each.to} className="row">
          <Outcome forward={each} />
        </span>
      ))}
    </span>
  )
}

function Outcome({ forward }: { forward: Omit<Forwarding, 'destinations'> }) {
  const { status, to, reason, removed } = forward
  return (
    <>
      <span>{to}</span>
      <StatusPill status={status} />
      {reason !== null && <span>{reason}</span>}
      {removed && <span>{describe(removed)}</span>}
    </>
  )
}
