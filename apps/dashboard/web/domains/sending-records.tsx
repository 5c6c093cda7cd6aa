import { useQuery } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { ErrorNote } from '../controls/error-note.tsx'
import { Loading } from '../lists/loading.tsx'
import { DnsRecord } from './dns-record.tsx'

/** What others look for in DNS when they get mail from a domain: without it, some take it for spam. */
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
        For mail that you write from this domain: SPF says which servers may send it, DKIM signs it, DMARC
        says what others do with mail that is neither. Where you have an SPF record already, add to it what is
        new in this one.
      </p>
      <DnsRecord label="SPF" {...data.spf} />
      {data.dkim.map(({ isPublished, ...record }) => (
        <DnsRecord key={record.host} label="DKIM" {...record} finding={isPublished ? 'found' : 'missing'} />
      ))}
      <DnsRecord label="DMARC" {...data.dmarc} />
    </div>
  )
}
