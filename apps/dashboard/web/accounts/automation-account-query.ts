import { queryOptions } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'

/** The limits of the automation service, and how much of each the account uses. */
export const automationAccountQuery = queryOptions({
  queryKey: ['automation-account'],
  queryFn: () => automation.account(),
  staleTime: 10_000,
})
