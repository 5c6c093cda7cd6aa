import { useQuery } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { ErrorNote } from '../controls/error-note.tsx'
import { Loading } from '../lists/loading.tsx'
import { DnsRecord } from './dns-record.tsx'

/** The DNS records that receivers check for mail from a domain. Without them, some treat the mail as spam. */
export function SendingRecords({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['domains', id, 'dns-records'],
    queryFn: () => alias.domains.dnsRecords(id),
    staleTime: 60_000,
  })
  if (error) return <ErrorNote error={error} />
  if (!data) return <Loading />
  return (
    <div className="stack">
      <p>
        These records are for email that you send from this domain. SPF lists the servers that may send it,
        DKIM signs it, and DMARC tells receivers what to do with email that passes neither check. If you
        already have an SPF record, add the new parts of this one to it.
      </p>
      {data.hints.length > 0 && (
        <ul className="note" aria-label="Missing to send well">
          {data.hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
      <DnsRecord label="SPF" {...data.spf} />
      {data.dkim.map(({ isPublished, ...record }) => (
        <DnsRecord key={record.host} label="DKIM" {...record} finding={isPublished ? 'found' : 'missing'} />
      ))}
      <DnsRecord label="DMARC" {...data.dmarc} />
    </div>
  )
}
