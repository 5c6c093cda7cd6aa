import type { AutomationApi } from '@waypost/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { automation } from '../client/automation.ts'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import type { Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import { loadSessions } from './session-queries.ts'

export function SessionsPage() {
  const client = useQueryClient()
  const remove = async (id: string) => {
    await automation.sessions.delete(id)
    await client.invalidateQueries({ queryKey: ['sessions'] })
  }
  const columns: Column<AutomationApi.Session>[] = [
    { label: 'Saved', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      label: 'By',
      cell: ({ executionId }) =>
        executionId === null ? (
          'a run that is gone'
        ) : (
          <Link to="/runs/$id" params={{ id: executionId }}>
            a run
          </Link>
        ),
    },
    { label: 'Expires', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    { label: 'Id', cell: ({ id }) => <code className="small breakable">{id}</code> },
    {
      label: '',
      cell: ({ id }) => (
        <ConfirmButton
          label="Delete"
          ariaLabel={`Delete session ${id}`}
          title="Delete this session?"
          confirm="Delete it"
          onConfirm={() => remove(id)}
        >
          Runs cannot begin with it any more: they are signed out where it was signed in.
        </ConfirmButton>
      ),
    },
  ]
  return (
    <>
      <PageHeader
        title="Sessions"
        lead="What runs left in their browsers: cookies and storage. A later run can begin with it, still signed in."
      />
      <PagedTable
        caption="Sessions"
        queryKey={['sessions', 'list']}
        load={loadSessions}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No sessions saved">
            Tick “Save the session” when you run an automation that signs in somewhere.
          </EmptyState>
        }
      />
    </>
  )
}
