import { randomBytes } from 'node:crypto'
import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'

/**
 * Whether DNS answers at all, so that a name that it does not resolve is itself at fault. It is asked for a random name below
 * `com`, which no cache knows and whose servers always answer: that the name does not exist is an answer as well.
 *
 * @param servers instead of the system's
 */
export async function isDnsAnswering(servers: string[] = []): Promise<boolean> {
  // All three servers that a system may have are asked within the time of a connection.
  const resolver = new Resolver({ timeout: 1000, tries: 1 })
  if (servers.length > 0) resolver.setServers(servers)
  try {
    await resolver.resolve4(`${randomBytes(10).toString('hex')}.com`)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === NOTFOUND || code === NODATA
  }
}
