import { z } from 'zod'
import { condition } from '../actions/condition.ts'
import { navigate } from '../actions/page-actions.ts'

/** How runs of an automation stay signed in. */
export const login = z
  .strictObject({
    automationId: z.uuid().describe('The automation that signs in'),
    url: navigate.shape.url.describe('A page that shows whether the browser is signed in'),
    loggedIn: condition.describe('What holds on that page where it is'),
  })
  .describe('Signs in before the steps, where the last session has ended')

export type Login = z.infer<typeof login>
