type Part = string | ArrayBuffer | ArrayBufferView

/** The part of Blob that postal-mime needs. */
export class PlainBlob {
  readonly #bytes: ArrayBuffer

  constructor(parts: Part[]) {
    const size = parts.reduce((sum, part) => sum + sizeOf(part), 0)
    const bytes = Buffer.from(new ArrayBuffer(size))
    let at = 0
    for (const part of parts) {
      if (typeof part === 'string') bytes.write(part, at)
      else bytes.set(viewOf(part), at)
      at += sizeOf(part)
    }
    this.#bytes = bytes.buffer
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes
  }
}

const sizeOf = (part: Part): number => (typeof part === 'string' ? Buffer.byteLength(part) : part.byteLength)

const viewOf = (part: ArrayBuffer | ArrayBufferView): Uint8Array =>
  part instanceof ArrayBuffer
    ? new Uint8Array(part)
    : new Uint8Array(part.buffer, part.byteOffset, part.byteLength)
