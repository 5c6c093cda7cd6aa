import { useQuery } from '@tanstack/react-query'
import { describeSize } from '../controls/describe-size.ts'
import { artifactsQuery } from './execution-queries.ts'

/** The files of a run, to download. */
export function ArtifactsCard({ executionId }: { executionId: string }) {
  const { data: artifacts = [] } = useQuery(artifactsQuery(executionId))
  if (artifacts.length === 0) return null
  return (
    <section className="card stack-tight">
      <h2>Files</h2>
      <ul className="stack-tight">
        {artifacts.map(({ id, name, stepName, size }) => (
          <li key={id}>
            <a href={`/automation/api/v1/executions/${executionId}/artifacts/${id}`} download={name}>
              {name}
            </a>{' '}
            <span className="quiet small">
              {describeSize(size)}, by “{stepName}”
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
