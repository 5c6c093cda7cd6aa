import { useQuery } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { CodeBlock } from '../controls/code-block.tsx'

/** The state of the page when a step failed, if it was recorded. */
export function FailureCard({ executionId }: { executionId: string }) {
  const { data } = useQuery({
    queryKey: ['executions', executionId, 'failure'],
    queryFn: () => automation.executions.failure(executionId),
    retry: false,
  })
  if (!data) return null
  return (
    <section className="card stack-tight">
      <h2>Page at the time of failure</h2>
      <dl className="facts">
        <dt>Title</dt>
        <dd>{data.title}</dd>
        <dt>URL</dt>
        <dd>{data.url}</dd>
      </dl>
      <details>
        <summary>Accessibility tree</summary>
        <CodeBlock text={data.accessibilityTree} what="the accessibility tree" />
      </details>
    </section>
  )
}
