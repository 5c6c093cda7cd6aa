import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
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
  const { data: thread } = useQuery({ ...threadQuery(email?.threadId ?? ''), enabled: email !== undefined })
  if (error) return <ErrorNote error={error} />
  if (!email) return <Loading />
  const leave = () => navigate({ to: '/mailbox' })
  // A deleted email is not among those of its conversation.
  const others = thread?.items.filter((each) => each.id !== id) ?? []
  const hidden = (thread?.total ?? 0) - (thread?.items.length ?? 0)
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
      {hidden > 0 && <p className="quiet">The {hidden} oldest emails of it are in the inbox only.</p>}
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
