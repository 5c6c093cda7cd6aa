import { automationChannel } from '@waypost/webhooks'
import type { z } from 'zod'

/** What an ended job leaves: of an automation `{ extractedData, selfHeal }`, of a pipeline `{ status, extractedData }`. */
export const jobResult = automationChannel.events['job.completed'].shape.result.unwrap()

export type JobResult = z.infer<typeof jobResult>
