import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import './emails.css'

export function StarButton({
  email: { id, subject, isStarred },
}: {
  email: Pick<AliasApi.Email, 'id' | 'subject' | 'isStarred'>
}) {
  const client = useQueryClient()
  const star = useMutation({
    mutationFn: () => alias.emails.update(id, { isStarred: !isStarred }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['emails'] }),
  })
  // An optimistic update, reverted if the request fails.
  const isShown = star.isPending ? !isStarred : isStarred
  return (
    <button
      type="button"
      className="star"
      aria-pressed={isShown}
      aria-label={`Star ${subject || 'this email'}`}
      onClick={() => star.mutate()}
    >
      {isShown ? '★' : '☆'}
    </button>
  )
}
