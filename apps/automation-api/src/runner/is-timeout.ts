/** Whether Playwright gave up: its class of errors is loaded with the first browser only. */
export const isTimeout = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'TimeoutError' && !(error instanceof DOMException)
