import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const dayMs = 86_400_000
const yearsMs = 10 * 365 * dayMs

/**
 * A self-signed certificate, new at each start. Servers that deliver mail encrypt to any certificate (RFC 7435),
 * which protects against passive listeners.
 *
 * @returns both in PEM
 */
export function createSelfSignedCertificate(hostname: string, now: number): { cert: Buffer; key: Buffer } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const name = sequence(set(sequence(identifier(commonName), utf8(hostname))))
  const algorithm = sequence(identifier(ecdsaWithSha256))
  const altNames = sequence(encode(0x82, Buffer.from(hostname)))
  const content = sequence(
    encode(0xa0, encode(0x02, Buffer.from([2]))),
    encode(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    sequence(time(now - dayMs), time(now + yearsMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    encode(0xa3, sequence(sequence(identifier(subjectAltName), encode(0x04, altNames)))),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)])
  const certificate = sequence(content, algorithm, encode(0x03, signature))
  const lines = certificate.toString('base64').match(/.{1,64}/g)!
  return {
    cert: Buffer.from(['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')),
    key: Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

// The subset of X.690 (DER) that a certificate needs. Object identifiers are in their encoded form.
const commonName = '550403'
const subjectAltName = '551d11'
const ecdsaWithSha256 = '2a8648ce3d040302'

function encode(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...contents: Buffer[]) => encode(0x30, ...contents)
const set = (...contents: Buffer[]) => encode(0x31, ...contents)
const identifier = (hex: string) => encode(0x06, Buffer.from(hex, 'hex'))
const utf8 = (text: string) => encode(0x0c, Buffer.from(text))
/** GeneralizedTime: `20261105120000Z`. */
const time = (at: number) =>
  encode(0x18, Buffer.from(new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, '')))
