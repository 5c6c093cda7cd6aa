import type { AutomationApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { sendRequest } from './send-request.ts'

// What a phrase may have.
const MAX_LENGTH = 200

/**
 * The automations that a request may have meant. The one that a person picks learns the request as a phrase, and the
 * request is sent again.
 */
export function Candidates({ intent }: { intent: AutomationApi.Intent }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const pick = useMutation({
    mutationFn: async (id: string) => {
      const { phrases = [], version } = await automation.automations.get(id)
      const learned = [...new Set([intent.text.trim(), ...phrases])].slice(0, 30)
      await automation.automations.update(id, { phrases: learned }, { ifVersion: version })
      return sendRequest(client, intent.text)
    },
    onSuccess: async ({ intentId }) => {
      await client.invalidateQueries({ queryKey: ['intents', 'list'] })
      await client.invalidateQueries({ queryKey: ['automations'] })
      await navigate({ to: '/ask/$id', params: { id: intentId } })
    },
  })
  const isPhrase = intent.text.trim().length <= MAX_LENGTH && !intent.text.includes('\n')
  return (
    <section className="card stack-tight" aria-label="Possible matches">
      <h2>Possible matches</h2>
      <ul className="stack-tight">
        {intent.candidates.map(({ automationId, automationName, score }) => (
          <li key={automationId} className="row">
            <Link to="/automations/$id" params={{ id: automationId }}>
              {automationName}
            </Link>
            <span className="quiet">matches {Math.round(score * 100)} %</span>
            {intent.reason === 'ambiguous' && isPhrase && (
              <Button onClick={() => pick.mutate(automationId)} isBusy={pick.isPending}>
                Remember for {automationName}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {intent.reason === 'ambiguous' && isPhrase && (
        <p className="quiet">
          Remembering keeps these words as a phrase of the automation and sends the request again.
        </p>
      )}
      {pick.error && <ErrorNote error={pick.error} />}
    </section>
  )
}
