import type { AutomationApi } from '@waypost/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AutomationName } from '../automations/automation-name.tsx'
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
    {
      label: 'Site',
      cell: ({ site }) =>
        site === null ? <span className="quiet">not known</span> : <span className="row-strong">{site}</span>,
    },
    {
      label: 'Automation',
      cell: ({ automationId }) =>
        automationId === null ? (
          <span className="quiet">a deleted automation</span>
        ) : (
          <Link to="/automations/$id" params={{ id: automationId }}>
            <AutomationName id={automationId} />
          </Link>
        ),
    },
    {
      label: 'Saved',
      cell: ({ executionId, createdAt, automationId }) =>
        // The runs of an automation go with it.
        automationId === null ? (
          <Time at={createdAt} />
        ) : (
          <Link to="/runs/$id" params={{ id: executionId }}>
            <Time at={createdAt} />
          </Link>
        ),
    },
    { label: 'Expires', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    {
      label: '',
      cell: ({ id, site, createdAt }) => (
        <ConfirmButton
          label="Delete"
          ariaLabel={`Delete the session of ${site ?? new Date(createdAt).toLocaleString('en')}`}
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
