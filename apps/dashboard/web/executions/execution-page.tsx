import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { automationQuery } from '../automations/automation-queries.ts'
import { ErrorNote } from '../controls/error-note.tsx'
import { StatusPill } from '../controls/status-pill.tsx'
import { Loading } from '../lists/loading.tsx'
import { LiveViewCard } from '../live-views/live-view-card.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { describeDuration } from '../times/describe-span.ts'
import { Time } from '../times/time.tsx'
import { ArtifactsCard } from './artifacts-card.tsx'
import { DeliveriesCard } from './deliveries-card.tsx'
import { hasEnded } from './execution-queries.ts'
import { ExtractedData } from './extracted-data.tsx'
import { FailureCard } from './failure-card.tsx'
import { FilmStrip } from './film-strip.tsx'
import { HealCard } from './heal-card.tsx'
import { RunAgainButton } from './run-again-button.tsx'
import { StartCountdown } from './start-countdown.tsx'
import { StepProgress } from './step-progress.tsx'
import { StopButton } from './stop-button.tsx'
import { WaitingCard } from './waiting-card.tsx'
import { useProgress } from './use-progress.ts'
import './executions.css'

/** One run, live while it is active. */
export function ExecutionPage() {
  const { id } = useParams({ from: '/app/runs/$id' })
  const { startsAt, step } = useSearch({ from: '/app/runs/$id' })
  const navigate = useNavigate({ from: '/runs/$id' })
  // In the URL, so that it can be sent to somebody.
  const choose = (number: number) =>
    void navigate({ search: (kept) => ({ ...kept, step: number }), replace: true, resetScroll: false })
  const { data: execution, error } = useProgress(id)
  const automationId = execution?.automationId
  const { data: automation } = useQuery({
    ...automationQuery(automationId ?? ''),
    enabled: automationId !== undefined,
  })
  if (error) return <ErrorNote error={error} />
  if (!execution) return <Loading />
  const ended = hasEnded(execution)
  return (
    <div className="stack">
      <PageHeader
        title={`Run of ${automation?.name ?? 'an automation'}`}
        lead={
          <span className="row">
            <span role="status">
              <StatusPill status={execution.status} />
            </span>
            <span>
              Requested <Time at={execution.createdAt} />
              {execution.startedAt !== null && execution.completedAt !== null && (
                <>
                  , took{' '}
                  {describeDuration(Date.parse(execution.completedAt) - Date.parse(execution.startedAt))}
                </>
              )}
            </span>
            <Link to="/automations/$id" params={{ id: execution.automationId }}>
              View automation
            </Link>
          </span>
        }
        actions={
          ended ? (
            automation &&
            !automation.isDraft && <RunAgainButton automation={automation} execution={execution} />
          ) : (
            <StopButton automationId={execution.automationId} />
          )
        }
      />
      {execution.status === 'pending' && <StartCountdown startsAt={startsAt} />}
      {execution.waiting && <WaitingCard executionId={id} waiting={execution.waiting} />}
      {execution.status === 'running' && <LiveViewCard executionId={id} />}
      {execution.error !== null && (
        <div className="note note-bad" role="alert">
          {execution.error}
        </div>
      )}
      <div className="run">
        <section className="card stack-tight">
          <h2>Steps</h2>
          <StepProgress steps={execution.steps} chosen={step} onChoose={choose} />
        </section>
        <section className="card stack-tight">
          <h2>Screenshots</h2>
          <FilmStrip steps={execution.steps} chosen={step} onChoose={choose} />
        </section>
      </div>
      <ExtractedData data={execution.extractedData} />
      {ended && <ArtifactsCard executionId={id} />}
      {execution.selfHealEvents.length > 0 && (
        <section className="stack-tight">
          <h2>Repairs</h2>
          {execution.selfHealEvents.map((heal) => (
            <HealCard
              key={heal.at}
              automationId={execution.automationId}
              executionId={ended ? execution.id : undefined}
              heal={heal}
            />
          ))}
        </section>
      )}
      {execution.status === 'failed' && <FailureCard executionId={id} />}
      <DeliveriesCard executionId={id} />
      {execution.sessionId !== null && (
        <p>
          This run saved its <Link to="/sessions">session</Link>. Other runs can start with it.
        </p>
      )}
    </div>
  )
}
