import { queryOptions } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'

export const mailRulesQuery = (addressId: string) =>
  queryOptions({
    queryKey: ['mail-rules', addressId],
    queryFn: () => alias.addresses.getRules(addressId),
  })
