import type { AutomationApi } from '@waypost/sdk'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { SearchForm } from '../lists/search-form.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import { CreatePipelineButton } from './create-pipeline-button.tsx'
import { loadPipelines } from './pipeline-queries.ts'
import { RunPipelineButton } from './run-pipeline-button.tsx'

const columns: Column<AutomationApi.Pipeline>[] = [
  {
    label: 'Name',
    cell: ({ id, name }) => (
      <Link className="row-strong" to="/pipelines/$id" params={{ id }}>
        {name}
      </Link>
    ),
  },
  { label: 'Automations', cell: ({ automationIds }) => automationIds.length },
  { label: 'Changed', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  { label: '', cell: (pipeline) => <RunPipelineButton pipeline={pipeline} /> },
]

export function PipelinesPage() {
  const { q } = useSearch({ from: '/app/pipelines' })
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="Pipelines"
        lead="Automations that run one after the other and can share a session."
        actions={<CreatePipelineButton />}
      />
      <div className="list-filters">
        <SearchForm
          what="Pipelines"
          label="Name"
          value={q}
          onChange={(text) =>
            void navigate({ to: '/pipelines', search: text === undefined ? {} : { q: text } })
          }
        />
      </div>
      <PagedTable
        caption="Pipelines"
        queryKey={['pipelines', 'list', q ?? '']}
        load={(query) => loadPipelines(query, q)}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          q !== undefined ? (
            <EmptyState title="No pipelines found">None has “{q}” in its name.</EmptyState>
          ) : (
            <EmptyState title="No pipelines yet" action={<CreatePipelineButton />}>
              Create a pipeline when automations belong together, such as signing in and looking something up.
            </EmptyState>
          )
        }
      />
    </>
  )
}
