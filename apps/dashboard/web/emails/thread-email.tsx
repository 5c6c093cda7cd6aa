import type { AliasApi } from '@waypost/sdk'
import { useState } from 'react'
import { Pill } from '../controls/pill.tsx'
import { StatusPill } from '../controls/status-pill.tsx'
import { Time } from '../times/time.tsx'
import { EmailView } from './email-view.tsx'
import { splitQuoted } from './split-quoted.ts'

interface Props {
  email: AliasApi.Email | AliasApi.EmailDetail
  /** Whether it is shown as a whole at first. */
  isOpened?: boolean
  onDeleted?: () => Promise<void>
}

/** An email of a conversation: one line of it, or all of it. */
export function ThreadEmail({ email, isOpened = false, onDeleted }: Props) {
  const [isOpen, setIsOpen] = useState(isOpened)
  const { id, type, from, fromName, to, bodyText, isRead, receivedAt, status, isSpam } = email
  const isNew = type === 'received' && !isRead
  return (
    <li className="card stack-tight">
      <button
        type="button"
        className={isNew ? 'thread-head mail-new' : 'thread-head'}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="mail-who">
          {isNew && <span className="unseen">New: </span>}
          {type === 'sent' ? `To ${to}` : fromName || from}
        </span>
        <span className="mail-what quiet">{!isOpen && splitQuoted(bodyText).text.slice(0, 120)}</span>
        <span className="row small quiet">
          {isForged(email) && <Pill tone="bad">forged</Pill>}
          {isSpam && <Pill tone="bad">spam</Pill>}
          {status !== undefined && <StatusPill status={status} />}
          <Time at={receivedAt} />
        </span>
      </button>
      {isOpen && <EmailView id={id} onDeleted={onDeleted} />}
    </li>
  )
}

const isForged = (email: Props['email']): boolean | undefined =>
  'attachments' in email ? email.authentication?.verdict === 'forged' : email.isForged
