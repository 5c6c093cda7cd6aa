import { z } from 'zod'

/** POSTs a minute to one host, for each account of a service. */
export const defaultPostsPerMinute = 600

/** The environment variable of the limit, for dispatchers, which hold it, and for services, which show it. */
export const postsPerMinuteVariable = z.coerce.number().int().min(1).default(defaultPostsPerMinute)

/** Posts are counted by slots of so many milliseconds. */
export const postSlotMs = 5_000

/** With the current one, so many slots cover any minute that ends now. */
export const postSlots = 60_000 / postSlotMs + 1
