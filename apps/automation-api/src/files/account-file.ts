import { z } from 'zod'
import { contentType, fileName } from '../automations/actions/file-fields.ts'
import type { accountFiles } from '../db/file-tables.ts'

/** The greatest file of an account, in bytes. */
const MOST_FILE_BYTES = 10 * 1024 * 1024
/** In base64. */
const MOST_CHARACTERS = 4 * Math.ceil(MOST_FILE_BYTES / 3)
/** A request with the greatest file. */
export const BODY_LIMIT = MOST_CHARACTERS + 4096

export const fileParameters = z.object({ name: fileName })

export const newAccountFile = z.strictObject({
  contentType: contentType.optional().describe('`application/octet-stream` without it'),
  contentBase64: z.base64().max(MOST_CHARACTERS).describe('At most 10 MiB'),
})

/** A file of the account, without its content. */
export const accountFile = z.object({
  name: z.string().describe('Upload steps refer to it as `accountFile`'),
  contentType: z.string(),
  size: z.number().int().describe('In bytes'),
  sha256: z.string().describe('Of the content, in hexadecimal'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime().describe('When its content was last replaced'),
})

export type AccountFile = z.infer<typeof accountFile>
export type AccountFileRow = typeof accountFiles.$inferSelect

export const toAccountFile = ({
  name,
  contentType: type,
  size,
  sha256,
  createdAt,
  updatedAt,
}: AccountFileRow): AccountFile => ({
  name,
  contentType: type,
  size,
  sha256,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
