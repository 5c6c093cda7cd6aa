/** The bytes of a body; undefined for anything but bytes and text. */
export function readBytes(payload: unknown): Uint8Array | undefined {
  if (typeof payload === 'string') return new TextEncoder().encode(payload)
  if (payload instanceof ArrayBuffer) return new Uint8Array(payload)
  if (ArrayBuffer.isView(payload))
    return new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength)
  return undefined
}

/** What Standard Webhooks sign: the id, the time and the body. */
export function joinSigned(id: string, timestamp: string, body: Uint8Array): Uint8Array {
  const start = new TextEncoder().encode(`${id}.${timestamp}.`)
  const joined = new Uint8Array(start.length + body.length)
  joined.set(start)
  joined.set(body, start.length)
  return joined
}
