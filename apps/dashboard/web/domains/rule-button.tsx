import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { Modal } from '../controls/modal.tsx'
import { describeMatch } from './describe-match.ts'
import { domainRulesQuery } from './domain-rules-query.ts'
import { RuleForm, type RuleInput } from './rule-form.tsx'

interface Props {
  domain: AliasApi.Domain
  /** The rule to edit; absent: a new one. */
  rule?: AliasApi.DomainRule
}

/** Asks for what a rule is, and adds or changes it. */
export function RuleButton({ domain: { id, domain }, rule }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: ({ alias: label, forwardToId, expiresIn, ...input }: RuleInput) =>
      rule
        ? alias.domains.updateRule(id, rule.id, { ...input, alias: label, forwardToId, expiresIn })
        : alias.domains.addRule(id, {
            ...input,
            ...(label !== null && { alias: label }),
            ...(forwardToId !== null && { forwardToId }),
            ...(expiresIn !== null && { expiresIn }),
          }),
    onSuccess: async () => {
      setIsOpen(false)
      await client.invalidateQueries({ queryKey: domainRulesQuery(id).queryKey })
    },
  })
  return (
    <>
      <Button
        tone={rule ? 'plain' : 'primary'}
        aria-label={rule ? `Edit the rule for ${describeMatch(rule.match, domain)}` : undefined}
        onClick={() => setIsOpen(true)}
      >
        {rule ? 'Edit' : 'Add rule'}
      </Button>
      <Modal
        title={rule ? `Rule of ${domain}` : `New rule for ${domain}`}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <RuleForm rule={rule} onSubmit={save.mutate} isBusy={save.isPending} error={save.error} />
      </Modal>
    </>
  )
}
