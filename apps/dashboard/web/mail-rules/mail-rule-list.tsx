import type { AliasApi } from '@waypost/sdk'
import { Button } from '../controls/button.tsx'
import { Pill } from '../controls/pill.tsx'
import { Suspended } from '../forwarding/suspended.tsx'
import { DataTable, type Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { describeAction, describeConditions, describeRule } from './describe-rule.ts'
import { toNewRule } from './to-new-rule.ts'

interface Props {
  rules: AliasApi.MailRule[]
  onEdit: (place: number) => void
  /** All rules, as they are to be. */
  onChange: (rules: AliasApi.NewMailRule[]) => void
  isBusy: boolean
}

/** The rules of an alias in their order, with what can be done with each. */
export function MailRuleList({ rules, onEdit, onChange, isBusy }: Props) {
  if (rules.length === 0)
    return (
      <EmptyState title="No rules">
        Rules sort mail before it is forwarded: to several mailboxes, into labels, or away.
      </EmptyState>
    )
  const all = rules.map(toNewRule)
  const move = (place: number, to: number) => onChange(all.toSpliced(place, 1).toSpliced(to, 0, all[place]!))
  const columns: Column<AliasApi.MailRule>[] = [
    { label: 'Order', cell: (rule) => rules.indexOf(rule) + 1 },
    {
      label: 'Email',
      cell: (rule) => (
        <span>
          <span className="row-strong breakable">{describeConditions(rule.conditions)}</span>{' '}
          {!rule.isActive && <Pill>paused</Pill>}
        </span>
      ),
    },
    {
      label: 'Action',
      cell: (rule) => (
        <span className="breakable">
          {describeAction(rule)}
          {rule.suspension && (
            <>
              {' '}
              <Suspended suspension={rule.suspension} />
            </>
          )}
          {rule.stop && <span className="quiet">, then stop</span>}
        </span>
      ),
    },
    {
      label: '',
      cell: (rule) => {
        const place = rules.indexOf(rule)
        const button = (word: string, onClick: () => void) => (
          <Button
            tone="plain"
            isBusy={isBusy}
            aria-label={`${word}: ${describeRule(rule)}`}
            onClick={onClick}
          >
            {word}
          </Button>
        )
        return (
          <span className="row">
            {button('Edit', () => onEdit(place))}
            {place > 0 && button('Move up', () => move(place, place - 1))}
            {place < rules.length - 1 && button('Move down', () => move(place, place + 1))}
            {button(rule.isActive ? 'Pause' : 'Resume', () =>
              onChange(all.with(place, { ...all[place]!, isActive: !rule.isActive })),
            )}
            {button('Delete', () => onChange(all.toSpliced(place, 1)))}
          </span>
        )
      },
    },
  ]
  return (
    <div className="stack">
      <p className="quiet">
        Each rule that matches an email acts, from the first down to one that stops. What no rule stops goes
        on as “Forward” of the alias says.
      </p>
      <DataTable caption="Rules" rows={rules} columns={columns} rowKey={({ id }) => id} />
    </div>
  )
}
