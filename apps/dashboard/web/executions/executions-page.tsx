import type { AutomationApi } from '@waypost/sdk'
import { useState } from 'react'
import { SelectField } from '../controls/field.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { ExecutionsTable } from './executions-table.tsx'

export function ExecutionsPage() {
  const [status, setStatus] = useState<AutomationApi.Execution['status'] | ''>('')
  return (
    <>
      <PageHeader
        title="Runs"
        lead="Every run of every automation, with its steps, screenshots and extracted data."
        actions={
          <SelectField
            label="Status"
            name="status"
            value={status}
            onChange={(event) => setStatus(event.target.value as typeof status)}
          >
            <option value="">all runs</option>
            <option value="pending">waiting</option>
            <option value="running">running</option>
            <option value="completed">completed</option>
            <option value="failed">failed</option>
          </SelectField>
        }
      />
      <ExecutionsTable {...(status !== '' && { status })} />
    </>
  )
}
