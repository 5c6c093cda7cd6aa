import type { Span, Tracing } from './span.ts'

let tracing: Tracing | undefined

/** Undefined while tracing is off: OpenTelemetry is then not loaded, and a span costs only this check. */
export const currentTracing = (): Tracing | undefined => tracing

export function setTracing(started: Tracing | undefined): void {
  tracing = started
}

/** Whether tracing is on, so that preparing attributes is worthwhile. */
export const isTracing = (): boolean => tracing !== undefined

/** The current span of the caller. */
export const currentSpan = (): Span | undefined => tracing?.current()
