import { queryOptions } from '@tanstack/react-query'
import { accounts } from '../../client/accounts.ts'

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: accounts.twoFactor,
})
