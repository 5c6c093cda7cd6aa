/** Named by OpenTelemetry's semantic conventions; never a secret, a body, or a personal address. */
export type SpanAttributes = Record<string, string | number | boolean>

export interface SpanOptions {
  /** `server` and `client` of a request, `producer` and `consumer` of a message; absent: a step within the process. */
  kind?: 'server' | 'client' | 'producer' | 'consumer'
  attributes?: SpanAttributes
}

/** A timed operation of a trace. */
export interface Span {
  /** Its W3C trace context, to continue the trace elsewhere. */
  readonly traceParent: string
  /** The fields that log lines get. */
  readonly ids: { trace_id: string; span_id: string }
  set(attributes: SpanAttributes): void
  /** @param type a category of low cardinality: a status, or the name of an error */
  fail(type: string): void
  /** Runs `work` with this span as its context. */
  run<Result>(work: () => Result): Result
  end(): void
}

/** Creates spans; exists while tracing is on. */
export interface Tracing {
  current(): Span | undefined
  /** @param parent the parent span or its W3C trace context; absent or malformed: a new trace starts */
  open(name: string, options: SpanOptions, parent: Span | string | undefined): Span
  /** Exports the remaining spans. */
  close(): Promise<void>
}
