/** A secret as its two keys. */
export interface SigningKey {
  /** For `X-Service-Signature`: the whole secret, including `whsec_`. */
  plain: CryptoKey
  /** For Standard Webhooks: the decoded base64. Only a secret of `whsec_` and base64 of 24–64 bytes has one. */
  standard: CryptoKey | undefined
}

export async function readSigningKey(secret: string): Promise<SigningKey> {
  const decoded = decode(secret)
  const [plain, standard] = await Promise.all([
    importKey(new TextEncoder().encode(secret)),
    decoded && importKey(decoded),
  ])
  return { plain, standard }
}

function decode(secret: string): Uint8Array<ArrayBuffer> | undefined {
  const encoded = /^whsec_([A-Za-z\d+/]+={0,2})$/.exec(secret)?.[1]
  if (!encoded || encoded.length % 4 !== 0) return undefined
  const key = Uint8Array.from(atob(encoded), (character) => character.codePointAt(0)!)
  return key.length >= 24 && key.length <= 64 ? key : undefined
}

function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}
