import type { AutomationApi } from '@waypost/sdk'
import { Link } from '@tanstack/react-router'
import { AutomationName } from '../automations/automation-name.tsx'
import { Pill } from '../controls/pill.tsx'
import { StatusPill } from '../controls/status-pill.tsx'
import type { Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { describeDuration } from '../times/describe-span.ts'
import { Time } from '../times/time.tsx'
import { loadExecutions, type ExecutionFilter } from './execution-queries.ts'

const started: Column<AutomationApi.Execution> = {
  label: 'Started',
  cell: ({ createdAt }) => <Time at={createdAt} />,
}

interface Props extends ExecutionFilter {
  limit?: number
}

/** A table of runs, newest first, that refreshes itself. */
export function ExecutionsTable({ limit = 20, ...filter }: Props) {
  const isOfOne = filter.automationId !== undefined
  const columns: Column<AutomationApi.Execution>[] = [
    isOfOne
      ? {
          label: 'Started',
          cell: ({ id, createdAt }) => (
            <Link className="row-strong" to="/runs/$id" params={{ id }}>
              <Time at={createdAt} />
            </Link>
          ),
        }
      : {
          label: 'Automation',
          cell: ({ id, automationId }) => (
            <Link className="row-strong" to="/runs/$id" params={{ id }}>
              <AutomationName id={automationId} />
            </Link>
          ),
        },
    {
      label: 'Outcome',
      cell: ({ status, waiting, selfHealEvents, isValidation }) => (
        <span className="row">
          <StatusPill status={status} />
          {waiting && <Pill tone="busy">waits for you</Pill>}
          {selfHealEvents.length > 0 && <Pill tone="busy">healed</Pill>}
          {isValidation && <Pill>validation</Pill>}
        </span>
      ),
    },
    ...(isOfOne ? [] : [started]),
    {
      label: 'Duration',
      cell: ({ startedAt, completedAt }) =>
        startedAt && completedAt ? (
          <span className="unbroken">
            {describeDuration(Date.parse(completedAt) - Date.parse(startedAt))}
          </span>
        ) : (
          '–'
        ),
    },
    { label: 'Error', cell: ({ error }) => (error ? <span className="small">{error}</span> : '–') },
  ]
  return (
    <PagedTable
      caption="Runs"
      queryKey={['executions', 'list', filter]}
      load={(query) => loadExecutions(filter, query)}
      columns={columns}
      rowKey={({ id }) => id}
      limit={limit}
      refetchInterval={5_000}
      empty={
        <EmptyState title="No runs">
          {filter.q !== undefined
            ? `Of the latest 5,000 runs, none has “${filter.q}” in the name of its automation or in its error.`
            : filter.status === undefined
              ? 'Run an automation to watch its steps. The run is then listed here.'
              : 'No run has this status.'}
        </EmptyState>
      }
    />
  )
}
