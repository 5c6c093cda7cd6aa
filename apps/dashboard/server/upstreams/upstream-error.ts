/** A service does not answer a forwarded request. */
export class UpstreamError extends Error {
  override name = 'UpstreamError'
  readonly status: 502 | 504

  constructor(status: 502 | 504, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}
