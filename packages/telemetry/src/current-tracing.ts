import type { Span, Tracing } from './span.ts'

let tracing: Tracing | undefined

/** Undefined while tracing is off: then nothing of OpenTelemetry is loaded, and a span costs this question. */
export const currentTracing = (): Tracing | undefined => tracing

export function setTracing(started: Tracing | undefined): void {
  tracing = started
}

/** Whether what is set up for spans is worth its while. */
export const isTracing = (): boolean => tracing !== undefined

/** The span that the caller is part of. */
export const currentSpan = (): Span | undefined => tracing?.current()
