import { z } from 'zod'

/** What was taken out of a forwarded email. */
export const removed = z.object({
  pixels: z.number().int(),
  links: z.number().int().meta({
    description:
      'How many links had tracking parameters. One that is in the HTML and in the plain text counts twice',
  }),
  hosts: z.array(z.string()).meta({ description: 'The hosts of the pixels, 20 at most' }),
  skipped: z.enum(['message', 'parts']).optional().meta({
    description:
      'What was forwarded as it came: all of a signed, encrypted or unreadable message, or texts that could not be read',
  }),
})

export type Removed = z.infer<typeof removed>

/** What is known of a message of which nothing was read. */
export const nothingRead: Removed = { pixels: 0, links: 0, hosts: [], skipped: 'message' }

export const isChanged = ({ pixels, links }: Removed): boolean => pixels + links > 0
