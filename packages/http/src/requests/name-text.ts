import { z } from 'zod'

/**
 * What a person calls something: at least one character that can be seen.
 *
 * @param maxLength in UTF-16 code units
 */
export const nameText = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .refine((text) => text === '' || text.trim() !== '', {
      message: 'should not be empty',
      params: { rule: 'isNotEmpty' },
    })
    .meta({ pattern: String.raw`\S` })
