import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'

interface Credential {
  id: Buffer
  userHandle: string
  privateKey: KeyObject
  publicKey: Buffer
  signatures: number
}

interface Answer {
  id: string
  response: { clientDataJSON: string }
}

export interface TestAuthenticator {
  /** The answer to `navigator.credentials.create`. */
  create(options: PublicKeyCredentialCreationOptionsJSON): Answer
  /** The answer to `navigator.credentials.get`, of the newest passkey. */
  get(options: PublicKeyCredentialRequestOptionsJSON): Answer
}

export interface AuthenticatorOptions {
  origin?: string
  rpId?: string
  /** Whether it has verified its user, by a fingerprint or a PIN. */
  isUserVerified?: boolean
  /** By how many its counter goes up with each signature: 0 as passkeys do that are synchronised. */
  counts?: number
}

/**
 * For tests: an authenticator that makes keys and signatures, as a browser hands them to a page (WebAuthn, 5.1 and 6).
 *
 * @param options read each time, so that a test can change them
 */
export function createTestAuthenticator(options: AuthenticatorOptions = {}): TestAuthenticator {
  const credentials: Credential[] = []

  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge,
        origin: options.origin ?? 'https://dashboard.example',
        crossOrigin: false,
      }),
    )
  const authenticatorData = (signatures: number, attested = Buffer.alloc(0)): Buffer => {
    const flags = 0x01 | (options.isUserVerified === false ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0)
    const rest = Buffer.alloc(5)
    rest.writeUInt8(flags)
    rest.writeUInt32BE(signatures, 1)
    return Buffer.concat([sha256(options.rpId ?? 'dashboard.example'), rest, attested])
  }
  return {
    create({ challenge, user }) {
      const made = makeCredential(user.id)
      credentials.push(made)
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(made.id.length)
      const attested = Buffer.concat([Buffer.alloc(16), idLength, made.id, made.publicKey])
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(authenticatorData(0, attested)),
      ])
      return {
        ...named(made),
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      }
    },
    get({ challenge }) {
      const credential = credentials.at(-1)!
      credential.signatures += options.counts ?? 1
      const data = authenticatorData(credential.signatures)
      const json = clientData('webauthn.get', challenge)
      return {
        ...named(credential),
        response: {
          clientDataJSON: json.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(json)]), credential.privateKey).toString(
            'base64url',
          ),
          userHandle: credential.userHandle,
        },
      }
    },
  }
}

function makeCredential(userHandle: string): Credential {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  // COSE: kty 2, alg -7 (ES256), crv 1, x, y.
  const cose = [
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y),
  ]
  return { id: randomBytes(32), userHandle, privateKey, publicKey: Buffer.concat(cose), signatures: 0 }
}

const coordinate = (value: string | undefined): Buffer => bytes(Buffer.from(value!, 'base64url'))

const named = ({ id }: Credential) => ({
  id: id.toString('base64url'),
  rawId: id.toString('base64url'),
  type: 'public-key',
})

const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest()

/** CBOR: a text of at most 23 bytes. */
const text = (content: string): Buffer => Buffer.from([0x60 + content.length, ...Buffer.from(content)])
/** CBOR: bytes, 255 at most. */
const bytes = (content: Buffer): Buffer => Buffer.concat([Buffer.from([0x58, content.length]), content])
