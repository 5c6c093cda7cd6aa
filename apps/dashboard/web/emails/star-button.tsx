import { useMutation, useQueryClient } from '@tanstack/react-query'
import { alias, type Email } from '../client/alias.ts'
import { call } from '../client/call.ts'
import './emails.css'

export function StarButton({
  email: { id, subject, isStarred },
}: {
  email: Pick<Email, 'id' | 'subject' | 'isStarred'>
}) {
  const client = useQueryClient()
  const star = useMutation({
    mutationFn: () =>
      call(alias.PATCH('/api/v1/emails/{id}', { params: { path: { id } }, body: { isStarred: !isStarred } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['emails'] }),
  })
  // Shown at once; taken back if it is refused.
  const isShown = star.isPending ? !isStarred : isStarred
  return (
    <button
      type="button"
      className="star"
      aria-pressed={isShown}
      aria-label={`Star ${subject || 'this mail'}`}
      onClick={() => star.mutate()}
    >
      {isShown ? '★' : '☆'}
    </button>
  )
}
