import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useSession } from '../accounts/session-query.ts'
import { ButtonLink } from '../controls/button-link.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { Time } from '../times/time.tsx'
import { showToast } from '../toasts/toasts.ts'
import { deleteDraft, mostDrafts, saveDraft, type KeptDraft } from './drafts.ts'
import { draftsQuery } from './drafts-query.ts'
import { htmlToText } from './html-to-text.ts'

interface Props {
  /** Only those from this alias. */
  addressId: string | undefined
  /** A part of a recipient, the subject or the text. */
  q: string | undefined
}

/** The emails that were begun in this browser, each with the way back to it. */
export function DraftList({ addressId, q }: Props) {
  const client = useQueryClient()
  const query = draftsQuery(useSession()?.account.id ?? '')
  const { data: drafts = [] } = useQuery(query)
  const refresh = () => client.invalidateQueries({ queryKey: query.queryKey })
  const remove = async (draft: KeptDraft) => {
    deleteDraft(draft.place)
    await refresh()
    showToast({
      text: 'The draft is deleted',
      undo: async () => {
        const { place, search, savedAt: _savedAt, ...written } = draft
        saveDraft(place, search, written)
        await refresh()
      },
    })
  }
  const shown = drafts.filter(
    (draft) => (addressId === undefined || draft.fromAddressId === addressId) && contains(draft, q),
  )
  return (
    <div className="stack-tight">
      <p className="quiet">
        Drafts are in this browser only, without their files: the newest {mostDrafts}, until they are sent or
        you sign out.
      </p>
      {shown.length === 0 ? (
        q === undefined ? (
          <EmptyState title="No drafts" action={<ButtonLink to="/compose">New email</ButtonLink>}>
            An email that you begin and do not send is listed here.
          </EmptyState>
        ) : (
          <EmptyState title="No drafts found">
            No draft here has “{q}” in its recipients, subject or text.
          </EmptyState>
        )
      ) : (
        <div className="table-frame">
          <ul aria-label="Drafts">
            {shown.map((draft) => (
              <DraftEntry key={draft.place} draft={draft} onDelete={() => void remove(draft)} />
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function DraftEntry({ draft, onDelete }: { draft: KeptDraft; onDelete: () => void }) {
  const { search, to, subject, html, savedAt } = draft
  return (
    <li className="mail mail-draft">
      <Link className="mail-line" to="/compose" search={search}>
        <span className="mail-who">{to === '' ? 'No recipient' : `To ${to}`}</span>
        <span className="mail-what">
          <span className="mail-subject">{subject || '(no subject)'}</span>{' '}
          <span className="quiet">{htmlToText(html).slice(0, 120)}</span>
        </span>
        <span className="row small quiet mail-facts">
          <Time at={new Date(savedAt).toISOString()} />
        </span>
      </Link>
      <IconButton
        icon={Trash2}
        label={`Delete the draft ${subject || 'without a subject'}`}
        onClick={onDelete}
      />
    </li>
  )
}

function contains({ to, cc, bcc, subject, html }: KeptDraft, q: string | undefined): boolean {
  const wanted = q?.toLowerCase() ?? ''
  return [to, cc, bcc, subject, htmlToText(html)].some((text) => text.toLowerCase().includes(wanted))
}
