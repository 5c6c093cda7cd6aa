import { currentSpan } from './current-tracing.ts'
import type { Span } from './span.ts'
import { continueTrace } from './spans.ts'

/** The trace context in a job's data. */
export interface CarriedTrace {
  /** The W3C trace context of the enqueuer. */
  traceParent?: string
}

/** The trace context for the data of a new job; empty while tracing is off. */
export function carryTrace(): CarriedTrace {
  const traceParent = currentSpan()?.traceParent
  return traceParent === undefined ? {} : { traceParent }
}

/**
 * Runs a job as part of the trace in which it was enqueued.
 *
 * @param data the job's, with or without the result of {@link carryTrace}
 */
export function traceJob<Result>(
  queue: string,
  { traceParent }: CarriedTrace,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const attributes = {
    'messaging.system': 'pg-boss',
    'messaging.operation.name': 'process',
    'messaging.operation.type': 'process',
    'messaging.destination.name': queue,
  }
  return continueTrace(traceParent, `process ${queue}`, { kind: 'consumer', attributes }, work)
}
