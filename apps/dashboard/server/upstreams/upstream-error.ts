/** A service that is asked for somebody does not answer. */
export class UpstreamError extends Error {
  override name = 'UpstreamError'
  readonly status: 502 | 504

  constructor(status: 502 | 504, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}
