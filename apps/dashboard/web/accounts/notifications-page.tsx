import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { accounts, type Notification } from '../client/accounts.ts'
import { ErrorNote } from '../controls/error-note.tsx'
import { CheckField } from '../controls/field.tsx'
import { Loading } from '../lists/loading.tsx'
import { ConfirmReminder } from './confirm-reminder.tsx'
import { notificationLabels } from './notification-labels.ts'
import { SettingsPage } from './settings-page.tsx'

const queryKey = ['notifications']

export function NotificationsPage() {
  const { data, error } = useQuery({ queryKey, queryFn: accounts.listNotifications })
  return (
    <SettingsPage>
      <ConfirmReminder />
      <section className="card stack-tight">
        <h2>Emails to you</h2>
        <p className="quiet">
          Emails go to the address of your account once it is confirmed, 30 of each kind in 24 hours at most.
        </p>
        <ErrorNote error={error} />
        {!data && !error && <Loading />}
        {data?.map((notification) => (
          <NotificationSwitch key={notification.kind} {...notification} />
        ))}
      </section>
      <section className="card stack-tight">
        <h2>Always sent</h2>
        <p>
          Emails about the security of your account cannot be switched off: a sign-in in a new browser, a new
          API key, a changed password, two-factor authentication, and the closing of the account. So are those
          without which mail would be lost: that your aliases have no room for more mail, and that they can no
          longer send or forward it.
        </p>
      </section>
    </SettingsPage>
  )
}

function NotificationSwitch({ kind, isOn }: Notification) {
  const client = useQueryClient()
  const id = useId()
  const { label, hint } = notificationLabels[kind]
  const change = useMutation({
    mutationFn: accounts.switchNotification,
    // Until the list is there again, the box shows what was chosen.
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  return (
    <div>
      <CheckField
        label={label}
        aria-describedby={id}
        checked={change.isPending ? change.variables.isOn : isOn}
        onChange={({ currentTarget }) => change.mutate({ kind, isOn: currentTarget.checked })}
      />
      <span className="field-hint check-hint" id={id}>
        {hint}
      </span>
      <ErrorNote error={change.error} />
    </div>
  )
}
