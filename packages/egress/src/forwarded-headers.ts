import type { IncomingMessage } from 'node:http'

// https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/**
 * The headers that the proxy sends to the target of a request to `url`, names and values alternating: the host of the
 * request line, the original framing of the body, one request per connection.
 */
export function forwardedRequestHeaders(request: IncomingMessage, url: URL): string[] {
  const encoding = request.headers['transfer-encoding']
  const framing = encoding === undefined ? [] : ['Transfer-Encoding', encoding]
  return ['Host', url.host, ...endToEnd(request, ['host']), ...framing, 'Connection', 'close']
}

/**
 * The headers that the proxy passes back to its client, names and values alternating. `Proxy-Status` is removed, so
 * that no target can pass its own response off as the proxy's.
 */
export function forwardedResponseHeaders(response: IncomingMessage): string[] {
  return endToEnd(response, ['proxy-status'])
}

/**
 * All headers except hop-by-hop ones, those that `Connection` names, and `except`. Spelling, order and duplicates are
 * kept.
 */
function endToEnd({ rawHeaders }: IncomingMessage, except: string[] = []): string[] {
  const fields = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [{ name, key: name.toLowerCase(), value: rawHeaders[index + 1] ?? '' }] : [],
  )
  const dropped = new Set([...hopByHop, ...except])
  for (const { key, value } of fields) {
    if (key === 'connection') for (const option of value.toLowerCase().split(',')) dropped.add(option.trim())
  }
  // A sender must not hide where its message ends.
  dropped.delete('content-length')
  return fields.filter(({ key }) => !dropped.has(key)).flatMap(({ name, value }) => [name, value])
}
