import { useQueries, useQuery } from '@tanstack/react-query'
import { automationNameQuery } from '../automations/automation-names.ts'
import { SelectField } from '../controls/field.tsx'
import { describeSession } from './describe-session.ts'
import { sessionChoices } from './session-queries.ts'

/** Chooses the saved session that a run starts with; absent where there is none. */
export function SessionField({ defaultValue = '' }: { defaultValue?: string | undefined }) {
  const { data: sessions = [] } = useQuery(sessionChoices)
  // One request names them all.
  const ids = [...new Set(sessions.flatMap(({ automationId }) => automationId ?? []))]
  const names = useQueries({
    queries: ids.map((id) => automationNameQuery(id)),
    combine: (found) => new Map(ids.map((id, index) => [id, found[index]?.data ?? undefined])),
  })
  if (sessions.length === 0) return null
  return (
    <SelectField name="sessionId" label="Start with the session of" defaultValue={defaultValue}>
      <option value="">no earlier run</option>
      {sessions.map((session) => (
        <option key={session.id} value={session.id}>
          {describeSession(
            session,
            session.automationId === null ? undefined : names.get(session.automationId),
          )}
        </option>
      ))}
    </SelectField>
  )
}
