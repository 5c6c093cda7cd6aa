import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const netLog = z.object({
  constants: z.object({ logEventTypes: z.record(z.string(), z.number()) }),
  events: z.array(z.object({ type: z.number(), params: z.record(z.string(), z.unknown()).optional() })),
})

/** The activity of a browser's network stack, each entry once. */
export interface NetLog {
  /** The addresses that its sockets connected to, as `address:port`. */
  tcp: string[]
  udp: string[]
  /** Hosts that it started to resolve itself. */
  resolved: string[]
  requested: string[]
}

/** Reads a browser's `--log-net-log`; it is complete once the browser has been closed. */
export async function readNetLog(path: string): Promise<NetLog> {
  const { constants, events } = netLog.parse(JSON.parse(await readFile(path, 'utf8')))
  const all = (type: string, parameter: string): string[] => {
    const number = constants.logEventTypes[type]
    if (number === undefined) throw new Error(`This Chromium does not log ${type}`)
    const values = events.filter((event) => event.type === number).map(({ params }) => params?.[parameter])
    return [...new Set(values)].filter((value) => typeof value === 'string')
  }
  return {
    tcp: all('TCP_CONNECT_ATTEMPT', 'address'),
    udp: all('UDP_CONNECT', 'address'),
    resolved: all('HOST_RESOLVER_MANAGER_REQUEST', 'host'),
    requested: all('URL_REQUEST_START_JOB', 'url'),
  }
}
