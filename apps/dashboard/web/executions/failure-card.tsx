import { useQuery } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { call } from '../client/call.ts'
import { CodeBlock } from '../controls/code-block.tsx'

/** How the page stood when a step failed, where that is known. */
export function FailureCard({ executionId }: { executionId: string }) {
  const { data } = useQuery({
    queryKey: ['executions', executionId, 'failure'],
    queryFn: () =>
      call(automation.GET('/api/v1/executions/{id}/failure', { params: { path: { id: executionId } } })),
    retry: false,
  })
  if (!data) return null
  return (
    <section className="card stack-tight">
      <h2>The page when it failed</h2>
      <dl className="facts">
        <dt>Title</dt>
        <dd>{data.title}</dd>
        <dt>Address</dt>
        <dd>{data.url}</dd>
      </dl>
      <details>
        <summary>What it showed</summary>
        <CodeBlock text={data.accessibilityTree} what="what the page showed" />
      </details>
    </section>
  )
}
