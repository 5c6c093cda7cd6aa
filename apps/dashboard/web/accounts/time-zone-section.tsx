import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { SelectField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'
import { Loading } from '../lists/loading.tsx'
import { automationAccountQuery } from './automation-account-query.ts'

const zones = Intl.supportedValuesOf('timeZone')

/** The time zone in which the words of a request become dates. */
export function TimeZoneSection() {
  const client = useQueryClient()
  const { data, error } = useQuery(automationAccountQuery)
  const change = useMutation({
    mutationFn: (timeZone: string) => automation.updateAccount({ timeZone: timeZone || null }),
    onSuccess: (account) => client.setQueryData(automationAccountQuery.queryKey, account),
  })
  const chosen = data?.timeZone ?? ''
  // The browser may not list what an API key has chosen.
  const listed = chosen === '' || zones.includes(chosen) ? zones : [chosen, ...zones]
  return (
    <section className="card stack-tight" aria-label="Time zone">
      <h2>Time zone</h2>
      <ErrorNote error={error} />
      {!data && !error && <Loading />}
      {data && (
        <Form onSubmit={(values) => change.mutate(textOf(values, 'timeZone'))} error={change.error}>
          <SelectField
            key={chosen}
            label="Of your requests"
            name="timeZone"
            defaultValue={chosen}
            hint="“Tomorrow” and “last month” in a request are dates there."
          >
            <option value="">That of the browser; UTC for the API</option>
            {listed.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </SelectField>
          <div className="row">
            <Button type="submit" isBusy={change.isPending}>
              Save time zone
            </Button>
            {change.isSuccess && <p role="status">Saved.</p>}
          </div>
        </Form>
      )}
    </section>
  )
}
