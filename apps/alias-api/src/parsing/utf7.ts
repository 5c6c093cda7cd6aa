/** Decodes UTF-7 (RFC 2152), which the runtime does not. What is not well-formed stays as it is. */
export function decodeUtf7(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/\+([A-Za-z0-9+/]*)-?/g, (shifted: string, encoded: string) =>
      encoded === '' ? '+' : (decodeUtf16(encoded) ?? shifted),
    )
}

function decodeUtf16(base64: string): string | undefined {
  const bytes = Buffer.from(base64, 'base64')
  // The bits that fill up the last character of base64 are no code unit.
  const units = bytes.subarray(0, bytes.length - (bytes.length % 2))
  const isWhole = units.toString('base64').replaceAll('=', '') === base64
  const text = Buffer.from(units).swap16().toString('utf16le')
  return isWhole && text.isWellFormed() ? text : undefined
}
