/** A Buffer of bytes from another process, which arrive as a plain Uint8Array. */
export const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)
