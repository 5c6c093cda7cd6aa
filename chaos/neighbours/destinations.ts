/** A domain elsewhere; its mail server listens on an address of loopback, or its name server does not answer. */
interface Destination {
  domain: string
  host: string
  address: string | undefined
}

const several = (
  name: string,
  count: number,
  addressOf: (number: number) => string | undefined,
): Destination[] =>
  Array.from({ length: count }, (_, index) => ({
    domain: `${name}${index}.example`,
    host: `mx.${name}${index}.example`,
    address: addressOf(index + 1),
  }))

/** The quiet tenant's correspondents. */
export const healthy = { domain: 'healthy.example', host: 'mx.healthy.example', address: '127.0.2.1' }
/** Their servers answer a byte at a time. */
export const slow = several('slow', 100, (number) => `127.0.3.${number}`)
/** Nobody listens there. */
export const dead = several('dead', 100, (number) => `127.0.4.${number}`)
/** The addresses of their hosts are asked for in vain. */
export const nameless = several('nameless', 100, () => undefined)

export const destinations: Destination[] = [healthy, ...slow, ...dead, ...nameless]
