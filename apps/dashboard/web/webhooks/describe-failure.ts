const words: Record<string, string> = {
  timeout: 'Your server did not answer within 10 s. Answer first and work later.',
  connection_refused: 'Nothing listens at that address: is the server running, and the port right?',
  connection_reset: 'The connection was closed before there was an answer.',
  unreachable: 'There is no way to that address.',
  dns_error: 'The name in the address is not known to DNS.',
  tls_error: 'There was no secure connection: look at the server’s certificate.',
  blocked_address: 'The address leads into a private network, where nothing is sent.',
  invalid_response: 'What came back was no valid HTTP answer.',
  network_error: 'The network failed on the way.',
}

/** Why an attempt did not count as received, and what to look at. */
export function describeFailure(status: number | null, error: string | null): string {
  if (error !== null) return words[error] ?? `It failed: ${error}.`
  if (status === null) return 'No answer yet.'
  if (status >= 300 && status < 400) return 'Your server sent it elsewhere; redirections are not followed.'
  if (status === 401 || status === 403)
    return 'Your server refused it: does it expect a login, or another secret?'
  if (status === 404) return 'Your server knows no such path.'
  return `Only an answer with 2xx counts as received; this was ${status}.`
}
