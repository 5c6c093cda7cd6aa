import { isId } from '@waypost/postgres'
import { z } from 'zod'

const nobodysId = '00000000-0000-0000-0000-000000000000'

/**
 * `:id` in a path. A malformed id becomes one that does not exist: it takes the same path to the same 404 as an
 * unknown id, in the same time.
 */
export const idParameter = z.object({
  id: z
    .string()
    .transform((id) => (isId(id) ? id : nobodysId))
    .meta({ format: 'uuid' }),
})
