import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accounts, type SignedInBrowser } from '../client/accounts.ts'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { Pill } from '../controls/pill.tsx'
import { DataTable, type Column } from '../lists/data-table.tsx'
import { Loading } from '../lists/loading.tsx'
import { Time } from '../times/time.tsx'
import { describeBrowser } from './describe-browser.ts'
import { leave } from './leave.ts'

/** Lists the browsers that are signed in, and signs them out. */
export function BrowsersSection() {
  const client = useQueryClient()
  const { data, error } = useQuery({ queryKey: ['browsers'], queryFn: accounts.listBrowsers })
  const columns: Column<SignedInBrowser>[] = [
    {
      label: 'Browser',
      cell: ({ userAgent, isCurrent }) => (
        <span className="row">
          <span title={userAgent}>{describeBrowser(userAgent)}</span>
          {isCurrent && <Pill tone="good">this browser</Pill>}
        </span>
      ),
    },
    { label: 'IP address', cell: ({ ip }) => <code className="small">{ip}</code> },
    { label: 'Last seen', cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
    {
      label: '',
      cell: ({ id, userAgent, isCurrent }) =>
        !isCurrent && (
          <ConfirmButton
            label="Sign out"
            ariaLabel={`Sign out ${describeBrowser(userAgent)}`}
            title="Sign this browser out?"
            confirm="Sign out browser"
            onConfirm={async () => {
              await accounts.signBrowserOut(id)
              await client.invalidateQueries({ queryKey: ['browsers'] })
            }}
          >
            The person using it has to sign in again.
          </ConfirmButton>
        ),
    },
  ]
  return (
    <section className="stack-tight">
      <div className="row row-apart">
        <h2>Signed-in browsers</h2>
        <ConfirmButton
          label="Sign out everywhere"
          tone="usual"
          title="Sign out everywhere?"
          confirm="Sign out"
          onConfirm={async () => {
            await accounts.signOutEverywhere()
            leave()
          }}
        >
          This signs out every browser, including this one, and every program that signed in with your
          password. API keys keep working.
        </ConfirmButton>
      </div>
      <ErrorNote error={error} />
      {!data && !error && <Loading />}
      {data && <DataTable caption="Browsers" columns={columns} rows={data} rowKey={({ id }) => id} />}
    </section>
  )
}
