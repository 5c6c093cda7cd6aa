/** A failure without a server to report it, in the words of SMTP: `550 5.1.2 There is no such domain`. */
export class DeliveryError extends Error {
  readonly responseCode: number
  readonly response: string
  readonly code = 'EENVELOPE'

  constructor(response: string) {
    super(response)
    this.response = response
    this.responseCode = Number(response.slice(0, 3))
  }
}
