import { clientOf } from '@waypost/http'

interface Open {
  ip: string
  /** In milliseconds since the epoch. */
  openedAt: number
}

const longMs = 10_000

/**
 * Chooses the connection that gives way to a new one where all are taken: the oldest of the client that has most. So no
 * client, and no few clients together, keep others out.
 *
 * @returns undefined where nobody has more than the newcomer, or has been connected for long
 */
export function chooseToClose<Connection extends Open>(
  connections: Connection[],
  newcomer: string,
  now: number,
): Connection | undefined {
  const byClient = Map.groupBy(connections, ({ ip }) => clientOf(ip))
  const own = byClient.get(clientOf(newcomer))?.length ?? 0
  const most = Math.max(0, ...[...byClient.values()].map(({ length }) => length))
  const ofHeaviest = [...byClient.values()].filter(({ length }) => length === most).flat()
  const [oldest] = ofHeaviest.toSorted((one, other) => one.openedAt - other.openedAt)
  if (!oldest) return undefined
  return most > own + 1 || now - oldest.openedAt > longMs ? oldest : undefined
}
