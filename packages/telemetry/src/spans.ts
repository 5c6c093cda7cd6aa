import { currentTracing } from './current-tracing.ts'
import type { Span, SpanOptions } from './span.ts'

type Work<Result> = (span: Span | undefined) => Promise<Result>

/** Does `work` as a part of what the caller is part of; without a span where tracing is off. */
export function withSpan<Result>(name: string, options: SpanOptions, work: Work<Result>): Promise<Result> {
  const tracing = currentTracing()
  return tracing ? within(tracing.open(name, options, tracing.current()), work) : work(undefined)
}

/**
 * Does `work` as a part of a trace that began elsewhere.
 *
 * @param traceParent the W3C trace context that came with it; absent or malformed: it begins a trace of its own
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

/** A span for the caller to end, as {@link continueTrace} makes one; undefined where tracing is off. */
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
    // Its message may repeat anybody's data.
    span.fail(error instanceof Error ? error.name : 'unknown')
    throw error
  } finally {
    span.end()
  }
}
