import { useParams } from '@tanstack/react-router'
import { EmptyState } from '../lists/empty-state.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { asService, serviceLabels } from '../services/service.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import type { Column } from '../lists/data-table.tsx'
import { loadAuditLogs, type AuditEntry } from './load-audit-logs.ts'

const columns: Column<AuditEntry>[] = [
  { label: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { label: 'What', cell: ({ action }) => <code>{action}</code> },
  { label: 'On', cell: ({ subject }) => <span className="small breakable">{subject}</span> },
  { label: 'Who', cell: ({ who }) => who },
  { label: 'From', cell: ({ ip }) => <code className="small">{ip}</code> },
  { label: 'Outcome', cell: ({ outcome }) => outcome },
]

export function AuditLogPage() {
  const service = asService(useParams({ from: '/app/audit-log/$service' }).service)
  return (
    <>
      <PageHeader
        title={`${serviceLabels[service]} audit log`}
        lead="Who did what, with which key and from where. Nobody can change it."
      />
      <PagedTable
        caption="Audit log"
        queryKey={['audit-logs', service]}
        load={loadAuditLogs[service]}
        columns={columns}
        rowKey={({ id }) => id}
        limit={50}
        empty={
          <EmptyState title="Nothing happened yet">
            Whatever you or your programs change will be found here.
          </EmptyState>
        }
      />
    </>
  )
}
