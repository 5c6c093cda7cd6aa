import { useQuery } from '@tanstack/react-query'
import { automationNameQuery } from './automation-names.ts'

/** Shows the name of an automation by its id. */
export function AutomationName({ id }: { id: string }) {
  const { data: name } = useQuery(automationNameQuery(id))
  if (name != null) return name
  return <span className="quiet">{name === null ? 'a deleted automation' : 'an automation'}</span>
}
