import { readHosts } from './read-hosts.ts'

/**
 * Whether two URLs name the same database: its name, and a host that both have. Two names of one host are not recognized.
 */
export function isSameDatabase(one: string, other: string): boolean {
  const [a, b] = [readPlace(one), readPlace(other)]
  return a.database === b.database && a.hosts.some((host) => b.hosts.includes(host))
}

function readPlace(text: string): { database: string; hosts: string[] } {
  const { hosts, url } = readHosts(text)
  const { pathname, username, searchParams } = new URL(url)
  return {
    // As libpq does, a URL without a name means the database of the user's name.
    database: decodeURIComponent(pathname.slice(1) || username),
    hosts: hosts.map(({ host, port }) => `${(host || searchParams.get('host') || '').toLowerCase()}:${port}`),
  }
}
