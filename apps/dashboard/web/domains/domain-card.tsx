import type { AliasApi } from '@waypost/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { aliasAccountQuery } from '../accounts/alias-account-query.ts'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { StatusPill } from '../controls/status-pill.tsx'
import { DnsRecord } from './dns-record.tsx'
import { DomainRules } from './domain-rules.tsx'
import { domainsQuery } from './domains-query.ts'
import { SendingRecords } from './sending-records.tsx'

interface Props {
  domain: AliasApi.Domain
  /** The records of a domain that was just added. */
  known: AliasApi.CheckedDomain['dnsRecords'] | undefined
  /** Whether it was claimed a moment ago. It then takes the focus from the form, which may be gone. */
  isClaimed: boolean
}

/** A domain, its required DNS records, and the result of the latest check. */
export function DomainCard({ domain: row, known, isClaimed }: Props) {
  const { id, domain, status, platformDomain } = row
  const isSubdomain = platformDomain !== undefined
  const [isOpen, setIsOpen] = useState(known !== undefined)
  const [areRulesOpen, setAreRulesOpen] = useState(false)
  const [isSendingOpen, setIsSendingOpen] = useState(false)
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isClaimed) card.current?.focus()
  }, [isClaimed])
  const client = useQueryClient()
  const check = useQuery({
    queryKey: ['domains', id, 'check'],
    queryFn: async () => {
      const checked = await alias.domains.verify(id)
      if (checked.status !== status) await client.invalidateQueries({ ...domainsQuery, exact: true })
      return checked
    },
    enabled: isOpen,
    // DNS records take a while to spread, and each check costs DNS queries.
    staleTime: 60_000,
  })
  const remove = async () => {
    await alias.domains.delete(id)
    await client.invalidateQueries({ ...domainsQuery, exact: true })
    await client.invalidateQueries({ queryKey: aliasAccountQuery.queryKey })
  }
  const records = check.data?.dnsRecords ?? known
  return (
    <article ref={card} tabIndex={-1} className="card stack" aria-label={domain}>
      <div className="row row-apart">
        <div className="row">
          <h2 className="breakable">{domain}</h2>
          {isSubdomain ? (
            <span className="quiet small">subdomain of this platform</span>
          ) : (
            <StatusPill status={check.data?.status ?? status} />
          )}
        </div>
        <div className="row">
          {!isSubdomain && (
            <Button
              aria-expanded={isOpen}
              isBusy={check.isFetching}
              onClick={() => (isOpen ? void check.refetch() : setIsOpen(true))}
            >
              {check.isFetching ? 'Checking DNS …' : isOpen ? 'Check again' : 'Show records and check'}
            </Button>
          )}
          <ConfirmButton
            label={isSubdomain ? 'Release' : 'Delete'}
            ariaLabel={`${isSubdomain ? 'Release' : 'Delete'} ${domain}`}
            title={`${isSubdomain ? 'Release' : 'Delete'} ${domain}?`}
            confirm={isSubdomain ? 'Release subdomain' : 'Delete domain'}
            onConfirm={remove}
          >
            Its aliases stop receiving mail at once.
            {isSubdomain && ' Nobody else gets the name, and you can claim it again, without these aliases.'}
          </ConfirmButton>
        </div>
      </div>
      <ErrorNote error={check.error} />
      {isOpen && records && (
        <div className="stack">
          {(check.data?.status ?? status) === 'pending' && (
            <p>
              Add both records at your DNS provider. It can take up to 48 hours until they are visible
              everywhere. We also check them automatically.
            </p>
          )}
          <DnsRecord {...records.mx} finding={check.data?.checks.mx ?? 'asking'} />
          <DnsRecord {...records.txt} finding={check.data?.checks.txt ?? 'asking'} />
          <details onToggle={(event) => setIsSendingOpen(event.currentTarget.open)}>
            <summary>Sending from this domain: SPF, DKIM and DMARC</summary>
            {isSendingOpen && <SendingRecords id={id} />}
          </details>
        </div>
      )}
      <details onToggle={(event) => setAreRulesOpen(event.currentTarget.open)}>
        <summary>Catch-all and rules that create aliases</summary>
        {areRulesOpen && <DomainRules domain={row} />}
      </details>
    </article>
  )
}
