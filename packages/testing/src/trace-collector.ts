import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { waitFor } from './wait-for.ts'

interface CollectedSpan {
  /** `service.name` of the process that exported it. */
  service: string
  name: string
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  traceId: string
  spanId: string
  /** Undefined for the root span of a trace. */
  parentSpanId: string | undefined
  attributes: Record<string, unknown>
  isError: boolean
}

export interface TraceCollector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string
  spans: CollectedSpan[]
  /** The headers of the export requests. */
  headers: IncomingHttpHeaders[]
  /** The resource attributes of each exporting process. */
  resources: Record<string, unknown>[]
  waitForSpan(name: string, timeoutMs?: number): Promise<CollectedSpan>
  close(): Promise<void>
}

interface Attribute {
  key: string
  value: Record<string, unknown>
}

interface ExportedSpan {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Attribute[]
  status?: { code?: number }
}

interface Export {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: ExportedSpan[] }[] }[]
}

const kinds = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const
const errorStatus = 2

/** A real OTLP/HTTP collector on loopback that stores every span. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = []
  const headers: IncomingHttpHeaders[] = []
  const resources: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.method !== 'POST' || request.url !== '/v1/traces') {
        response.writeHead(404).end()
        return
      }
      headers.push(request.headers)
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as Export
      for (const { resource, scopeSpans } of resourceSpans) {
        const attributes = read(resource.attributes)
        resources.push(attributes)
        const service = String(attributes['service.name'])
        spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => collect(service, span))))
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    resources,
    waitForSpan: (name, timeoutMs) =>
      waitFor(`the span ${name}`, () => spans.find((span) => span.name === name), timeoutMs),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function collect(service: string, span: ExportedSpan): CollectedSpan {
  const { name, kind, traceId, spanId, parentSpanId, attributes, status } = span
  return {
    service,
    name,
    kind: kinds[kind]!,
    traceId,
    spanId,
    parentSpanId: parentSpanId || undefined,
    attributes: read(attributes),
    isError: status?.code === errorStatus,
  }
}

const read = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
