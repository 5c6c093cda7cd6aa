import type { AutomationApi } from '@waypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AutomationName } from '../automations/automation-name.tsx'
import { pipelineQuery } from '../pipelines/pipeline-queries.ts'

/** What a schedule starts, with the way there. */
export function TargetLink({ target: { type, id } }: { target: AutomationApi.Schedule['target'] }) {
  if (type === 'automation')
    return (
      <Link to="/automations/$id" params={{ id }}>
        <AutomationName id={id} />
      </Link>
    )
  if (type === 'pipeline') return <PipelineLink id={id} />
  return <span>a request in plain language</span>
}

function PipelineLink({ id }: { id: string }) {
  const { data } = useQuery(pipelineQuery(id))
  return (
    <Link to="/pipelines/$id" params={{ id }}>
      {data?.name ?? 'a pipeline'}
    </Link>
  )
}
