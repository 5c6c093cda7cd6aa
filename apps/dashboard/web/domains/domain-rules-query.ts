import { queryOptions } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'

export const domainRulesQuery = (id: string) =>
  queryOptions({ queryKey: ['domains', id, 'rules'], queryFn: () => alias.domains.listRules(id) })
