import { Pill } from '../controls/pill.tsx'
import { Time } from '../times/time.tsx'
import { ConfirmReminder } from './confirm-reminder.tsx'
import { useSession } from './session-query.ts'
import { SettingsPage } from './settings-page.tsx'
import { TimeZoneSection } from './time-zone-section.tsx'

export function ProfilePage() {
  const account = useSession()?.account
  return (
    <SettingsPage>
      <ConfirmReminder />
      <section className="card stack-tight">
        <h2>Profile</h2>
        {account && (
          <dl className="facts">
            <dt>Email</dt>
            <dd className="row">
              {account.email}
              <Pill tone={account.emailConfirmed ? 'good' : 'warn'}>
                {account.emailConfirmed ? 'confirmed' : 'not confirmed'}
              </Pill>
            </dd>
            <dt>Signed up</dt>
            <dd>
              <Time at={account.createdAt} />
            </dd>
          </dl>
        )}
      </section>
      <TimeZoneSection />
    </SettingsPage>
  )
}
