import { hasIPv6 } from './target.ts'
import { html, script, type Vector } from './vector.ts'

const spelled = (name: string, spelling: (address: string) => string): Vector => ({
  ...html(`an address written ${name}`, (to) => script(`location = '${to}/'`)),
  spelling,
})
// Every notation means this machine, so nothing allowed can be written in that notation.
const loopback = (host: string): Vector => ({
  ...spelled(host, () => host),
  addresses: ['127.0.0.1', '::1'],
  control: 'unguarded',
})

const numberOf = (address: string) =>
  address.split('.').reduce((number, byte) => number * 256 + Number(byte), 0)
const bytes = (address: string, write: (byte: number) => string) =>
  address
    .split('.')
    .map((byte) => write(Number(byte)))
    .join('.')
// The last two groups of an IPv6 address.
const groups = (address: string) =>
  [numberOf(address) >>> 16, numberOf(address) & 0xffff].map((group) => group.toString(16)).join(':')
const nameOf = (address: string) => (address === '127.0.0.2' ? 'allowed.test' : 'forbidden.test')

/** Other notations of an address. */
export const addressVectors: Vector[] = [
  spelled('in decimal', (address) => String(numberOf(address))),
  spelled('in octal', (address) => bytes(address, (byte) => `0${byte.toString(8)}`)),
  spelled('in hexadecimal', (address) => `0x${numberOf(address).toString(16)}`),
  spelled('in hexadecimal bytes', (address) => bytes(address, (byte) => `0x${byte.toString(16)}`)),
  spelled('short', (address) => address.replace('.0.0.', '.')),
  spelled('with a dot behind it', (address) => `${address}.`),
  spelled('in full-width digits', (address) =>
    address.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  ),
  spelled('percent-encoded', (address) => address.replaceAll('7', '%37')),
  spelled('behind a user name', (address) => `allowed.test@${address}`),
  spelled('as IPv6 that maps it', (address) => `[::ffff:${address}]`),
  spelled('as IPv6 that maps it, in hexadecimal', (address) => `[::ffff:${groups(address)}]`),
  spelled('as a name', nameOf),
  spelled('as a name with a dot behind it', (address) => `${nameOf(address)}.`),
  spelled('as a name in capitals', (address) => nameOf(address).toUpperCase()),
  ...['localhost', 'LOCALHOST', 'localhost.', 'app.localhost', '0.0.0.0', '0'].map(loopback),
  ...(hasIPv6 ? ['[::1]', '[::]', '[0:0::0.0.0.1]'].map(loopback) : []),
]
