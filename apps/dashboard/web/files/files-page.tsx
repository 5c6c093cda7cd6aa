import type { AutomationApi } from '@waypost/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { describeSize } from '../controls/describe-size.ts'
import type { Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import { FileForm } from './file-form.tsx'
import { loadFiles } from './load-files.ts'

export function FilesPage() {
  const client = useQueryClient()
  const remove = async (name: string) => {
    await automation.files.delete(name)
    await client.invalidateQueries({ queryKey: ['files'] })
  }
  const columns: Column<AutomationApi.AccountFile>[] = [
    {
      label: 'Name',
      cell: ({ name }) => (
        <a
          className="row-strong breakable"
          href={`/automation/api/v1/files/${encodeURIComponent(name)}`}
          download={name}
        >
          {name}
        </a>
      ),
    },
    { label: 'Type', cell: ({ contentType }) => <span className="small breakable">{contentType}</span> },
    { label: 'Size', cell: ({ size }) => describeSize(size) },
    { label: 'Saved', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
    {
      label: '',
      cell: ({ name }) => (
        <ConfirmButton
          label="Delete"
          ariaLabel={`Delete file ${name}`}
          title={`Delete the file ${name}?`}
          confirm="Delete file"
          onConfirm={() => remove(name)}
        >
          Steps that upload it fail from then on.
        </ConfirmButton>
      ),
    },
  ]
  return (
    <>
      <PageHeader
        title="Files"
        lead="Files that your automations upload, such as a price list or a photograph. Replace one here, and every automation uses it from its next run on."
      />
      <div className="stack">
        <FileForm />
        <PagedTable
          caption="Files"
          queryKey={['files', 'list']}
          load={loadFiles}
          columns={columns}
          rowKey={({ name }) => name}
          empty={
            <EmptyState title="No files saved">
              Save a file here to upload it in several automations.
            </EmptyState>
          }
        />
      </div>
    </>
  )
}
