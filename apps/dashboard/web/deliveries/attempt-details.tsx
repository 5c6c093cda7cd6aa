import { CodeBlock } from '../controls/code-block.tsx'
import { Pill } from '../controls/pill.tsx'
import { describeDuration } from '../times/describe-span.ts'
import { Time } from '../times/time.tsx'
import { describeFailure } from './describe-failure.ts'
import { indentJson } from './indent-json.ts'
import type { Attempt } from '../webhooks/webhook-service.ts'

/** One attempt: its request, and its response or error. */
export function AttemptDetails({ attempt }: { attempt: Attempt }) {
  const { number, startedAt, durationMs, status, error, requestHeaders, responseBody } = attempt
  const isGood = status !== null && status >= 200 && status < 300
  return (
    <li className="stack-tight">
      <div className="row">
        <h3>Attempt {number}</h3>
        {durationMs === null && error === null && status === null ? (
          <Pill tone="busy">in progress</Pill>
        ) : (
          <Pill tone={isGood ? 'good' : 'bad'}>{status ?? error}</Pill>
        )}
        <span className="quiet small">
          <Time at={startedAt} />
          {durationMs !== null && `, took ${describeDuration(durationMs)}`}
        </span>
      </div>
      {!isGood && <p className="small">{describeFailure(status, error)}</p>}
      {requestHeaders !== null && (
        <details>
          <summary>Request headers</summary>
          <CodeBlock
            text={Object.entries(requestHeaders)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
            what={`the headers of attempt ${number}`}
          />
        </details>
      )}
      {responseBody !== null && responseBody !== '' && (
        <details>
          <summary>Response body</summary>
          <CodeBlock text={indentJson(responseBody)} what={`the response to attempt ${number}`} />
        </details>
      )}
    </li>
  )
}
