/** A parsed W3C trace context: https://www.w3.org/TR/trace-context/#traceparent-header */
export interface TraceParent {
  traceId: string
  spanId: string
  traceFlags: number
}

// Later versions may add fields after these.
const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-|$)/

/** Undefined where it is malformed: the standard says to ignore it then. */
export function parseTraceParent(text: string): TraceParent | undefined {
  const found = form.exec(text)
  if (!found || (text.startsWith('00') && text.length !== 55)) return undefined
  const [, traceId, spanId, flags] = found
  return { traceId: traceId!, spanId: spanId!, traceFlags: Number.parseInt(flags!, 16) & 1 }
}

export function writeTraceParent({ traceId, spanId, traceFlags }: TraceParent): string {
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`
}
