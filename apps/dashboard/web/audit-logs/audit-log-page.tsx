import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { CheckField } from '../controls/field.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { asService, serviceLabels } from '../services/service.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import type { Column } from '../lists/data-table.tsx'
import { loadAuditLogs, type AuditEntry } from './load-audit-logs.ts'

const columns: Column<AuditEntry>[] = [
  { label: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { label: 'Action', cell: ({ action }) => <code>{action}</code> },
  { label: 'Subject', cell: ({ subject }) => <span className="small breakable">{subject}</span> },
  { label: 'Who', cell: ({ who }) => who },
  { label: 'IP address', cell: ({ ip }) => <code className="small">{ip}</code> },
  { label: 'Outcome', cell: ({ outcome }) => outcome },
]

export function AuditLogPage() {
  const service = asService(useParams({ from: '/app/audit-log/$service' }).service)
  const { reads } = useSearch({ from: '/app/audit-log/$service' })
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title={`${serviceLabels[service]} audit log`}
        lead="Who did what, with which key and from where. Entries cannot be changed."
      />
      {service === 'alias' && (
        <div className="list-filters">
          <CheckField
            label="Also what the pages of the dashboard have read"
            checked={reads === 'all'}
            onChange={({ target }) =>
              void navigate({
                to: '/audit-log/$service',
                params: { service },
                search: target.checked ? { reads: 'all' } : {},
              })
            }
          />
        </div>
      )}
      <PagedTable
        caption="Audit log"
        queryKey={['audit-logs', service, reads ?? '']}
        load={(query) => loadAuditLogs[service](query, reads === 'all')}
        columns={columns}
        rowKey={({ id }) => id}
        limit={50}
        empty={
          <EmptyState title="No entries yet">
            Every change that you or your programs make is listed here.
          </EmptyState>
        }
      />
    </>
  )
}
