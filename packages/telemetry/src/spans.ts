import { currentTracing } from './current-tracing.ts'
import type { Span, SpanOptions } from './span.ts'

type Work<Result> = (span: Span | undefined) => Promise<Result>

/** Runs `work` in a span below the caller's; without one while tracing is off. */
export function withSpan<Result>(name: string, options: SpanOptions, work: Work<Result>): Promise<Result> {
  const tracing = currentTracing()
  return tracing ? within(tracing.open(name, options, tracing.current()), work) : work(undefined)
}

/**
 * Runs `work` as part of a trace that was started elsewhere.
 *
 * @param traceParent the W3C trace context that came with it; absent or malformed: a new trace starts
 */
export function continueTrace<Result>(
  traceParent: string | null | undefined,
  name: string,
  options: SpanOptions,
  work: Work<Result>,
): Promise<Result> {
  const tracing = currentTracing()
  return tracing ? within(tracing.open(name, options, traceParent ?? undefined), work) : work(undefined)
}

/** A span that the caller has to end, as {@link continueTrace} creates one; undefined while tracing is off. */
export function openSpan(
  traceParent: string | undefined,
  name: string,
  options: SpanOptions,
): Span | undefined {
  return currentTracing()?.open(name, options, traceParent)
}

async function within<Result>(span: Span, work: Work<Result>): Promise<Result> {
  try {
    return await span.run(() => work(span))
  } catch (error) {
    // The message may contain personal data.
    span.fail(error instanceof Error ? error.name : 'unknown')
    throw error
  } finally {
    span.end()
  }
}
