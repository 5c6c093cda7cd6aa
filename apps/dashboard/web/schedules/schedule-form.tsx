import type { AutomationApi } from '@waypost/sdk'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { CheckField, SelectField, TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { readSchedule, type RuleKind, type ScheduleInput } from './read-schedule.ts'
import { NewValueFields, TargetFields } from './target-fields.tsx'

interface Props {
  initial?: AutomationApi.Schedule
  submit: string
  onSubmit: (input: ScheduleInput) => void
  isBusy: boolean
  error: Error | null
}

const rules: Record<RuleKind, { label: string; hint: string; usual: string }> = {
  cron: {
    label: 'Cron expression',
    hint: 'Minute, hour, day, month, day of the week: 0 7 * * 1-5 is 7:00 from Monday to Friday.',
    usual: '0 7 * * 1-5',
  },
  every: { label: 'Interval', hint: 'Minutes, hours or days: 15m, 6h, 1d.', usual: '1h' },
  rrule: {
    label: 'Recurrence rule',
    hint: 'A rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO.',
    usual: 'FREQ=WEEKLY;BYDAY=MO',
  },
}

/** The form for what a schedule starts, and when. */
export function ScheduleForm({ initial, submit, onSubmit, isBusy, error }: Props) {
  const initialKind: RuleKind = initial?.every ? 'every' : initial?.rrule ? 'rrule' : 'cron'
  const [kind, setKind] = useState(initialKind)
  const { label, hint, usual } = rules[kind]
  return (
    <Form onSubmit={(values) => onSubmit(readSchedule(values, kind))} error={error}>
      <TextField label="Name" name="name" maxLength={200} defaultValue={initial?.name} required />
      {initial ? <NewValueFields target={initial.target} /> : <TargetFields />}
      <SelectField
        label="Runs by"
        name="kind"
        value={kind}
        onChange={({ target }) => setKind(target.value as RuleKind)}
      >
        <option value="cron">days and times</option>
        <option value="every">an interval</option>
        <option value="rrule">a recurrence rule</option>
      </SelectField>
      <TextField
        key={kind}
        label={label}
        hint={hint}
        name={kind}
        defaultValue={initial?.[kind] ?? usual}
        required
      />
      <TextField
        label="Time zone"
        name="timezone"
        defaultValue={initial?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
        required
      />
      <TextField
        label="Start up to that many seconds later"
        name="jitter"
        type="number"
        min={0}
        max={3600}
        defaultValue={initial?.jitter ?? 0}
      />
      <SelectField label="While it still runs" name="overlap" defaultValue={initial?.overlap ?? 'skip'}>
        <option value="skip">skip the time</option>
        <option value="queue">wait in line</option>
      </SelectField>
      <CheckField
        name="catchUp"
        label="Make up for missed times with one run"
        defaultChecked={initial?.catchUp ?? false}
      />
      <Button type="submit" tone="primary" isBusy={isBusy}>
        {submit}
      </Button>
    </Form>
  )
}
