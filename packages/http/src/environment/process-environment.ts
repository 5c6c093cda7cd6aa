import { z } from 'zod'
import { samplerNames } from '@waypost/telemetry'
import { parseList, parsedVariable, portVariable } from './parse-environment.ts'
import { parsePairs } from './parse-pairs.ts'

/** What every process takes from its environment. */
export const processEnvironment = z.object({
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /**
   * From SIGTERM until intake ends. Meanwhile /readyz answers 503 and everything else goes on, so that who leads
   * requests here looks elsewhere first: longer than it takes to notice that.
   */
  STOP_DELAY_SECONDS: z.coerce.number().min(0).max(300).default(0),
  /** Where /metrics is served; internal, hence on loopback unless said otherwise. Absent: nowhere. */
  METRICS_PORT: portVariable.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** An OpenTelemetry collector that takes OTLP over HTTP, without `/v1/traces`. Absent: nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Sent to it with each request: `name=value,…`, percent-encoded; may hold a secret. */
  OTEL_EXPORTER_OTLP_HEADERS: parsedVariable(parsePairs, ''),
  /** Which traces are kept. Those based on the parent do as whoever called did. */
  OTEL_TRACES_SAMPLER: z.enum(samplerNames).default('parentbased_always_on'),
  /** The share that a sampler by ratio keeps. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** What traces say of the process besides its name: `deployment.environment.name=production,…`. */
  OTEL_RESOURCE_ATTRIBUTES: parsedVariable(parsePairs, ''),
})

export type ProcessEnvironment = z.output<typeof processEnvironment>

/** What every process with an HTTP interface takes besides. */
export const httpEnvironment = processEnvironment.extend({
  HOST: z.string().default('127.0.0.1'),
  /** Which peers' forwarded addresses are believed: `true` for all, or a list of addresses and CIDRs. */
  TRUST_PROXY: z
    .string()
    .default('false')
    .transform((text) => (text === 'true' ? true : text === 'false' ? false : text)),
  /** Origins that browsers may call from; absent: none. */
  CORS_ORIGINS: z.string().default('').transform(parseList),
})
