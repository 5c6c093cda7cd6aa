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
          'a deleted run'
        ) : (
          <Link to="/runs/$id" params={{ id: executionId }}>
            a run
          </Link>
        ),
    },
    { label: 'Expires', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    { label: 'ID', cell: ({ id }) => <code className="small breakable">{id}</code> },
    {
      label: '',
      cell: ({ id }) => (
        <ConfirmButton
          label="Delete"
          ariaLabel={`Delete session ${id}`}
          title="Delete this session?"
          confirm="Delete session"
          onConfirm={() => remove(id)}
        >
          Runs can no longer start with this session.
        </ConfirmButton>
      ),
    },
  ]
  return (
    <>
      <PageHeader
        title="Sessions"
        lead="Cookies and storage that a run saved. A later run can start with them and stays signed in."
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
