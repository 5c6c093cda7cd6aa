/** By the semantic conventions of OpenTelemetry; never a secret, a body, or somebody's address. */
export type SpanAttributes = Record<string, string | number | boolean>

export interface SpanOptions {
  /** `server` and `client` of a request, `producer` and `consumer` of a message; absent: a step within the process. */
  kind?: 'server' | 'client' | 'producer' | 'consumer'
  attributes?: SpanAttributes
}

/** Something that takes time, as part of a trace. */
export interface Span {
  /** Its W3C trace context, for whoever continues the trace elsewhere. */
  readonly traceParent: string
  /** What log lines say of it. */
  readonly ids: { trace_id: string; span_id: string }
  set(attributes: SpanAttributes): void
  /** @param type what went wrong, as one of few: a status, the name of an error */
  fail(type: string): void
  /** Does `work`, and all that it calls, as part of it. */
  run<Result>(work: () => Result): Result
  end(): void
}

/** What makes spans: there is one while tracing is on. */
export interface Tracing {
  current(): Span | undefined
  /** @param parent the span or the W3C trace context that it belongs to; absent, or malformed: it begins a trace */
  open(name: string, options: SpanOptions, parent: Span | string | undefined): Span
  /** Exports what is left. */
  close(): Promise<void>
}
