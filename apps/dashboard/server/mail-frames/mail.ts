import { z } from 'zod'

/** The fields of the alias service's email that are needed to show it. */
export const mail = z.object({
  bodyHtml: z.string(),
  attachments: z.array(
    z.object({ id: z.string(), contentType: z.string(), size: z.number(), contentId: z.string().nullable() }),
  ),
})

export type Mail = z.infer<typeof mail>
