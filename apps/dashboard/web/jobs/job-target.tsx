import type { AutomationApi } from '@waypost/sdk'
import { Link } from '@tanstack/react-router'
import { AutomationName } from '../automations/automation-name.tsx'
import { PipelineName } from '../pipelines/pipeline-name.tsx'

/** The automation or pipeline that a job runs. */
export function JobTarget({
  job: { type, targetId },
}: {
  job: Pick<AutomationApi.Job, 'type' | 'targetId'>
}) {
  // The target of a request is unknown until it is matched.
  if (targetId === null) return <span className="quiet">not known yet</span>
  const params = { id: targetId }
  return type === 'automation' ? (
    <Link to="/automations/$id" params={params}>
      <AutomationName id={targetId} />
    </Link>
  ) : (
    <Link to="/pipelines/$id" params={params}>
      <PipelineName id={targetId} />
    </Link>
  )
}
