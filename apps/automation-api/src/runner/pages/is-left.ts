/** Whether a question to a page failed because the page or the frame went on to its next document meanwhile. */
export function isLeft(error: unknown): boolean {
  return /context was destroyed|navigat|frame (was|got) detached/i.test(String(error))
}
