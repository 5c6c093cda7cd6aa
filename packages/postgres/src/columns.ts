import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A moment, read and written as a Date. */
export const time = (name: string) => timestamp(name, { withTimezone: true })

/** Bytes, read and written as a Buffer. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
