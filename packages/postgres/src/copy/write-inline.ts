import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { escapeLiteral } from 'pg'

const dialect = new PgDialect()

/** A statement with its parameters as literals, since COPY takes no parameters: texts, numbers and arrays of them. */
export function writeInline(statement: SQL): string {
  const { sql, params } = dialect.sqlToQuery(statement)
  return sql.replaceAll(/\$(\d+)/g, (_, number: string) => writeLiteral(params[Number(number) - 1]))
}

const writeLiteral = (value: unknown): string =>
  escapeLiteral(Array.isArray(value) ? `{${value.map(writeElement).join(',')}}` : String(value))

const writeElement = (value: unknown): string => `"${String(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`
