import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'

/** Seals secrets for storage and opens them again. */
export interface Keyring {
  /** The prefix of everything that the current key seals. */
  currentPrefix: string
  /**
   * @param context the row that the secret belongs to, such as `webhook:<id>`: a sealed value that is moved to another
   * row does not open
   */
  seal(plaintext: string, context: string): string
  /** Throws if the key is unknown, the context is different, or the value was altered. */
  open(sealed: string, context: string): string
  /**
   * Signs what everybody may read, with a key of its own for each context.
   *
   * @param context the purpose of the message: no other one takes the signature
   */
  sign(message: string, context: string): string
  /** Whether the message was signed for this context with a key of the ring. Takes as long for every wrong signature. */
  verify(signature: string, message: string, context: string): boolean
}

const version = 'v1'

/**
 * AES-256-GCM under the keys of `ENCRYPTION_KEYS`.
 *
 * @param specification `id:base64,id:base64`, 32 bytes each; the first one seals, all of them open. To rotate, put a
 * new key in front and keep the old ones until everything is sealed with the new key.
 */
export function createKeyring(specification: string): Keyring {
  const keys = new Map(
    specification.split(',').map((entry): [string, KeyObject] => {
      const [id, encoded] = entry.trim().split(':')
      const key = Buffer.from(encoded ?? '', 'base64')
      if (!id || !/^[\w-]+$/.test(id) || key.length !== 32)
        throw new Error('must be a list of id:key, each key 32 bytes in base64')
      return [id, createSecretKey(key)]
    }),
  )
  const currentPrefix = `${version}.${[...keys.keys()][0]!}.`
  const [sealing] = keys.values()
  // Apart from the keys that seal, so that neither use tells anything about the other.
  const signing = new Map<string, KeyObject>()
  const signatureBy = (id: string, key: KeyObject, message: string, context: string): Buffer => {
    const name = `${id}\n${context}`
    const derived =
      signing.get(name) ??
      createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `waypost signature:${context}`, 32)))
    signing.set(name, derived)
    return createHmac('sha256', derived).update(message).digest()
  }

  return {
    currentPrefix,
    seal(plaintext, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing!, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([
        nonce,
        cipher.update(plaintext, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ])
      return currentPrefix + sealed.toString('base64url')
    },
    open(sealed, context) {
      const [sealedVersion, id, encoded] = sealed.split('.')
      const key = keys.get(id ?? '')
      if (sealedVersion !== version || !key || !encoded)
        throw new Error('sealed with a key that is not in the ring')
      const bytes = Buffer.from(encoded, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
    },
    sign(message, context) {
      const [id] = keys.keys()
      return `${id!}.${signatureBy(id!, sealing!, message, context).toString('base64url')}`
    },
    verify(signature, message, context) {
      const [id = '', encoded = ''] = signature.split('.')
      const key = keys.get(id)
      if (!key) return false
      const expected = Buffer.from(signatureBy(id, key, message, context).toString('base64url'))
      const given = Buffer.from(encoded)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

/** The context of a webhook's sealed secret: it opens for that webhook only. */
export function webhookSecretContext(webhookId: string): string {
  return `webhook:${webhookId}`
}

/**
 * A keyring that caches opened secrets, for callers that open the same secrets thousands of times a second: opening
 * costs more than signing. A secret stays in memory until `limit` others have been opened.
 */
export function cacheOpened(keyring: Keyring, limit = 10_000): Keyring {
  const opened = new Map<string, { plaintext: string; context: string }>()
  return {
    ...keyring,
    open(sealed, context) {
      const known = opened.get(sealed)
      if (known?.context === context) return known.plaintext
      const plaintext = keyring.open(sealed, context)
      if (opened.size >= limit) opened.delete(opened.keys().next().value!)
      opened.set(sealed, { plaintext, context })
      return plaintext
    },
  }
}
