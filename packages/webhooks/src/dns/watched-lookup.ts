import { resolveHost } from '@waypost/egress'
import { dnsAwayCode } from '../own-fault.ts'
import { isDnsAnswering } from './is-dns-answering.ts'

export type Lookup = typeof resolveHost

/**
 * A look-up that tells a name whose own servers fail from DNS that does not answer at all: it rejects with `ERR_DNS_AWAY`
 * for that. DNS is asked for another name when one was not resolved, or was not within `patienceMs`: a connection has five seconds
 * in all, and servers that are silent take longer.
 */
export function createWatchedLookup({
  lookup = resolveHost,
  isAnswering = isDnsAnswering,
  patienceMs = 1500,
}: { lookup?: Lookup; isAnswering?: () => Promise<boolean>; patienceMs?: number } = {}): Lookup {
  let asking: Promise<boolean> | undefined
  // One question at a time, whatever the number of names that wait for it.
  const isAway = async (): Promise<boolean> =>
    !(await (asking ??= isAnswering().finally(() => (asking = undefined))))

  return (hostname) =>
    new Promise((resolve, reject) => {
      const away = (): void =>
        reject(Object.assign(new Error(`DNS does not answer (asked for ${hostname})`), { code: dnsAwayCode }))
      const slow = setTimeout(() => void isAway().then((isSo) => isSo && away()), patienceMs)
      lookup(hostname)
        .finally(() => clearTimeout(slow))
        .then(resolve, async (error: NodeJS.ErrnoException) => {
          if (error.code === 'EAI_AGAIN' && (await isAway())) away()
          else reject(error)
        })
    })
}
