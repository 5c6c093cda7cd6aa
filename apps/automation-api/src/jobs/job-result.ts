import { automationChannel } from '@waypost/webhooks'
import type { z } from 'zod'

/**
 * The result of a completed job: for an automation `{ extractedData, selfHeal }`, for a pipeline `{ status,
 * extractedData }`.
 */
export const jobResult = automationChannel.events['job.completed'].shape.result.unwrap()

export type JobResult = z.infer<typeof jobResult>
