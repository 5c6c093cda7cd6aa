import type { AliasApi } from '@waypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { ErrorNote } from '../controls/error-note.tsx'
import { Pill } from '../controls/pill.tsx'
import { DataTable, type Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { Loading } from '../lists/loading.tsx'
import { describeMatch } from './describe-match.ts'
import { domainRulesQuery } from './domain-rules-query.ts'
import { RuleActions } from './rule-actions.tsx'
import { RuleButton } from './rule-button.tsx'

type Rule = AliasApi.DomainRule

const columnsOf = (domain: AliasApi.Domain, count: number): Column<Rule>[] => [
  { label: 'Order', cell: ({ position }) => position },
  {
    label: 'Names',
    cell: (rule) => (
      <span>
        <span className="row-strong breakable">{describeMatch(rule.match, domain.domain)}</span>{' '}
        {!rule.isActive && <Pill tone="plain">paused</Pill>}
        {rule.alias !== null && <span className="small quiet breakable"> {rule.alias}</span>}
      </span>
    ),
  },
  { label: 'Forwards to', cell: ({ forwardToEmail }) => forwardToEmail ?? 'nobody' },
  { label: 'Aliases made', cell: ({ aliasesCreated }) => aliasesCreated },
  { label: 'Actions', cell: (rule) => <RuleActions domain={domain} rule={rule} count={count} /> },
]

/** The rules of a domain, by which mail to a name without an alias makes the alias. */
export function DomainRules({ domain }: { domain: AliasApi.Domain }) {
  const { data: rules, error } = useQuery(domainRulesQuery(domain.id))
  if (error) return <ErrorNote error={error} />
  if (!rules) return <Loading />
  return (
    <div className="stack">
      <p>
        When mail comes to a name without an alias, the first rule that matches the name creates the alias. A
        name whose alias you have deleted stays deleted.
      </p>
      {rules.length === 0 ? (
        <EmptyState title="No rules">Mail to names without an alias is refused.</EmptyState>
      ) : (
        <DataTable
          caption={`Rules of ${domain.domain}`}
          rows={rules}
          columns={columnsOf(domain, rules.length)}
          rowKey={({ id }) => id}
        />
      )}
      <div className="row">
        <RuleButton domain={domain} />
      </div>
    </div>
  )
}
