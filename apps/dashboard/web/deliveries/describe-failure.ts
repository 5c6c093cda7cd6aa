const words: Record<string, string> = {
  timeout: 'Your server did not respond within 10 s. Respond first and process the event afterwards.',
  connection_refused:
    'The connection was refused. Check that the server is running and that the port is right.',
  connection_reset: 'The connection was closed before your server responded.',
  unreachable: 'The address could not be reached.',
  dns_error: 'The host name of the URL was not found in DNS.',
  tls_error: 'No secure connection could be made. Check the server’s certificate.',
  blocked_address: 'The URL points to a private network, and events are not sent there.',
  invalid_response: 'The response was not valid HTTP.',
  network_error: 'The network failed during the request.',
}

/** Why an attempt failed, and what to check. */
export function describeFailure(status: number | null, error: string | null): string {
  if (error !== null) return words[error] ?? `The attempt failed: ${error}.`
  if (status === null) return 'No response yet.'
  if (status >= 300 && status < 400)
    return 'Your server responded with a redirect. Redirects are not followed.'
  if (status === 401 || status === 403)
    return 'Your server refused the request. Check whether it expects a login or another secret.'
  if (status === 404) return 'Your server did not find the path of the URL.'
  return `Only a 2xx response counts as received. Your server responded with ${status}.`
}
