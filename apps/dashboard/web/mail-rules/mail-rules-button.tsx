import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { alias } from '../client/alias.ts'
import { ConflictDialog } from '../conflicts/conflict-dialog.tsx'
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
  // As long as they are edited they stay as they were read, or an older state would overwrite a newer one unnoticed.
  const { data, error } = useQuery({ ...mailRulesQuery(addressId), refetchOnWindowFocus: false })
  /** The rule that is edited, by its place; a place after the last is a new one. */
  const [edited, setEdited] = useState<number | null>(null)
  const save = useMutation({
    mutationFn: ({ all, ifVersion }: { all: AliasApi.NewMailRule[]; ifVersion: number }) =>
      alias.addresses.replaceRules(addressId, all, { ifVersion }),
    onSuccess: async () => {
      await client.invalidateQueries(mailRulesQuery(addressId))
      setEdited(null)
    },
  })
  if (error) return <ErrorNote error={error} />
  if (!data) return <Loading />
  const { rules, version } = data
  const all = rules.map(toNewRule)
  const replace = (changed: AliasApi.NewMailRule[]) => save.mutate({ all: changed, ifVersion: version })
  const conflict = (
    <ConflictDialog
      what="list of rules"
      error={save.error}
      begun={{ rules: all }}
      load={() => alias.addresses.getRules(addressId)}
      toInput={(stored) => ({ rules: stored.rules.map(toNewRule) })}
      onOverwrite={(stored) =>
        save.variables && save.mutate({ all: save.variables.all, ifVersion: stored.version })
      }
      onReload={(stored) => {
        client.setQueryData(mailRulesQuery(addressId).queryKey, stored)
        setEdited(null)
        save.reset()
      }}
      onClose={save.reset}
    />
  )
  if (edited !== null)
    return (
      <>
        <MailRuleForm
          rule={rules[edited]}
          onSubmit={(rule) => replace(all.toSpliced(edited, 1, rule))}
          onCancel={() => {
            save.reset()
            setEdited(null)
          }}
          isBusy={save.isPending}
          error={save.error}
        />
        {conflict}
      </>
    )
  return (
    <div className="stack">
      {conflict}
      <ErrorNote error={save.error} />
      <MailRuleList rules={rules} onEdit={setEdited} onChange={replace} isBusy={save.isPending} />
      <div className="row">
        <Button tone="primary" onClick={() => setEdited(rules.length)}>
          Add rule
        </Button>
      </div>
    </div>
  )
}
