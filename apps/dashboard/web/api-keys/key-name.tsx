import { useQuery } from '@tanstack/react-query'
import type { Service } from '../services/service.ts'
import { keyChoices } from './key-queries.ts'

/** Shows the name of an API key by its id. */
export function KeyName({ service, id }: { service: Service; id: string }) {
  const { data: keys } = useQuery(keyChoices(service))
  const found = keys?.find((key) => key.id === id)
  if (found) return found.name
  return <span className="quiet">{keys ? 'a deleted key' : 'a key'}</span>
}
