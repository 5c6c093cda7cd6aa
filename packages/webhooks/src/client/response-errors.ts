/** The response is not HTTP/1.1, or ambiguous. */
export class InvalidResponseError extends Error {
  override name = 'InvalidResponseError'
}

/** The response is longer than anybody reads. */
export class ResponseTooLongError extends Error {
  override name = 'ResponseTooLongError'
}

/** The connection ended before the response did. */
export class ConnectionEndedError extends Error {
  override name = 'ConnectionEndedError'
  override message = 'The connection has ended'
}
