import { NotFoundError } from '@waypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { automationChoices, automationQuery } from './automation-queries.ts'

/** Shows the name of an automation by its id. */
export function AutomationName({ id }: { id: string }) {
  // One request loads the names of a whole page; only ids that it does not contain are loaded one by one.
  const choices = useQuery(automationChoices)
  const known = choices.data?.find((each) => each.id === id)
  const one = useQuery({ ...automationQuery(id), enabled: !choices.isPending && !known })
  const found = known ?? one.data
  if (found) return found.name
  return (
    <span className="quiet">
      {one.error instanceof NotFoundError ? 'a deleted automation' : 'an automation'}
    </span>
  )
}
