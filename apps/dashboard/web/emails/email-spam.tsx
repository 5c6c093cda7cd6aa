import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { Pill } from '../controls/pill.tsx'

/** Shows what speaks for or against an email, and moves it to the spam or out of it. */
export function EmailSpam({ email: { id, spam, ...email } }: { email: AliasApi.EmailDetail }) {
  const isSpam = email.isSpam === true
  const client = useQueryClient()
  const move = useMutation({
    mutationFn: () => alias.emails.update(id, { isSpam: !isSpam }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['emails'] }),
  })
  return (
    <>
      <div className="row">
        {isSpam && <Pill tone="bad">spam</Pill>}
        <Button onClick={() => move.mutate()} disabled={move.isPending}>
          {isSpam ? 'Not spam' : 'Move to spam'}
        </Button>
      </div>
      <ErrorNote error={move.error} />
      {spam && spam.reasons.length > 0 && (
        <ul aria-label="Spam checks" className="small">
          {spam.reasons.map(({ rule, score, description }) => (
            <li key={rule}>
              {description || rule} <span className="quiet">({score > 0 ? `+${score}` : score})</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
