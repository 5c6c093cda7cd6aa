import { useMutation } from '@tanstack/react-query'
import { accounts } from '../client/accounts.ts'
import { Button } from '../controls/button.tsx'
import { leave } from './leave.ts'
import { useSession } from './session-query.ts'

/** Shows who is signed in, and signs them out. */
export function SignedInAs() {
  const session = useSession()
  const signOut = useMutation({ mutationFn: accounts.signOut, onSuccess: leave })
  if (!session) return null
  return (
    <div className="stack-tight">
      <p className="small quiet breakable">{session.account.email}</p>
      <Button onClick={() => signOut.mutate()} isBusy={signOut.isPending}>
        Sign out
      </Button>
    </div>
  )
}
