import type { AutomationApi } from '@waypost/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { loadVersions } from '../automations/automation-queries.ts'
import { automation } from '../client/automation.ts'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { Pill } from '../controls/pill.tsx'
import { HealReview } from './heal-review.tsx'

interface Props {
  automationId: string
  /** Undefined while the run goes on: its heals are stored at its end. */
  executionId: string | undefined
  heal: AutomationApi.Execution['selfHealEvents'][number]
}

/** A healed step: its old selector, its new selector, and a button that reverts the heal. */
export function HealCard({ automationId, executionId, heal }: Props) {
  const client = useQueryClient()
  const versions = useQuery({
    queryKey: ['automations', automationId, 'versions', 'newest'],
    queryFn: () => loadVersions(automationId, { limit: 1 }),
    enabled: heal.persisted,
  })
  const newest = versions.data?.items[0]
  // Reverting would lose later changes, so after such a change the user chooses a version instead.
  const revertsTo = newest?.cause === 'healed' ? newest.version - 1 : undefined
  const revert = useMutation({
    mutationFn: (version: number) => automation.automations.restore(automationId, version),
    onSuccess: () => client.invalidateQueries({ queryKey: ['automations', automationId] }),
  })
  const isKept = heal.newSelector === heal.oldSelector
  return (
    <article className="card stack-tight">
      <div className="row">
        <h3>{heal.actionName}</h3>
        {heal.outcome === 'succeeded' ? <Pill tone="good">healed</Pill> : <Pill tone="bad">not healed</Pill>}
        {heal.persisted && <Pill tone="busy">saved for later runs</Pill>}
      </div>
      <p>{heal.message}</p>
      <div className="heal">
        <div className={isKept ? undefined : 'heal-before'}>
          <p className="small quiet">{isKept ? 'Selector' : 'Before'}</p>
          <code className="breakable">{heal.oldSelector}</code>
        </div>
        {heal.newSelector !== null && !isKept && (
          <div className="heal-after">
            <p className="small quiet">After</p>
            <code className="breakable">{heal.newSelector}</code>
          </div>
        )}
      </div>
      {heal.score !== null && (
        <p className="small quiet">
          {Math.round(heal.score * 100)} % alike
          {heal.margin !== null && `, ${Math.round(heal.margin * 100)} points ahead of the next match`}
        </p>
      )}
      {executionId !== undefined && heal.outcome === 'succeeded' && heal.newSelector !== null && (
        <HealReview automationId={automationId} executionId={executionId} event={heal} />
      )}
      {revert.isSuccess ? (
        <p role="status">The old selector is restored.</p>
      ) : revertsTo !== undefined ? (
        <div className="row">
          <ConfirmButton
            label="Revert"
            tone="usual"
            title="Restore the old selector?"
            confirm="Revert"
            onConfirm={() => revert.mutateAsync(revertsTo)}
          >
            This restores the steps of version {revertsTo}. The next run may heal them again.
          </ConfirmButton>
        </div>
      ) : (
        heal.persisted && (
          <p>
            <Link to="/automations/$id" params={{ id: automationId }}>
              See all versions
            </Link>
          </p>
        )
      )}
    </article>
  )
}
