import { NotFoundError } from '@waypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { automationChoices, automationQuery } from './automation-queries.ts'

/** What an automation is called, of which only the id is known. */
export function AutomationName({ id }: { id: string }) {
  // One request names all of a page's; only what that does not have is asked for by itself.
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
