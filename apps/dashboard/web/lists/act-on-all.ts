import { describeError } from '../client/describe-error.ts'

/**
 * Does something to one row after the other, as a person would: services bound how much an account asks for at once.
 *
 * @returns the rows for which it worked, and what went wrong with the others
 */
export async function actOnAll<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
): Promise<{ done: Row[]; failure: string | undefined }> {
  const done: Row[] = []
  let reason: string | undefined
  for (const row of rows)
    try {
      await act(row)
      done.push(row)
    } catch (error) {
      reason ??= describeError(error as Error)
    }
  const failed = rows.length - done.length
  return { done, failure: failed === 0 ? undefined : `${failed} of ${rows.length} failed: ${reason}` }
}
