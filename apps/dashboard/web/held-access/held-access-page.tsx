import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ButtonLink } from '../controls/button-link.tsx'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { DataTable, type Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { Loading } from '../lists/loading.tsx'
import { serviceLabels } from '../services/service.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import { heldAccessQuery, keepHeldAccess, type HeldAccess } from './held-access.ts'

const kinds = {
  api_key: 'API key',
  webhook: 'Webhook',
  schedule: 'Schedule',
  forwarding_rule: 'Forwarding rule',
  domain_rule: 'Rule of a domain',
  mail_rule: 'Rule of an alias',
}

/** Lists what was switched off when the account was recovered. Its owner restores or deletes each item here. */
export function HeldAccessPage() {
  const { data, error } = useQuery(heldAccessQuery)
  const client = useQueryClient()
  const keep = useMutation({ mutationFn: keepHeldAccess, onSuccess: () => client.invalidateQueries() })
  const columns: Column<HeldAccess>[] = [
    {
      label: 'Name',
      cell: ({ name, target }) => (
        <span>
          <span className="row-strong">{name}</span>
          {target !== name && <code className="small quiet key-note breakable">{target}</code>}
        </span>
      ),
    },
    { label: 'Kind', cell: ({ kind, service }) => `${kinds[kind]}, ${serviceLabels[service]}` },
    { label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      label: '',
      cell: (item) => (
        <span className="row">
          <Button
            isBusy={keep.isPending && keep.variables.id === item.id}
            aria-label={`Restore ${item.name}`}
            onClick={() => keep.mutate(item)}
          >
            Keep
          </Button>
          {whereToDelete(item)}
        </span>
      ),
    },
  ]
  return (
    <>
      <PageHeader
        title="Review access"
        lead="These existed when the account was recovered. They are switched off because somebody else may have created them. Restore what is yours and delete the rest."
      />
      <ErrorNote error={error ?? keep.error} />
      {!data && !error && <Loading />}
      {data?.length === 0 && (
        <EmptyState title="Nothing to review" action={<ButtonLink to="/">Go to the overview</ButtonLink>}>
          No key, webhook, schedule or rule is on hold.
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <DataTable caption="Access on hold" columns={columns} rows={data} rowKey={({ id }) => id} />
      )}
    </>
  )
}

const pagesOfRules = {
  forwarding_rule: '/forwarding',
  domain_rule: '/domains',
  mail_rule: '/addresses',
} as const

function whereToDelete({ kind, service, name, id }: HeldAccess) {
  const label = `Delete ${name}`
  if (kind === 'schedule')
    return (
      <ButtonLink to="/schedules/$id" params={{ id }} aria-label={label}>
        Delete…
      </ButtonLink>
    )
  if (kind === 'forwarding_rule' || kind === 'domain_rule' || kind === 'mail_rule')
    return (
      <ButtonLink to={pagesOfRules[kind]} aria-label={label}>
        Delete…
      </ButtonLink>
    )
  return (
    <ButtonLink
      to={kind === 'api_key' ? '/keys/$service' : '/webhooks/$service'}
      params={{ service }}
      aria-label={label}
    >
      Delete…
    </ButtonLink>
  )
}
