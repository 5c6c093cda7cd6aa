import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { handOver } from '../../../harness/mail/hand-over.ts'
import { statusOf, type Attack, type AttackContext } from '../attack.ts'
import { dead, healthy, nameless, slow } from '../destinations.ts'
import { must, type Tenant } from '../tenant.ts'

export const clients = 20
const afterCloseMs = 100
/** A client's own address. */
export const clientAddress = (index: number) => `127.0.5.${index + 1}`

interface Alias {
  id: string
  address: string
}
export const createAlias = async (hostile: Tenant): Promise<Alias> =>
  (
    await must<{ data: Alias }>(
      hostile.alias('POST', '/api/v1/addresses', { alias: 'hostile', expiresIn: 86_400 }),
    )
  ).data

const deliverAll = (places: number, contents: string[]): Attack => ({
  async run({ bed, hostile, repeat, begin }) {
    const { address } = await createAlias(hostile)
    let next = 0
    begin()
    await repeat(places, async (place) => {
      const content = contents[(next += 1) % contents.length]!
      return (await handOver(bed.smtpPort, address, content, clientAddress(place))) ? 'taken' : 'refused'
    })
  },
})

export const headerOf = (subject: string) => `From: eve@${healthy.domain}\r\nSubject: ${subject}\r\n`
const mebibytesOf = (count: number) => `${'x'.repeat(76)}\r\n`.repeat(Math.floor((count * 2 ** 20) / 78))

export const mailFlood = deliverAll(clients, [`${headerOf('flood')}\r\n${'x'.repeat(5000)}`])
export const largeMail = deliverAll(4, [`${headerOf('large')}\r\n${mebibytesOf(20)}`])
/** Whether their authors are authentic can't be found out. */
export const silentAuthors = deliverAll(
  clients,
  nameless.map(({ host }) => `From: eve@${host}\r\nSubject: silent\r\n\r\nhello`),
)
export const tangledMail = deliverAll(clients, [tangle(), manyHeaders(), manyParts()])

/** Parts in parts, each of which may hold another. */
function tangle(): string {
  const depth = 500
  const open = Array.from(
    { length: depth },
    (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n`,
  )
  return `${headerOf('tangle')}${open.join('')}\r\nhello`
}
function manyHeaders(): string {
  return `${headerOf('headers')}${Array.from({ length: 5000 }, (_, index) => `X-${index}: ${'('.repeat(50)}\r\n`).join('')}\r\nhello`
}
function manyParts(): string {
  const part = '--b\r\nContent-Type: text/html\r\n\r\n<div><div><div><a href="x">\r\n'
  return `${headerOf('parts')}Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(5000)}`
}

/** Connections that are opened and then say nothing. */
export const heldConnections: Attack = {
  async run({ bed, over, repeat, begin }) {
    const open = new Set<Socket>()
    over.addEventListener('abort', () => open.forEach((socket) => socket.destroy()))
    begin()
    await repeat(300, async (place) => {
      const localAddress = clientAddress(place % 40)
      const socket = connect({ port: bed.smtpPort, host: '127.0.0.1', localAddress })
      socket.on('error', () => {})
      socket.resume()
      open.add(socket)
      await once(socket, 'close')
      open.delete(socket)
      await setTimeout(afterCloseMs)
      return 'closed by the server'
    })
  },
}

/** Guesses at aliases. */
export const harvest: Attack = {
  async run({ bed, repeat, begin }) {
    let number = 0
    begin()
    await repeat(clients, async (place) => {
      const to = `guess${(number += 1)}@waypost.test`
      return (await handOver(bed.smtpPort, to, headerOf('guess'), clientAddress(place))) ? 'taken' : 'refused'
    })
  },
}

const sendTo = (domains: string[], prepare?: (context: AttackContext) => Promise<void>): Attack => ({
  async run(context) {
    await prepare?.(context)
    const { hostile, repeat, begin } = context
    const { id: fromAddressId } = await createAlias(hostile)
    let next = 0
    begin()
    await repeat(5, () => {
      const to = `eve@${domains[(next += 1) % domains.length]}`
      return statusOf(
        hostile.alias('POST', '/api/v1/emails', { fromAddressId, to, subject: 'hostile', body: 'hello' }),
      )
    })
  },
})

/** Servers that send a byte of their greeting now and then, and never all of it. */
async function dripGreetings({ bed, over }: AttackContext): Promise<void> {
  await Promise.all(
    slow.map(async ({ address }) => {
      const server = createServer((socket) => {
        const timer = setInterval(() => socket.write('2'), 1000)
        socket.on('error', () => {})
        socket.on('close', () => clearInterval(timer))
      })
      server.listen(bed.deliveryPort, address)
      await once(server, 'listening')
      over.addEventListener('abort', () => server.close())
    }),
  )
}

export const slowServers = sendTo(
  slow.map(({ domain }) => domain),
  dripGreetings,
)
export const deadServers = sendTo(dead.map(({ domain }) => domain))
export const silentNameServers = sendTo(nameless.map(({ domain }) => domain))
/** Everything to the one host with which the quiet account corresponds. */
export const sameServer = sendTo([healthy.domain])

/** A new account, whose address is not confirmed, to as many strangers as it can. */
export const newAccount: Attack = { ...sameServer, isNew: true }

export const aliasRequests: Attack = {
  async run({ hostile, repeat, begin }) {
    begin()
    await repeat(50, () => statusOf(hostile.alias('GET', '/api/v1/emails?limit=100')))
  },
}

export const aliasChurn: Attack = {
  async run({ hostile, repeat, begin }) {
    begin()
    await repeat(20, async () => {
      const { status, body } = await hostile.alias('POST', '/api/v1/addresses', { expiresIn: 3600 })
      if (status !== 201) return status
      const { id } = (body as { data: Alias }).data
      return statusOf(hostile.alias('DELETE', `/api/v1/addresses/${id}`))
    })
  },
}
