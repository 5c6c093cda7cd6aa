import { searchText } from '@waypost/http'
import { z } from 'zod'

/** The parameters by which lists and streams of emails choose them by what they say. */
export const textQuery = {
  from: searchText.optional().meta({
    description: 'A part of the sender’s address or name, case-insensitive',
    example: 'shop.example',
  }),
  subject: searchText
    .optional()
    .meta({ description: 'A part of the subject, case-insensitive', example: 'your code' }),
  q: searchText.optional().meta({
    description: 'A part of the sender, the subject or the text, case-insensitive',
    example: 'order 4711',
  }),
}

export const sinceQuery = z.iso
  .datetime({ offset: true })
  .optional()
  .meta({ description: 'Only emails of this time or later', example: '2026-11-24T09:00:00Z' })
