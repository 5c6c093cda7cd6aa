import type { AliasApi } from '@waypost/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { aliasAccountQuery } from '../accounts/alias-account-query.ts'
import { useSession } from '../accounts/session-query.ts'
import { addressChoices } from '../addresses/address-queries.ts'
import { CreateAddressButton } from '../addresses/create-address-button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { ServiceFailure } from '../controls/service-failure.tsx'
import { domainsQuery } from '../domains/domains-query.ts'
import { emailQuery } from '../emails/email-queries.ts'
import type { ComposeSearch } from '../emails/searches.ts'
import { EmptyState } from '../lists/empty-state.tsx'
import { Loading } from '../lists/loading.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { ComposeForm } from './compose-form.tsx'
import { deleteDraft, draftPlace, loadDraft, saveDraft, type Draft } from './drafts.ts'
import { quoteEmail } from './quote-email.ts'
import './compose.css'

export function ComposePage() {
  const client = useQueryClient()
  const search = useSearch({ from: '/app/compose' })
  const { from, as, reply } = search
  const { data: addresses, error, refetch } = useQuery(addressChoices)
  const { data: account } = useQuery(aliasAccountQuery)
  const { data: domains = [] } = useQuery({
    ...domainsQuery,
    enabled: account?.limits.customDomains === true,
  })
  const answered = useQuery({ ...emailQuery(reply ?? ''), enabled: reply !== undefined })
  const place = draftPlace(useSession()?.account.id ?? '', search)
  // Another key begins anew, without what was discarded.
  const [discarded, setDiscarded] = useState(0)
  const active = addresses?.filter(({ isActive }) => isActive)
  // A reply never comes from another alias than the one that received the email: that would reveal the other alias. If
  // the alias can no longer send, the service says so.
  const isOffered = from === undefined || active?.some(({ id }) => id === from)
  const usable = isOffered ? active : active && [{ id: from, address: as ?? 'the chosen alias' }, ...active]
  // An email that cannot be loaded is not quoted, and can be answered all the same.
  const isReady = reply === undefined || answered.data !== undefined || answered.error !== null
  const kept = loadDraft(place)
  const drop = () => {
    deleteDraft(place)
    void client.invalidateQueries({ queryKey: ['drafts'] })
  }
  return (
    <>
      <PageHeader
        title="New email"
        lead="Send an email from one of your aliases. Replies arrive at that alias."
      />
      {error && <ServiceFailure service="alias" error={error} onRetry={() => void refetch()} />}
      <ErrorNote error={answered.error} />
      {!usable && !error && <Loading />}
      {usable?.length === 0 && (
        <EmptyState title="Create an alias first" action={<CreateAddressButton />}>
          Emails are sent from an alias.
        </EmptyState>
      )}
      {usable && usable.length > 0 && isReady && (
        <Begun key={`${place} ${discarded}`} kept={kept}>
          {(restored) => (
            <ComposeForm
              initial={restored ?? begin(search, usable[0]!.id, answered.data)}
              isRestored={restored !== undefined}
              senders={usable}
              answered={reply === undefined ? undefined : { id: reply, addressId: from }}
              mayBeUnsigned={domains.some(({ platformDomain }) => platformDomain === undefined)}
              onChange={(draft) => saveDraft(place, search, draft)}
              onSent={drop}
              onDiscard={() => {
                drop()
                setDiscarded(discarded + 1)
              }}
            />
          )}
        </Begun>
      )}
    </>
  )
}

interface BegunProps {
  kept: Draft | undefined
  children: (restored: Draft | undefined) => React.ReactNode
}

/** Holds the draft that was there at first: what is written since is kept too, and is none that was restored. */
function Begun({ kept, children }: BegunProps) {
  const [restored] = useState(kept)
  return children(restored)
}

const begin = (
  { from, to = '', cc = '', subject = '' }: ComposeSearch,
  firstId: string,
  answered: AliasApi.EmailDetail | undefined,
): Draft => ({
  fromAddressId: from ?? firstId,
  fromName: '',
  to,
  cc,
  bcc: '',
  subject,
  html: answered ? quoteEmail(answered) : '',
})
