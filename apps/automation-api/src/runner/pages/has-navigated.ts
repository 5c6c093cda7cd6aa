/** Whether a query failed because the page or the frame navigated meanwhile. */
export function hasNavigated(error: unknown): boolean {
  return /context was destroyed|navigat|frame (was|got) detached/i.test(String(error))
}
