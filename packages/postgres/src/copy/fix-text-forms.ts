import { sql } from 'drizzle-orm'
import type { Db } from '../database.ts'

/** Has a transaction write values as text in the same form in every database, whatever its settings are. */
export async function fixTextForms(tx: Db): Promise<void> {
  await tx.execute(sql`
    select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO', true),
      set_config('IntervalStyle', 'postgres', true), set_config('bytea_output', 'hex', true),
      set_config('extra_float_digits', '1', true)
  `)
}
