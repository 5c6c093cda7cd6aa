export { currentSpan, isTracing } from './current-tracing.ts'
export { samplerNames, startTracing, type TracingOptions } from './start-tracing.ts'
export { continueTrace, openSpan, withSpan } from './spans.ts'
export type { Span, SpanAttributes, SpanOptions } from './span.ts'
