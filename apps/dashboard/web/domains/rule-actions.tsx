import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { describeMatch } from './describe-match.ts'
import { domainRulesQuery } from './domain-rules-query.ts'
import { RuleButton } from './rule-button.tsx'

interface Props {
  domain: AliasApi.Domain
  rule: AliasApi.DomainRule
  /** How many rules the domain has. */
  count: number
}

export function RuleActions({ domain, rule, count }: Props) {
  const { id, position, isActive, match } = rule
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: domainRulesQuery(domain.id).queryKey })
  const change = useMutation({
    mutationFn: (body: AliasApi.DomainRuleChange) => alias.domains.updateRule(domain.id, id, body),
    onSuccess: refresh,
  })
  const name = describeMatch(match, domain.domain)
  const button = (word: string, body: AliasApi.DomainRuleChange) => (
    <Button
      tone="plain"
      isBusy={change.isPending && change.variables === body}
      aria-label={`${word} the rule for ${name}`}
      onClick={() => change.mutate(body)}
    >
      {word}
    </Button>
  )
  return (
    <span className="row">
      <RuleButton domain={domain} rule={rule} />
      {position > 1 && button('Move up', { position: position - 1 })}
      {position < count && button('Move down', { position: position + 1 })}
      {isActive ? button('Pause', { isActive: false }) : button('Resume', { isActive: true })}
      <ConfirmButton
        label="Delete"
        ariaLabel={`Delete the rule for ${name}`}
        title="Delete this rule?"
        confirm="Delete rule"
        onConfirm={async () => {
          await alias.domains.deleteRule(domain.id, id)
          await refresh()
        }}
      >
        The aliases that it has created stay. Mail to new names that only this rule matches is refused.
      </ConfirmButton>
      <ErrorNote error={change.error} />
    </span>
  )
}
