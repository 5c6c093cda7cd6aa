import type { AutomationApi } from '@waypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { automationQuery } from '../automations/automation-queries.ts'
import { StepsList } from '../automations/steps-list.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { StatusPill } from '../controls/status-pill.tsx'
import { loadJob } from '../jobs/load-jobs.ts'
import { Loading } from '../lists/loading.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import { Candidates } from './candidates.tsx'
import { loadIntent } from './load-intents.ts'

const progress: Record<AutomationApi.Intent['status'], string> = {
  received: 'Looking for a matching automation …',
  resolved: 'Found a matching automation. It runs now.',
  generating: 'No automation matches. A draft is being written, step by step, on the live page …',
  generated:
    'A draft was written for this request. Read its steps, then validate it: before that it cannot run.',
  executed: 'Done.',
  failed: 'Failed.',
}

const reasons: Record<NonNullable<AutomationApi.Intent['reason']>, string> = {
  ambiguous: 'More than one automation matches. Choose one of them, or describe the request more exactly.',
  no_match: 'None of your automations matches.',
  missing_values: 'The automation needs values that the request does not contain.',
  generation_failed: 'No automation could be written for this request.',
  execution_failed: 'The matching automation failed.',
  limit_reached: 'A limit of your account is reached.',
  timed_out: 'The request timed out.',
}

const isOver = ({ status }: AutomationApi.Intent) => ['generated', 'executed', 'failed'].includes(status)

/** A request and its outcome. */
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
  const found = intent.status === 'generated' ? 'Draft' : 'Matching automation'
  return (
    <div className="stack">
      <PageHeader
        title={intent.text}
        lead={
          <span className="row">
            <StatusPill status={intent.status} />
            <span>
              Requested <Time at={intent.createdAt} />
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
            <Link to="/ask">New request</Link>
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
                matches {Math.round(intent.score * 100)} %
                {intent.margin !== null && `, ${Math.round(intent.margin * 100)} points ahead of the next`}
              </span>
            )}
          </p>
          {intent.status === 'generated' && <StepsList actions={automation.actions} />}
          {job?.executionId != null && (
            <p>
              <Link to="/runs/$id" params={{ id: job.executionId }}>
                Watch the run
              </Link>
            </p>
          )}
        </section>
      )}
      {intent.candidates.length > 0 && <Candidates intent={intent} />}
    </div>
  )
}
