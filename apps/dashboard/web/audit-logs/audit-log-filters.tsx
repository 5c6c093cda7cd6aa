import { useQuery } from '@tanstack/react-query'
import { keyChoices } from '../api-keys/key-queries.ts'
import { CheckField, SelectField } from '../controls/field.tsx'
import type { Service } from '../services/service.ts'
import { auditActions } from './audit-actions.ts'
import { describeAction } from './describe-action.ts'
import type { AuditFilter } from './load-audit-logs.ts'

interface Props {
  service: Service
  filter: AuditFilter
  onChange: (filter: AuditFilter) => void
}

/** The filter of an audit log. */
export function AuditLogFilters({ service, filter, onChange }: Props) {
  const { data: keys = [] } = useQuery(keyChoices(service))
  const change = (name: keyof AuditFilter, value: string | undefined) => {
    const { [name]: _former, ...others } = filter
    onChange({ ...others, ...(value !== undefined && { [name]: value }) })
  }
  return (
    <div className="row list-filters" role="search" aria-label="Audit log">
      <SelectField
        label="Action"
        name="action"
        value={filter.action ?? ''}
        onChange={({ target }) => change('action', target.value || undefined)}
      >
        <option value="">any</option>
        {auditActions[service].map((action) => (
          <option key={action} value={action}>
            {describeAction(action)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="API key"
        name="key"
        value={filter.key ?? ''}
        onChange={({ target }) => change('key', target.value || undefined)}
      >
        <option value="">any, or none</option>
        {keys.map(({ id, name, prefix }) => (
          <option key={id} value={id}>
            {name} ({prefix}…)
          </option>
        ))}
      </SelectField>
      {service === 'alias' && (
        <CheckField
          label="Also what the pages of the dashboard have read"
          checked={filter.reads === 'all'}
          onChange={({ target }) => change('reads', target.checked ? 'all' : undefined)}
        />
      )}
    </div>
  )
}
