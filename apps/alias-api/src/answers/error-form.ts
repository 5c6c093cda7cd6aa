import type { ErrorForm } from '@waypost/http'
import { z } from 'zod'

const error = z.object({ error: z.string() })

/** Every error is `{ error }`. 412 answers `If-Match` alone, 415 a body that is not JSON by its media type. */
export const errorForm: ErrorForm = {
  error: (_status, message) => ({ error: message }),
  validation: (issues) => ({ error: issues.map((issue) => issue.message).join('; ') }),
  schemas: { error, validation: error },
  statuses: [400, 401, 403, 404, 409, 412, 413, 415, 429, 500, 503],
}
