import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { leave } from '../accounts/leave.ts'
import { useSession } from '../accounts/session-query.ts'
import { accounts } from '../client/accounts.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { findEntry, settingsEntry } from './navigation-groups.ts'
import { ThemeButton } from './theme-button.tsx'

/** Who is signed in, which leads to the settings, with the theme and the way out. */
export function AccountBar() {
  const session = useSession()
  const isCurrent = useLocation({ select: ({ pathname }) => findEntry(pathname) === settingsEntry })
  const signOut = useMutation({ mutationFn: accounts.signOut, onSuccess: leave })
  if (!session) return null
  const { email } = session.account
  return (
    <div className="account-bar">
      <Link
        className={isCurrent ? 'account-link nav-current' : 'account-link'}
        to="/account"
        activeProps={{}}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <span className="avatar" aria-hidden="true">
          {email.charAt(0).toUpperCase()}
        </span>
        <span className="account-words">
          <span>Settings</span>
          <span className="account-email small quiet" title={email}>
            {email}
          </span>
        </span>
      </Link>
      <ThemeButton />
      <IconButton
        icon={LogOut}
        label="Sign out"
        isBusy={signOut.isPending}
        onClick={() => signOut.mutate()}
      />
    </div>
  )
}
