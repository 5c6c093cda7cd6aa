import type { AutomationApi } from '@waypost/sdk'
import { Link } from '@tanstack/react-router'
import { automation } from '../client/automation.ts'
import { loadPage, type PageQuery } from '../client/page.ts'
import type { Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import { HealDecision } from './heal-decision.tsx'

const columns: Column<AutomationApi.UndecidedHeal>[] = [
  {
    label: 'Automation',
    cell: ({ automationId, automationName }) => (
      <Link className="row-strong" to="/automations/$id" params={{ id: automationId }}>
        {automationName}
      </Link>
    ),
  },
  { label: 'Step', cell: ({ actionName }) => actionName },
  { label: 'Found', cell: ({ foundName }) => foundName || 'An element without a name' },
  {
    label: 'Run',
    cell: ({ executionId, createdAt }) => (
      <Link to="/runs/$id" params={{ id: executionId }}>
        <Time at={createdAt} />
      </Link>
    ),
  },
  { label: '', cell: (heal) => <HealDecision automationId={heal.automationId} heal={heal} /> },
]

const loadHeals = (query: PageQuery) => loadPage(automation.automations.undecidedHeals(query))

/** The heals of all automations that nobody has decided about. */
export function HealsPage() {
  return (
    <>
      <PageHeader
        title="Heals"
        lead="Elements that runs found again after a page changed. Accept what is right, and refuse what is not."
      />
      <PagedTable
        caption="Heals to review"
        queryKey={['heals', 'list']}
        load={loadHeals}
        columns={columns}
        rowKey={({ id }) => id}
        refetchInterval={30_000}
        empty={
          <EmptyState title="Nothing to review">
            When a run finds an element again after its page has changed, you can check it here.
          </EmptyState>
        }
      />
    </>
  )
}
