import type { AutomationApi } from '@waypost/sdk'
import { Link } from '@tanstack/react-router'
import { StatusPill } from '../controls/status-pill.tsx'
import { Time } from '../times/time.tsx'

/** How the newest run of an automation is going, or has ended, and when. */
export function LastRun({ run }: { run: AutomationApi.ListedAutomation['lastRun'] }) {
  if (!run) return <span className="quiet">not run yet</span>
  const { id, status, isStopped, error, createdAt, completedAt } = run
  return (
    <Link className="last-run" to="/runs/$id" params={{ id }} title={error ?? undefined}>
      <StatusPill status={isStopped ? 'stopped' : status} />
      <span className="small quiet">
        <Time at={completedAt ?? createdAt} />
      </span>
    </Link>
  )
}
