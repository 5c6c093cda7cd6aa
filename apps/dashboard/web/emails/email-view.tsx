import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { alias } from '../client/alias.ts'
import { Button, buttonClass } from '../controls/button.tsx'
import { ButtonLink } from '../controls/button-link.tsx'
import { CopyButton } from '../controls/copy-button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { Pill } from '../controls/pill.tsx'
import { StatusPill } from '../controls/status-pill.tsx'
import { Loading } from '../lists/loading.tsx'
import { Time } from '../times/time.tsx'
import { showToast } from '../toasts/toasts.ts'
import { answerTo, othersOf } from './answer-to.ts'
import { Attachments } from './attachments.tsx'
import { EmailBody } from './email-body.tsx'
import { EmailForwarding } from './email-forwarding.tsx'
import { EmailProof } from './email-proof.tsx'
import { emailQuery } from './email-queries.ts'
import { EmailRecipients } from './email-recipients.tsx'
import { EmailSpam } from './email-spam.tsx'
import { StarButton } from './star-button.tsx'

interface Props {
  id: string
  /** Leaves the page that shows a deleted email alone. */
  onDeleted?: (() => Promise<void>) | undefined
}

/** An email with all that can be done with it. Showing it marks it as read. */
export function EmailView({ id, onDeleted }: Props) {
  const client = useQueryClient()
  const { data: email, error } = useQuery(emailQuery(id))
  const markRead = useMutation({
    mutationFn: () => alias.emails.update(id, { isRead: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['emails', 'list'] }),
  })
  const isUnread = email?.type === 'received' && !email.isRead
  const { mutate } = markRead
  useEffect(() => {
    if (isUnread) mutate()
  }, [isUnread, mutate])
  const refresh = () => client.invalidateQueries({ queryKey: ['emails'] })
  const remove = useMutation({
    mutationFn: () => alias.emails.delete(id),
    onSuccess: async () => {
      await onDeleted?.()
      await refresh()
      showToast({
        text: 'The email is in Deleted',
        undo: async () => {
          await alias.emails.restore(id)
          await refresh()
        },
      })
    },
  })
  const restore = useMutation({ mutationFn: () => alias.emails.restore(id), onSuccess: refresh })
  if (error) return <ErrorNote error={error} />
  if (!email) return <Loading />
  const isDeleted = email.deletedAt !== undefined
  const code = email.codes?.find(({ isCertain }) => isCertain)?.value
  return (
    <div className="stack">
      <div className="row">
        {!isDeleted && <StarButton email={email} />}
        {email.type === 'received' && !isDeleted && (
          <>
            <ButtonLink to="/compose" search={answerTo(email)} tone="primary">
              Reply
            </ButtonLink>
            {othersOf(email).length > 0 && (
              <ButtonLink to="/compose" search={{ ...answerTo(email), cc: othersOf(email).join(', ') }}>
                Reply all
              </ButtonLink>
            )}
          </>
        )}
        <a className={buttonClass.usual} href={`/alias/api/v1/emails/${id}/raw`} download>
          Download
        </a>
        {isDeleted ? (
          <Button tone="primary" isBusy={restore.isPending} onClick={() => restore.mutate()}>
            Restore
          </Button>
        ) : (
          <Button tone="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        )}
      </div>
      <ErrorNote error={remove.error ?? restore.error} />
      <dl className="facts">
        <dt>From</dt>
        <dd>{email.fromName === '' ? email.from : `${email.fromName} <${email.from}>`}</dd>
        <dt>To</dt>
        <dd>{email.recipients ? <EmailRecipients recipients={email.recipients} /> : email.to}</dd>
        <dt>{email.type === 'sent' ? 'Sent' : 'Received'}</dt>
        <dd className="row">
          <Time at={email.receivedAt} />
          {email.status !== undefined && <StatusPill status={email.status} />}
          {email.statusReason !== undefined && <span>{email.statusReason}</span>}
        </dd>
        {code !== undefined && (
          <>
            <dt>Code</dt>
            <dd className="row">
              <code>{code}</code>
              <CopyButton text={code} what={`the code ${code}`} />
            </dd>
          </>
        )}
        {email.authentication && (
          <>
            <dt>Sender</dt>
            <dd>
              <EmailProof authentication={email.authentication} />
            </dd>
          </>
        )}
        {email.type === 'received' && (
          <>
            <dt>Spam</dt>
            <dd>
              <EmailSpam email={email} />
            </dd>
          </>
        )}
        {(email.labels || email.removedByRule) && (
          <>
            <dt>Rules</dt>
            <dd className="row">
              {email.labels?.map((label) => (
                <Pill key={label}>{label}</Pill>
              ))}
              {email.removedByRule && <span>A rule of the alias moved it to Deleted.</span>}
            </dd>
          </>
        )}
        {email.forwarding && (
          <>
            <dt>Forwarded</dt>
            <dd className="row">
              <EmailForwarding forwarding={email.forwarding} />
            </dd>
          </>
        )}
      </dl>
      {email.truncated && (
        <p className="note">Only the first part of this email is shown. Download it to see the rest.</p>
      )}
      <EmailBody email={email} />
      <Attachments emailId={id} attachments={email.attachments} />
    </div>
  )
}
