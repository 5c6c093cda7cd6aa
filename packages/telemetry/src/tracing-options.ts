import type { SpanAttributes } from './span.ts'

export interface TracingOptions {
  /** The name of the process, such as `dispatcher`. */
  serviceName: string
  /** Base URL of an OTLP/HTTP collector, without `/v1/traces`. */
  endpoint: string
  /** Headers of each export; may contain secrets. */
  headers: Record<string, string>
  /** In the notation of `OTEL_TRACES_SAMPLER`. */
  sampler: SamplerName
  /** The share of traces that a sampler by ratio keeps, 0 to 1. */
  samplerRatio: number
  /** Further attributes of the process. */
  resourceAttributes: SpanAttributes
  /** How long to try to export a batch; by default 5 s. */
  timeoutMs?: number
  /** Called with problems that OpenTelemetry reports, such as a collector that does not answer. */
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
