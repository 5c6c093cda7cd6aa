import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { Modal } from '../controls/modal.tsx'
import { Loading } from '../lists/loading.tsx'
import { MailRuleForm } from './mail-rule-form.tsx'
import { MailRuleList } from './mail-rule-list.tsx'
import { mailRulesQuery } from './mail-rules-query.ts'
import { toNewRule } from './to-new-rule.ts'

/** Shows the rules of an alias, in their order, and changes them. */
export function MailRulesButton({ address: { id, address } }: { address: AliasApi.Alias }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button tone="plain" aria-label={`Rules of ${address}`} onClick={() => setIsOpen(true)}>
        Rules
      </Button>
      <Modal title={`Rules of ${address}`} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <MailRules addressId={id} />
      </Modal>
    </>
  )
}

function MailRules({ addressId }: { addressId: string }) {
  const client = useQueryClient()
  const { data: rules, error } = useQuery(mailRulesQuery(addressId))
  /** The rule that is edited, by its place; a place after the last is a new one. */
  const [edited, setEdited] = useState<number | null>(null)
  const save = useMutation({
    mutationFn: (all: AliasApi.NewMailRule[]) => alias.addresses.replaceRules(addressId, all),
    onSuccess: (saved) => {
      client.setQueryData(mailRulesQuery(addressId).queryKey, saved)
      setEdited(null)
    },
  })
  if (error) return <ErrorNote error={error} />
  if (!rules) return <Loading />
  const all = rules.map(toNewRule)
  if (edited !== null)
    return (
      <MailRuleForm
        rule={rules[edited]}
        onSubmit={(rule) => save.mutate(all.toSpliced(edited, 1, rule))}
        onCancel={() => {
          save.reset()
          setEdited(null)
        }}
        isBusy={save.isPending}
        error={save.error}
      />
    )
  return (
    <div className="stack">
      <ErrorNote error={save.error} />
      <MailRuleList rules={rules} onEdit={setEdited} onChange={save.mutate} isBusy={save.isPending} />
      <div className="row">
        <Button tone="primary" onClick={() => setEdited(rules.length)}>
          Add rule
        </Button>
      </div>
    </div>
  )
}
