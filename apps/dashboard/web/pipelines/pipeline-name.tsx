import { NotFoundError } from '@waypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { pipelineChoices, pipelineQuery } from './pipeline-queries.ts'

/** Shows the name of a pipeline by its id. */
export function PipelineName({ id }: { id: string }) {
  const choices = useQuery(pipelineChoices)
  const known = choices.data?.find((each) => each.id === id)
  const one = useQuery({ ...pipelineQuery(id), enabled: !choices.isPending && !known })
  const found = known ?? one.data
  if (found) return found.name
  return (
    <span className="quiet">{one.error instanceof NotFoundError ? 'a deleted pipeline' : 'a pipeline'}</span>
  )
}
