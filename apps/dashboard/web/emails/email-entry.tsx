import type { AliasApi } from '@waypost/sdk'
import { Link } from '@tanstack/react-router'
import { StatusPill } from '../controls/status-pill.tsx'
import { Time } from '../times/time.tsx'
import { StarButton } from './star-button.tsx'

/** An email in a list. */
export function EmailEntry({ email }: { email: AliasApi.Email }) {
  const { id, type, status, from, fromName, to, subject, bodyText, isRead, hasAttachments, receivedAt } =
    email
  const isNew = type === 'received' && !isRead
  return (
    <li className="mail">
      <StarButton email={email} />
      <Link className={isNew ? 'mail-line mail-new' : 'mail-line'} to="/mailbox/$id" params={{ id }}>
        <span className="mail-who">
          {isNew && <span className="unseen">New: </span>}
          {type === 'sent' ? `To ${to}` : fromName || from}
        </span>
        <span className="mail-what">
          <span className="mail-subject">{subject || '(no subject)'}</span>{' '}
          <span className="quiet">{bodyText.slice(0, 120)}</span>
        </span>
        <span className="row small quiet">
          {hasAttachments && <span>with attachments</span>}
          {status !== undefined && <StatusPill status={status} />}
          <Time at={receivedAt} />
        </span>
      </Link>
    </li>
  )
}
