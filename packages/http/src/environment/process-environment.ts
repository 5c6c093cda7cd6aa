import { z } from 'zod'
import { samplerNames } from '@waypost/telemetry'
import { hostVariable, parseOrigins, parseTrustProxy } from './parse-addresses.ts'
import { parsedVariable, portVariable } from './parse-environment.ts'
import { parsePairs } from './parse-pairs.ts'

/** The environment variables of every process. */
export const processEnvironment = z.object({
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /**
   * The time from SIGTERM until the process stops accepting work. In the meantime /readyz answers 503 and everything
   * else works as before, so that a load balancer stops sending requests. Set it longer than the balancer needs to
   * notice.
   */
  STOP_DELAY_SECONDS: z.coerce.number().min(0).max(300).default(0),
  /** The port of /metrics, which is internal and on loopback by default. Absent: not served. */
  METRICS_PORT: portVariable.optional(),
  METRICS_HOST: hostVariable('127.0.0.1'),
  /**
   * The base URL of an OpenTelemetry collector that accepts OTLP over HTTP, without `/v1/traces`. Absent: nothing is
   * traced.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Headers of each request to the collector: `name=value,…`, percent-encoded; may contain a secret. */
  OTEL_EXPORTER_OTLP_HEADERS: parsedVariable(parsePairs, ''),
  /** Which traces are sampled. Samplers based on the parent follow the caller's decision. */
  OTEL_TRACES_SAMPLER: z.enum(samplerNames).default('parentbased_always_on'),
  /** The share of traces that a sampler by ratio keeps. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** Attributes of the process in traces, besides its name: `deployment.environment.name=production,…`. */
  OTEL_RESOURCE_ATTRIBUTES: parsedVariable(parsePairs, ''),
})

export type ProcessEnvironment = z.output<typeof processEnvironment>

/** The environment variables of every process with an HTTP interface. */
export const httpEnvironment = processEnvironment.extend({
  HOST: hostVariable('127.0.0.1'),
  /**
   * The peers whose forwarded addresses are trusted: `true` for all, or a list of addresses, CIDRs, and the names `loopback`,
   * `linklocal` and `uniquelocal`.
   */
  TRUST_PROXY: parsedVariable(parseTrustProxy, 'false'),
  /** Origins that browsers may send requests from; absent: none. */
  CORS_ORIGINS: parsedVariable(parseOrigins, ''),
})
