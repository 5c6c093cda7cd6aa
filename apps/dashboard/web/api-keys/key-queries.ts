import { queryOptions } from '@tanstack/react-query'
import type { Service } from '../services/service.ts'
import { keyServices } from './key-services.ts'

/** The newest keys of a service, revoked ones too, to name them by their ids. */
export const keyChoices = (service: Service) =>
  queryOptions({
    queryKey: ['api-keys', service, 'choices'],
    queryFn: async () => (await keyServices[service].list({ limit: 100 })).items,
    staleTime: 60_000,
  })
