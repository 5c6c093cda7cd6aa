import { z } from 'zod'

/** What of a mail is needed to show it, as the alias service tells it. */
export const mail = z.object({
  bodyHtml: z.string(),
  attachments: z.array(
    z.object({ id: z.string(), contentType: z.string(), size: z.number(), contentId: z.string().nullable() }),
  ),
})

export type Mail = z.infer<typeof mail>
