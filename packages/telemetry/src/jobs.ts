import { currentSpan } from './current-tracing.ts'
import type { Span } from './span.ts'
import { continueTrace } from './spans.ts'

/** What a job's data says of the trace that it is part of. */
export interface CarriedTrace {
  /** W3C trace context of whoever left the job. */
  traceParent?: string
}

/** For the data of a job that is being left: empty where nothing is traced. */
export function carryTrace(): CarriedTrace {
  const traceParent = currentSpan()?.traceParent
  return traceParent === undefined ? {} : { traceParent }
}

/**
 * Does a job as part of the trace of whoever left it.
 *
 * @param data the job's, with or without what {@link carryTrace} gave
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
