import type { AutomationApi } from '@waypost/sdk'
import { Pill } from '../controls/pill.tsx'
import { StatusPill } from '../controls/status-pill.tsx'

/** Whether a schedule runs, and how the last time ended. */
export function ScheduleStatus({ schedule }: { schedule: AutomationApi.Schedule }) {
  const { isActive, nextRuns, lastStatus } = schedule
  return (
    <span className="row">
      {!isActive && <Pill tone="warn">paused</Pill>}
      {isActive && nextRuns.length === 0 && <Pill tone="plain">ended</Pill>}
      {lastStatus ? <StatusPill status={lastStatus} /> : <span className="quiet">not run yet</span>}
    </span>
  )
}
