import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { KeyName } from '../api-keys/key-name.tsx'
import { Pill } from '../controls/pill.tsx'
import type { Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { ServiceTabs } from '../services/service-tabs.tsx'
import { asService, serviceLabels, type Service } from '../services/service.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import { AuditLogFilters } from './audit-log-filters.tsx'
import { describeAction } from './describe-action.ts'
import { loadAuditLogs, type AuditEntry } from './load-audit-logs.ts'
import { ResourceLink } from './resource-link.tsx'

const columnsOf = (service: Service): Column<AuditEntry>[] => [
  {
    label: 'Action',
    cell: ({ action, request, refusedWith }) => (
      <span>
        <span className="row">
          <span className="row-strong" title={action}>
            {describeAction(action)}
          </span>
          {refusedWith !== null && <Pill tone="bad">refused with {refusedWith}</Pill>}
        </span>
        {request !== null && <code className="small quiet breakable">{request}</code>}
      </span>
    ),
  },
  {
    label: 'Of',
    cell: ({ resource }) => (resource ? <ResourceLink service={service} resource={resource} /> : null),
  },
  {
    label: 'By',
    cell: ({ keyId }) => (keyId === null ? 'you' : <KeyName service={service} id={keyId} />),
  },
  { label: 'IP address', cell: ({ ip }) => <code className="small">{ip}</code> },
  { label: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

export function AuditLogPage() {
  const service = asService(useParams({ from: '/app/audit-log/$service' }).service)
  const filter = useSearch({ from: '/app/audit-log/$service' })
  const navigate = useNavigate()
  const isFiltered = filter.action !== undefined || filter.key !== undefined
  return (
    <>
      <PageHeader
        title={`${serviceLabels[service]} audit log`}
        lead="Who did what, with which key and from where. Entries cannot be changed."
      />
      <ServiceTabs service={service} to="/audit-log/$service" />
      <AuditLogFilters
        service={service}
        filter={filter}
        onChange={(search) => void navigate({ to: '/audit-log/$service', params: { service }, search })}
      />
      <PagedTable
        caption="Audit log"
        queryKey={['audit-logs', service, filter]}
        load={(query) => loadAuditLogs[service](query, filter)}
        columns={columnsOf(service)}
        rowKey={({ id }) => id}
        limit={50}
        empty={
          <EmptyState title={isFiltered ? 'No entries found' : 'No entries yet'}>
            {isFiltered
              ? 'Choose “any” to see the others.'
              : 'Every change that you or your programs make is listed here.'}
          </EmptyState>
        }
      />
    </>
  )
}
