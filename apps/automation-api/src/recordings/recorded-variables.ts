import { z } from 'zod'
import { variableName } from '../automations/variables/variable-name.ts'

/** The variables of recorded steps. Values that were typed are not kept. */
export const recordedVariables = z.record(variableName, z.object({ secret: z.boolean() }))

export type RecordedVariables = z.infer<typeof recordedVariables>
