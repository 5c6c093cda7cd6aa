import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** The records of a name, by type. TXT: each record is a list of strings. */
interface DnsRecords {
  A?: string[]
  MX?: { exchange: string; priority: number }[]
  TXT?: string[][]
  CNAME?: string
  PTR?: string
}

/** The response for a name: records, an error, or none. A name without an entry does not exist. */
export type DnsEntry = DnsRecords | 'SERVFAIL' | 'REFUSED' | 'silence'

export interface DnsServer {
  /** `127.0.0.1:port` */
  address: string
  /** Sets the records of a name; undefined: it does not exist. */
  set(name: string, entry: DnsEntry | undefined): void
  /** Sets what every name without an entry gets; undefined: it does not exist. */
  setOthers(entry: DnsEntry | undefined): void
  /** The queried names and types, in lower case: `example.com MX`. */
  questions: string[]
  /** Clears all names and recorded queries. */
  clear(): void
  close(): Promise<void>
}

const types = { A: 1, CNAME: 5, PTR: 12, MX: 15, TXT: 16 } as const
const codes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 }
const ttlSeconds = 1

/** A real DNS server on loopback, over UDP. It follows its own CNAMEs, as a resolver does. */
export async function startDnsServer(): Promise<DnsServer> {
  const zone = new Map<string, DnsEntry>()
  const questions: string[] = []
  let others: DnsEntry | undefined
  const socket = createSocket('udp4')
  socket.on('message', (query, peer) => {
    const { name, type, end } = readQuestion(query)
    const key = name.toLowerCase()
    questions.push(`${key} ${Object.entries(types).find(([, number]) => number === type)?.[0] ?? type}`)
    const entry = zone.get(key) ?? others
    if (entry === 'silence') return
    const code =
      entry === undefined ? codes.NXDOMAIN : typeof entry === 'string' ? codes[entry] : codes.NOERROR
    const answers = typeof entry === 'object' ? answer(zone, name, type) : []
    // The query's id and question; an authoritative, recursive answer.
    const header = Buffer.alloc(12)
    header.writeUInt16BE(query.readUInt16BE(0), 0)
    header.writeUInt16BE(0x8580 | code, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(answers.length, 6)
    socket.send(Buffer.concat([header, query.subarray(12, end), ...answers]), peer.port, peer.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    set(name, entry) {
      if (entry === undefined) zone.delete(name.toLowerCase())
      else zone.set(name.toLowerCase(), entry)
    },
    setOthers(entry) {
      others = entry
    },
    questions,
    clear() {
      zone.clear()
      questions.length = 0
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function answer(zone: Map<string, DnsEntry>, name: string, type: number): Buffer[] {
  const entry = zone.get(name.toLowerCase())
  if (typeof entry !== 'object') return []
  if (entry.CNAME !== undefined && type !== types.CNAME) {
    return [record(name, types.CNAME, writeName(entry.CNAME)), ...answer(zone, entry.CNAME, type)]
  }
  return contents(entry, type).map((content) => record(name, type, content))
}

function contents({ A = [], MX = [], TXT = [], CNAME, PTR }: DnsRecords, type: number): Buffer[] {
  switch (type) {
    case types.A:
      return A.map((address) => Buffer.from(address.split('.').map(Number)))
    case types.MX:
      return MX.map(({ exchange, priority }) =>
        Buffer.concat([Buffer.from([priority >> 8, priority & 255]), writeName(exchange)]),
      )
    case types.TXT:
      return TXT.map((strings) => Buffer.concat(strings.map(writeString)))
    case types.PTR:
      return PTR === undefined ? [] : [writeName(PTR)]
    case types.CNAME:
      return CNAME === undefined ? [] : [writeName(CNAME)]
    default:
      return []
  }
}

function record(name: string, type: number, content: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt32BE(ttlSeconds, 4)
  fixed.writeUInt16BE(content.length, 8)
  return Buffer.concat([writeName(name), fixed, content])
}

const writeString = (text: string) =>
  Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)])

/** Parses a name with or without a trailing dot; `.` is the root. */
function writeName(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '')
  return Buffer.concat([...labels.map(writeString), Buffer.from([0])])
}
