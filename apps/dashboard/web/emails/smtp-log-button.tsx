import type { AliasApi } from '@waypost/sdk'
import { useState } from 'react'
import { alias } from '../client/alias.ts'
import { loadPage, type PageQuery } from '../client/page.ts'
import { Button } from '../controls/button.tsx'
import { Modal } from '../controls/modal.tsx'
import { Pill } from '../controls/pill.tsx'
import type { Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { Time } from '../times/time.tsx'

const loadEntries = (id: string, query: PageQuery) => loadPage(alias.addresses.listSmtpLog(id, query))

const columns: Column<AliasApi.SmtpLogEntry>[] = [
  { label: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    label: 'From',
    cell: ({ from, clientName, clientIp }) => (
      <span>
        <span className="breakable">{from || 'no sender (a bounce)'}</span>{' '}
        <span className="small quiet breakable">by {clientName || clientIp}</span>
      </span>
    ),
  },
  {
    label: 'Response',
    cell: ({ accepted, answer }) => (
      <span>
        <Pill tone={accepted ? 'good' : 'bad'}>{accepted ? 'Accepted' : 'Refused'}</Pill>{' '}
        <span className="small">{answer}</span>
      </span>
    ),
  },
]

/** Shows the responses to sending servers, for finding an email that did not arrive. */
export function SmtpLogButton({
  address: { id, address },
}: {
  address: Pick<AliasApi.Alias, 'id' | 'address'>
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>SMTP log</Button>
      <Modal title="SMTP log" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <p className="quiet page-note">
          Responses to the servers that tried to deliver email to {address}, including rejections. Kept for a
          week.
        </p>
        <PagedTable
          caption={`SMTP log of ${address}`}
          queryKey={['addresses', 'smtp-log', id]}
          load={(query) => loadEntries(id, query)}
          columns={columns}
          rowKey={(entry) => entry.id}
          refetchInterval={5_000}
          limit={10}
          empty={
            <EmptyState title="No entries">
              No server tried to deliver email to this alias in the last week. Check the sender’s side.
            </EmptyState>
          }
        />
      </Modal>
    </>
  )
}
