/** A proxy through which another one reaches its targets. */
export interface UpstreamProxy {
  protocol: 'http' | 'socks5'
  /** A name, or an address without brackets. */
  hostname: string
  port: number
  username?: string | undefined
  password?: string | undefined
}

const usualPorts: Record<string, number> = { 'http:': 80, 'socks5:': 1080, 'socks5h:': 1080 }

/** An upstream proxy by its URL: `http://user:password@host:port`, `socks5://host:port`; undefined for any other. */
export function parseUpstreamProxy(text: string): UpstreamProxy | undefined {
  const url = URL.parse(text)
  const usual = usualPorts[url?.protocol ?? '']
  if (!url || usual === undefined || url.hostname === '' || !['', '/'].includes(url.pathname))
    return undefined
  if (url.search !== '' || url.hash !== '') return undefined
  try {
    return {
      protocol: url.protocol === 'http:' ? 'http' : 'socks5',
      hostname: url.hostname.replaceAll(/^\[|\]$/g, ''),
      port: url.port === '' ? usual : Number(url.port),
      ...(url.username !== '' && { username: decodeURIComponent(url.username) }),
      ...(url.password !== '' && { password: decodeURIComponent(url.password) }),
    }
  } catch {
    return undefined
  }
}

/** The `Proxy-Authorization` for an upstream proxy that speaks HTTP; undefined without credentials. */
export function upstreamAuthorization({ username, password }: UpstreamProxy): string | undefined {
  if (username === undefined && password === undefined) return undefined
  return `Basic ${Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')}`
}
