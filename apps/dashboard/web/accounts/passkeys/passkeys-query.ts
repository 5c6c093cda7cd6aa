import { queryOptions } from '@tanstack/react-query'
import { accounts } from '../../client/accounts.ts'

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: accounts.listPasskeys,
})
