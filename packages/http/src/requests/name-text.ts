import { z } from 'zod'

/**
 * A name given by a person: at least one visible character.
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
