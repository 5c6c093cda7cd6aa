import { toApiError } from './api-error.ts'
import { tellSignedOut } from './signed-out.ts'

/** What was sent back: the data, or what it was refused with. */
export interface Answer<Data> {
  data?: Data
  error?: unknown
  response: Response
}

/** What a request answered; throws an ApiError where it was refused, and says so where nobody is signed in. */
export async function call<Data>(request: Promise<Answer<Data>>): Promise<Data> {
  return (await callWithHeaders(request)).data
}

/** The same, for answers whose headers matter. */
export async function callWithHeaders<Data>(
  request: Promise<Answer<Data>>,
): Promise<{ data: Data; headers: Headers }> {
  const { data, error, response } = await request
  if (response.ok) return { data: data as Data, headers: response.headers }
  const failure = toApiError(response.status, error)
  if (failure.isSignedOut) tellSignedOut()
  throw failure
}
