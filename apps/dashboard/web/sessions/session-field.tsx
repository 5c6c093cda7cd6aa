import { useQuery } from '@tanstack/react-query'
import { automationChoices } from '../automations/automation-queries.ts'
import { SelectField } from '../controls/field.tsx'
import { describeSession } from './describe-session.ts'
import { sessionChoices } from './session-queries.ts'

/** Chooses the saved session that a run starts with; absent where there is none. */
export function SessionField({ defaultValue = '' }: { defaultValue?: string | undefined }) {
  const { data: sessions = [] } = useQuery(sessionChoices)
  const { data: automations } = useQuery({ ...automationChoices, enabled: sessions.length > 0 })
  if (sessions.length === 0) return null
  return (
    <SelectField name="sessionId" label="Start with the session of" defaultValue={defaultValue}>
      <option value="">no earlier run</option>
      {sessions.map((session) => (
        <option key={session.id} value={session.id}>
          {describeSession(session, automations)}
        </option>
      ))}
    </SelectField>
  )
}
