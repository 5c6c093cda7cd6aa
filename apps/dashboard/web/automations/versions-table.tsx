import type { AutomationApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { Pill } from '../controls/pill.tsx'
import type { Column } from '../lists/data-table.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { Time } from '../times/time.tsx'
import { loadVersions } from './automation-queries.ts'

const causes = { created: 'created', updated: 'edited', restored: 'restored', healed: 'healed by a run' }

/** Lists every version of an automation, and restores one. */
export function VersionsTable({
  automation: { id, version: current },
}: {
  automation: AutomationApi.Automation
}) {
  const client = useQueryClient()
  const restore = useMutation({
    mutationFn: (version: number) => automation.automations.restore(id, version),
    onSuccess: () => client.invalidateQueries({ queryKey: ['automations'] }),
  })
  const columns: Column<AutomationApi.ListedAutomationVersion>[] = [
    { label: 'Version', cell: ({ version }) => version },
    {
      label: 'Change',
      cell: ({ cause }) => <Pill tone={cause === 'healed' ? 'busy' : 'plain'}>{causes[cause]}</Pill>,
    },
    { label: 'Steps', cell: ({ actions }) => actions.length },
    { label: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      label: '',
      cell: ({ version }) =>
        version === current ? (
          <Pill tone="good">current</Pill>
        ) : (
          <ConfirmButton
            label="Restore"
            ariaLabel={`Restore version ${version}`}
            tone="plain"
            title={`Restore version ${version}?`}
            confirm="Restore version"
            onConfirm={() => restore.mutateAsync(version)}
          >
            This saves its steps as the newest version. All other versions are kept.
          </ConfirmButton>
        ),
    },
  ]
  return (
    <PagedTable
      caption="Versions"
      queryKey={['automations', id, 'versions']}
      load={(query) => loadVersions(id, query)}
      columns={columns}
      rowKey={({ version }) => String(version)}
      limit={10}
      empty={null}
    />
  )
}
