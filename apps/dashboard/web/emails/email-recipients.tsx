import type { AliasApi } from '@waypost/sdk'
import { StatusPill } from '../controls/status-pill.tsx'

const kinds = { to: '', cc: 'Cc', bcc: 'Bcc' }

/** The recipients of an email that has several, each with what became of it. */
export function EmailRecipients({
  recipients,
}: {
  recipients: NonNullable<AliasApi.EmailDetail['recipients']>
}) {
  return (
    <ul>
      {recipients.map(({ address, kind, status, reason }) => (
        <li key={address} className="row">
          <span className="breakable">{[kinds[kind], address].join(' ').trim()}</span>
          <StatusPill status={status} />
          {reason !== null && <span className="small">{reason}</span>}
        </li>
      ))}
    </ul>
  )
}
