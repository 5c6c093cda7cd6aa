/** Where a Postgres listens. */
export interface Host {
  host: string
  port: number
}

/** What a database URL says of its hosts. */
export interface Hosts {
  hosts: [Host, ...Host[]]
  /** Whether only one that takes writes will do. */
  mustWrite: boolean
  /** The URL with the first host alone, and without `target_session_attrs`. */
  url: string
}

const usualPort = 5432
const attributes = ['any', 'primary', 'read-write']

/**
 * Reads the hosts of a URL such as `postgres://user@a:5432,b:5432/waypost?target_session_attrs=read-write`, as libpq does. If
 * there are several, one that takes writes is looked for unless the URL says `any`.
 *
 * @throws where a host is none, or it asks for something else, such as a standby: every process writes
 */
export function readHosts(url: string): Hosts {
  const [base, query] = url.split('?', 2) as [string, string?]
  const parameters = new URLSearchParams(query)
  const given = parameters.get('target_session_attrs')
  if (given !== null && !attributes.includes(given))
    throw new Error(`has target_session_attrs that is not one of ${attributes.join(', ')}`)
  // Postgres' URLs are not all URLs: that of a socket has a user and no host.
  const start = base.indexOf('://') + 3
  const [authority = ''] = base.slice(start).split('/', 1)
  const hostsStart = start + authority.lastIndexOf('@') + 1
  const hostsEnd = start + authority.length
  const parts = base.slice(hostsStart, hostsEnd).split(',')
  if (parts.length > 1 && !parts.every((part) => URL.canParse(`postgres://${part}`)))
    throw new Error('has a host that is none')
  const hosts = parts.map(readHost) as Hosts['hosts']
  const mustWrite = given === null ? parts.length > 1 : given !== 'any'
  if (parts.length === 1 && given === null) return { hosts, mustWrite, url }
  parameters.delete('target_session_attrs')
  const further = parameters.toString()
  return {
    hosts,
    mustWrite,
    url: `${base.slice(0, hostsStart)}${parts[0]}${base.slice(hostsEnd)}${further && `?${further}`}`,
  }
}

function readHost(part: string): Host {
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(part)!
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: port === undefined ? usualPort : Number(port) }
}
