import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { Loading } from '../lists/loading.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { emailQuery, threadQuery } from './email-queries.ts'
import { EmailView } from './email-view.tsx'
import { ThreadEmail } from './thread-email.tsx'
import './emails.css'

/** An email, within its conversation where it has one. */
export function EmailPage() {
  const { id } = useParams({ from: '/app/mailbox/$id' })
  const navigate = useNavigate()
  const { data: email, error } = useQuery({
    ...emailQuery(id),
    refetchInterval: ({ state }) => (state.data?.status === 'queued' ? 2_000 : false),
  })
  const [pages, setPages] = useState(1)
  const thread = useQuery({
    ...threadQuery(email?.threadId ?? '', pages),
    enabled: email !== undefined,
    placeholderData: keepPreviousData,
  })
  if (error) return <ErrorNote error={error} />
  if (!email) return <Loading />
  const leave = () => navigate({ to: '/mailbox' })
  // A deleted email is not among those of its conversation, and an old one is on a later page of it.
  const shown = thread.data?.items ?? []
  const others = shown.filter((each) => each.id !== id)
  const isApart = email.deletedAt === undefined && others.length === shown.length
  const hidden = Math.max(0, (thread.data?.total ?? 0) - shown.length - (isApart ? 1 : 0))
  const emails = [...others, email].toSorted(
    (one, other) => one.receivedAt.localeCompare(other.receivedAt) || one.id.localeCompare(other.id),
  )
  return (
    <article className="stack">
      <PageHeader
        title={email.subject || '(no subject)'}
        {...(others.length > 0 && {
          lead: `A conversation of ${emails.length + hidden} emails, oldest first.`,
        })}
      />
      <ErrorNote error={thread.error} />
      {thread.data?.next && hidden > 0 && (
        <div className="row">
          <Button isBusy={thread.isPlaceholderData} onClick={() => setPages(pages + 1)}>
            Show older emails
          </Button>
          <span className="quiet" role="status">
            {hidden.toLocaleString('en')} more
          </span>
        </div>
      )}
      {others.length === 0 ? (
        <EmailView id={id} onDeleted={leave} />
      ) : (
        <ol className="thread" aria-label="Conversation">
          {emails.map((each) =>
            each.id === id ? (
              <ThreadEmail key={id} email={each} isOpened onDeleted={leave} />
            ) : (
              <ThreadEmail key={each.id} email={each} />
            ),
          )}
        </ol>
      )}
    </article>
  )
}
