import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { aliasAccountQuery } from '../accounts/alias-account-query.ts'
import { PlanNote } from '../accounts/plan-note.tsx'
import { Pill } from '../controls/pill.tsx'
import type { Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { ServiceTabs } from '../services/service-tabs.tsx'
import { asService, serviceLabels } from '../services/service.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import { CreateKeyButton } from './create-key-button.tsx'
import { KeyActions } from './key-actions.tsx'
import type { ApiKey } from './key-service.ts'
import { keyServices } from './key-services.ts'

const tones = { active: 'good', inactive: 'plain', expired: 'warn', revoked: 'plain' } as const

export function ApiKeysPage() {
  const service = asService(useParams({ from: '/app/keys/$service' }).service)
  const { data: account } = useQuery({ ...aliasAccountQuery, enabled: service === 'alias' })
  const isPlanTooSmall = service === 'alias' && account !== undefined && account.plan !== 'business'
  const { hasExpiry, isOfSignIn, list, scopes } = keyServices[service]
  const create = isPlanTooSmall ? undefined : <CreateKeyButton service={service} />
  const columns: Column<ApiKey>[] = [
    {
      label: 'Name',
      cell: (key) => (
        <span>
          <span className="row">
            <span className="row-strong">{key.name}</span>
            {key.isTest && <Pill tone="busy">test</Pill>}
          </span>
          <code className="small quiet">{key.prefix}…</code>
          {isOfSignIn?.(key) && (
            <span className="small quiet key-note">created by a dashboard sign-in, deleted on sign-out</span>
          )}
        </span>
      ),
    },
    {
      label: 'Scopes',
      cell: ({ scopes: given }) => (
        <span className="small">
          {given.length === scopes.length
            ? 'everything'
            : given.map((scope) => (
                <span key={scope} className="key-note unbroken">
                  {scope}
                </span>
              ))}
        </span>
      ),
    },
    { label: 'State', cell: ({ state }) => <Pill tone={tones[state]}>{state}</Pill> },
    { label: 'Last used', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
    ...(hasExpiry ? [{ label: 'Expires', cell: ({ expiresAt }: ApiKey) => <Time at={expiresAt} /> }] : []),
    { label: '', cell: (key) => <KeyActions service={service} apiKey={key} /> },
  ]
  return (
    <>
      <PageHeader
        title={`${serviceLabels[service]} API keys`}
        lead="Your programs sign in with API keys. Create one key for each program, with only the scopes that it needs. A key is shown once, when you create it."
        actions={create}
      />
      <ServiceTabs service={service} to="/keys/$service" />
      {isPlanTooSmall && (
        <PlanNote account={account}>
          The API needs the Business plan. Everything else works here in the dashboard.
        </PlanNote>
      )}
      <PagedTable
        caption="API keys"
        queryKey={['api-keys', service]}
        load={list}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No keys yet" action={create}>
            With one key for each program, you can revoke one without stopping the others.
          </EmptyState>
        }
      />
    </>
  )
}
