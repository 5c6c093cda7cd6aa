import type { SpanAttributes } from './span.ts'

export interface TracingOptions {
  /** Of the process, such as `dispatcher`. */
  serviceName: string
  /** Base URL of an OTLP/HTTP collector, without `/v1/traces`. */
  endpoint: string
  /** Sent to it with each request; may hold secrets. */
  headers: Record<string, string>
  /** As `OTEL_TRACES_SAMPLER` names it. */
  sampler: SamplerName
  /** The share of traces that a sampler by ratio keeps, 0 to 1. */
  samplerRatio: number
  /** Further attributes of the process. */
  resourceAttributes: SpanAttributes
  /** How long to try to export a batch; 5 s by default. */
  timeoutMs?: number
  /** Told what OpenTelemetry complains of, such as a collector that does not answer. */
  onProblem: (problem: string) => void
}

export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
type SamplerName = (typeof samplerNames)[number]
