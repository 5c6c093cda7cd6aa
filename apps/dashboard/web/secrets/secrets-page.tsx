import type { AutomationApi } from '@waypost/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import type { Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import { loadSecrets } from './load-secrets.ts'
import { SecretForm } from './secret-form.tsx'

export function SecretsPage() {
  const client = useQueryClient()
  const remove = async (name: string) => {
    await automation.secrets.delete(name)
    await client.invalidateQueries({ queryKey: ['secrets'] })
  }
  const columns: Column<AutomationApi.Secret>[] = [
    { label: 'Name', cell: ({ name }) => <span className="row-strong breakable">{name}</span> },
    {
      label: 'In a step',
      cell: ({ name }) => <code className="small breakable">{`\${secrets.${name}}`}</code>,
    },
    { label: 'Saved', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
    {
      label: '',
      cell: ({ name }) => (
        <ConfirmButton
          label="Delete"
          ariaLabel={`Delete secret ${name}`}
          title={`Delete the secret ${name}?`}
          confirm="Delete secret"
          onConfirm={() => remove(name)}
        >
          Runs that start afterwards and use it fail.
        </ConfirmButton>
      ),
    },
  ]
  return (
    <>
      <PageHeader
        title="Secrets"
        lead="Passwords and keys that your automations use. A value is never shown again, and it is masked wherever a run would show it."
      />
      <div className="stack">
        <SecretForm />
        <PagedTable
          caption="Secrets"
          queryKey={['secrets', 'list']}
          load={loadSecrets}
          columns={columns}
          rowKey={({ name }) => name}
          empty={
            <EmptyState title="No secrets saved">
              Save a password here instead of writing it into a step.
            </EmptyState>
          }
        />
      </div>
    </>
  )
}
