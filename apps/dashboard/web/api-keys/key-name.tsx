import { useQuery } from '@tanstack/react-query'
import type { Service } from '../services/service.ts'
import { keyChoices } from './key-queries.ts'
import { keyServices } from './key-services.ts'

/** Shows who uses an API key, by its id: the key of a sign-in is that of a person. */
export function KeyName({ service, id }: { service: Service; id: string }) {
  const { data: keys } = useQuery(keyChoices(service))
  const found = keys?.find((key) => key.id === id)
  if (found) return keyServices[service].isOfSignIn?.(found) ? 'you, in the dashboard' : `key ${found.name}`
  return <span className="quiet">{keys ? 'a deleted key' : 'a key'}</span>
}
