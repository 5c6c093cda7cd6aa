import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A `timestamptz` column, as a Date. */
export const time = (name: string) => timestamp(name, { withTimezone: true })

/** A `bytea` column, as a Buffer. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
