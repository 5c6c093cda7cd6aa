import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import {
  context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { chooseSampler } from './choose-sampler.ts'
import { parseTraceParent, writeTraceParent } from './trace-parent.ts'
import type { Span, Tracing } from './span.ts'
import type { TracingOptions } from './tracing-options.ts'

const usualTimeoutMs = 5000
const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}

const silent = () => {}

/**
 * Creates spans with OpenTelemetry's SDK. It registers nothing globally except the logger of its problems, and
 * patches no other code.
 */
export function createTracing(options: TracingOptions): Tracing {
  const { timeoutMs = usualTimeoutMs } = options
  const onProblem = (problem: string) => options.onProblem(problem)
  diag.setLogger(
    { error: onProblem, warn: onProblem, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const exporter = new OTLPTraceExporter({
    url: new URL('v1/traces', `${options.endpoint.replace(/(?<!\/)\/+$/, '')}/`).href,
    headers: options.headers,
    timeoutMillis: timeoutMs,
  })
  const provider = new TracerProvider({
    sampler: chooseSampler(options),
    resource: resourceFromAttributes({
      'service.namespace': 'waypost',
      'service.instance.id': randomUUID(),
      ...options.resourceAttributes,
      'service.name': options.serviceName,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: timeoutMs })],
  })
  const tracer = provider.getTracer('waypost')
  const active = new AsyncLocalStorage<Span>()
  const contexts = new WeakMap<Span, Context>()

  const wrap = (span: OtelSpan): Span => {
    const { traceId, spanId, traceFlags } = span.spanContext()
    const wrapped: Span = {
      traceParent: writeTraceParent({ traceId, spanId, traceFlags }),
      ids: { trace_id: traceId, span_id: spanId },
      set: (attributes) => void span.setAttributes(attributes),
      fail: (type) => void span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR }),
      run: (work) => active.run(wrapped, work),
      end: () => span.end(),
    }
    contexts.set(wrapped, trace.setSpan(ROOT_CONTEXT, span))
    return wrapped
  }

  const contextOf = (parent: Span | string | undefined): Context => {
    if (parent === undefined) return ROOT_CONTEXT
    if (typeof parent !== 'string') return contexts.get(parent) ?? ROOT_CONTEXT
    const remote = parseTraceParent(parent)
    return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT
  }

  return {
    current: () => active.getStore(),
    open: (name, { kind, attributes = {} }, parent) =>
      wrap(
        tracer.startSpan(
          name,
          { kind: kind ? kinds[kind] : SpanKind.INTERNAL, attributes },
          contextOf(parent),
        ),
      ),
    async close() {
      // Outside of any span, so that exports are not traced.
      await context
        .with(ROOT_CONTEXT, () => provider.shutdown())
        .catch((error: unknown) => onProblem(String(error)))
      diag.disable()
    },
  }
}
