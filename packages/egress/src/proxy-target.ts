import { ProxyRefusal } from './proxy-refusal.ts'

/** The target of a proxied request; `hostname` is a name, or an address without brackets. */
export interface ProxyTarget {
  hostname: string
  port: number
}

/** The target of CONNECT: `host:port` or `[IPv6]:port`. Throws ProxyRefusal 400. */
export function getConnectTarget(requestTarget = ''): ProxyTarget {
  const match = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(requestTarget)
  if (match === null) throw new ProxyRefusal(400, 'http_request_error')
  const [, address, name = '', port] = match
  return { hostname: address ?? name, port: Number(port) }
}

/** The target and URL of an absolute-form request: http, without credentials. Throws ProxyRefusal 400. */
export function getAbsoluteTarget(requestTarget = ''): ProxyTarget & { url: URL } {
  const url = URL.parse(requestTarget)
  if (url?.protocol !== 'http:' || url.username !== '' || url.password !== '')
    throw new ProxyRefusal(400, 'http_request_error')
  const hostname = url.hostname.replaceAll(/^\[|\]$/g, '')
  return { hostname, port: url.port === '' ? 80 : Number(url.port), url }
}
