import type { AutomationApi } from '@waypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { automationQuery } from '../automations/automation-queries.ts'
import { ErrorNote } from '../controls/error-note.tsx'
import { StatusPill } from '../controls/status-pill.tsx'
import { loadJob } from '../jobs/load-jobs.ts'
import { Loading } from '../lists/loading.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import { loadIntent } from './load-intents.ts'

const progress: Record<AutomationApi.Intent['status'], string> = {
  received: 'Looking for the automation that is meant …',
  resolved: 'Found it; it runs now.',
  generating: 'No automation does that. One is being written, step by step, on the live page …',
  generated: 'An automation was written for it. It is a draft: try it out before it runs.',
  executed: 'Done.',
  failed: 'Failed.',
}

const reasons: Record<NonNullable<AutomationApi.Intent['reason']>, string> = {
  ambiguous: 'More than one automation may be meant. Choose one of them, or say it more exactly.',
  no_match: 'None of your automations does that.',
  missing_values: 'The automation needs values that the sentence does not have.',
  generation_failed: 'No automation could be written for it.',
  execution_failed: 'The automation was found, but its run failed.',
  timed_out: 'It took too long.',
}

const isOver = ({ status }: AutomationApi.Intent) => ['generated', 'executed', 'failed'].includes(status)

/** What was asked, and what became of it. */
export function IntentPage() {
  const { id } = useParams({ from: '/app/ask/$id' })
  const { data: intent, error } = useQuery({
    queryKey: ['intents', id],
    queryFn: () => loadIntent(id),
    refetchInterval: ({ state }) => (state.data && !isOver(state.data) ? 1_500 : false),
  })
  const automationId = intent?.automationId ?? null
  const { data: automation } = useQuery({
    ...automationQuery(automationId ?? ''),
    enabled: automationId !== null,
  })
  const { data: job } = useQuery({
    queryKey: ['jobs', intent?.jobId],
    queryFn: () => loadJob(intent!.jobId),
    enabled: automationId !== null,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 1_500 : false),
  })
  if (error) return <ErrorNote error={error} />
  if (!intent) return <Loading />
  const found = intent.status === 'generated' ? 'The draft' : 'What matched'
  return (
    <div className="stack">
      <PageHeader
        title={intent.text}
        lead={
          <span className="row">
            <StatusPill status={intent.status} />
            <span>
              Asked <Time at={intent.createdAt} />
            </span>
          </span>
        }
      />
      <p className="note" role="status">
        {progress[intent.status]}
      </p>
      {intent.reason !== null && (
        <div className="note note-warn">
          <p>{reasons[intent.reason]}</p>
          {intent.error !== null && <p>{intent.error}</p>}
          <p>
            <Link to="/ask">Ask again</Link>
          </p>
        </div>
      )}
      {automation && (
        <section className="card stack-tight" aria-label={found}>
          <h2>{found}</h2>
          <p className="row">
            <Link className="row-strong" to="/automations/$id" params={{ id: automation.id }}>
              {automation.name}
            </Link>
            {intent.score !== null && (
              <span className="quiet">
                fits {Math.round(intent.score * 100)} %
                {intent.margin !== null && `, ${Math.round(intent.margin * 100)} points ahead of the next`}
              </span>
            )}
          </p>
          {job?.executionId != null && (
            <p>
              <Link to="/runs/$id" params={{ id: job.executionId }}>
                Watch the run
              </Link>
            </p>
          )}
        </section>
      )}
      {intent.candidates.length > 0 && (
        <section className="card stack-tight">
          <h2>These may be meant</h2>
          <ul className="stack-tight">
            {intent.candidates.map(({ automationId: candidate, automationName, score }) => (
              <li key={candidate} className="row">
                <Link to="/automations/$id" params={{ id: candidate }}>
                  {automationName}
                </Link>
                <span className="quiet">fits {Math.round(score * 100)} %</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
