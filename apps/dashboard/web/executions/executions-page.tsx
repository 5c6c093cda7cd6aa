import type { AutomationApi } from '@waypost/sdk'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { SelectField } from '../controls/field.tsx'
import { SearchForm } from '../lists/search-form.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { ExecutionsTable } from './executions-table.tsx'
import type { RunSearch } from './run-search.ts'

export function ExecutionsPage() {
  const search = useSearch({ from: '/app/runs' })
  const navigate = useNavigate()
  const show = ({ status, q }: { [Name in keyof RunSearch]: RunSearch[Name] | undefined }) =>
    void navigate({
      to: '/runs',
      search: { ...(status !== undefined && { status }), ...(q !== undefined && { q }) },
    })
  return (
    <>
      <PageHeader
        title="Runs"
        lead="Every run of every automation, with its steps, screenshots and extracted data."
      />
      <div className="row list-filters">
        <SelectField
          label="Status"
          name="status"
          value={search.status ?? ''}
          onChange={({ target }) =>
            show({
              ...search,
              status: (target.value || undefined) as AutomationApi.Execution['status'] | undefined,
            })
          }
        >
          <option value="">all runs</option>
          <option value="pending">waiting</option>
          <option value="running">running</option>
          <option value="completed">completed</option>
          <option value="failed">failed</option>
        </SelectField>
        <SearchForm
          what="Runs"
          label="Automation or error"
          value={search.q}
          onChange={(q) => show({ ...search, q })}
        />
      </div>
      <ExecutionsTable {...search} />
    </>
  )
}
