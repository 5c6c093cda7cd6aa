import type { AutomationApi } from '@waypost/sdk'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ButtonLink } from '../controls/button-link.tsx'
import { Pill } from '../controls/pill.tsx'
import type { Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { SearchForm } from '../lists/search-form.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import { automationBulk } from './automation-bulk.ts'
import { loadAutomations } from './automation-queries.ts'
import { LastRun } from './last-run.tsx'
import { RunButton } from './run-button.tsx'

const columns: Column<AutomationApi.ListedAutomation>[] = [
  {
    label: 'Name',
    cell: ({ id, name, isDraft }) => (
      <span className="row">
        <Link className="row-strong" to="/automations/$id" params={{ id }}>
          {name}
        </Link>
        {isDraft && <Pill tone="warn">draft</Pill>}
      </span>
    ),
  },
  { label: 'Last run', cell: ({ lastRun }) => <LastRun run={lastRun} /> },
  { label: 'Steps', cell: ({ actions }) => actions.length, isDetail: true },
  { label: 'Changed', cell: ({ updatedAt }) => <Time at={updatedAt} />, isDetail: true },
  {
    label: '',
    cell: (automation) =>
      !automation.isDraft && <RunButton automation={automation} lastRun={automation.lastRun} />,
  },
]

const waysToBegin = (
  <>
    <ButtonLink to="/templates">Templates</ButtonLink>
    <ButtonLink to="/automations/import">Import a recording</ButtonLink>
    <ButtonLink to="/automations/new">New automation</ButtonLink>
    <ButtonLink to="/record" tone="primary">
      Record
    </ButtonLink>
  </>
)

export function AutomationsPage() {
  const { q } = useSearch({ from: '/app/automations' })
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="Automations"
        lead="Steps that a browser performs. An automation is run by you, by a pipeline or by your program."
        actions={waysToBegin}
      />
      <div className="list-filters">
        <SearchForm
          what="Automations"
          label="Name or description"
          value={q}
          onChange={(text) =>
            void navigate({ to: '/automations', search: text === undefined ? {} : { q: text } })
          }
        />
      </div>
      <PagedTable
        caption="Automations"
        queryKey={['automations', 'list', q ?? '']}
        load={(query) => loadAutomations({ ...query, include: 'lastRun' }, q)}
        columns={columns}
        rowKey={({ id }) => id}
        bulk={automationBulk}
        refetchInterval={5_000}
        empty={
          q !== undefined ? (
            <EmptyState title="No automations found">None has “{q}” in its name or description.</EmptyState>
          ) : (
            <EmptyState
              title="Create your first automation"
              action={<div className="row">{waysToBegin}</div>}
            >
              Record one here: open a page, click, type, pick what to read. Or import a recording of Chrome’s
              developer tools, or write the steps yourself.
            </EmptyState>
          )
        }
      />
    </>
  )
}
