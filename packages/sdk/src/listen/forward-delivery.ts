import type { IncomingHttpHeaders } from 'node:http'

export interface ForwardedAnswer {
  status: number
  body: Uint8Array
  contentType: string | null
  /** Why there is no response. */
  failure?: string
}

// Headers of the connection, not of the delivery.
const ownHeaders = new Set([
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
  'expect',
])

/** Forwards a delivery unchanged; 502 without a response within ten seconds, which is as long as Waypost waits. */
export async function forwardDelivery(
  target: URL,
  headers: IncomingHttpHeaders,
  body: Uint8Array,
): Promise<ForwardedAnswer> {
  const sent = Object.entries(headers).filter(([name]) => !ownHeaders.has(name)) as [string, string][]
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: sent,
      body: body as Uint8Array<ArrayBuffer>,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    })
    return {
      status: response.status,
      body: new Uint8Array(await response.arrayBuffer()),
      contentType: response.headers.get('content-type'),
    }
  } catch (error) {
    const { cause, message } = error as { cause?: { code?: string }; message: string }
    const failure = `Could not forward to ${target.origin}: ${cause?.code ?? message}`
    return { status: 502, body: new Uint8Array(), contentType: null, failure }
  }
}
