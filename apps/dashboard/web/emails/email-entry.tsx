import type { AliasApi } from '@waypost/sdk'
import { Link } from '@tanstack/react-router'
import { Paperclip } from 'lucide-react'
import { StatusPill } from '../controls/status-pill.tsx'
import { SelectBox } from '../lists/select-box.tsx'
import type { Selection } from '../lists/use-selection.ts'
import { Time } from '../times/time.tsx'
import { StarButton } from './star-button.tsx'

interface Props {
  email: AliasApi.Email
  /** Whether the list is of several aliases, so that each email says which it is of. */
  hasAlias: boolean
  /** Absent where emails cannot be selected. */
  selection?: Selection | undefined
}

export function EmailEntry({ email, hasAlias, selection }: Props) {
  const { id, type, status, from, fromName, to, subject, bodyText, hasAttachments, receivedAt } = email
  const { thread = { emails: 1, unread: type === 'received' && !email.isRead ? 1 : 0 } } = email
  const address = type === 'sent' ? from : to
  const isNew = thread.unread > 0
  return (
    <li className="mail">
      {selection && (
        <SelectBox
          label={`Select ${subject || 'this email'}`}
          isSelected={selection.ids.has(id)}
          onToggle={(isRange) => selection.toggle(id, isRange)}
        />
      )}
      <StarButton email={email} />
      <Link className={isNew ? 'mail-line mail-new' : 'mail-line'} to="/mailbox/$id" params={{ id }}>
        <span className="mail-who">
          {isNew && <span className="unseen">New: </span>}
          {type === 'sent' ? `To ${to}` : fromName || from}
          {thread.emails > 1 && (
            <span className="quiet">
              {' '}
              {thread.emails}
              <span className="unseen"> emails</span>
            </span>
          )}
        </span>
        <span className="mail-what">
          <span className="mail-subject">{subject || '(no subject)'}</span>{' '}
          <span className="quiet">{bodyText.slice(0, 120)}</span>
        </span>
        <span className="row small quiet mail-facts">
          {hasAlias && (
            <span className="mail-alias" title={address}>
              <span className="unseen">Alias </span>
              {email.alias ?? address}
            </span>
          )}
          {hasAttachments && (
            <>
              <Paperclip className="mail-clip" size={14} aria-hidden />
              <span className="unseen">with attachments</span>
            </>
          )}
          {status !== undefined && <StatusPill status={status} />}
          <Time at={receivedAt} />
        </span>
      </Link>
    </li>
  )
}
