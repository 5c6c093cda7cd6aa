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

type Listed = Awaited<ReturnType<typeof alias.addresses.getRules>>

interface Edit {
  /** The list with which the edit began: it is loaded again by itself, and a change of somebody else must not be overwritten. */
  begun: Listed
  /** The place of the rule in it; one after the last is that of a new rule. */
  place: number
}

function MailRules({ addressId }: { addressId: string }) {
  const client = useQueryClient()
  const { data, error } = useQuery(mailRulesQuery(addressId))
  const [edit, setEdit] = useState<Edit | null>(null)
  const save = useMutation({
    mutationFn: ({ all, begun }: { all: AliasApi.NewMailRule[]; begun: Listed }) =>
      alias.addresses.replaceRules(addressId, all, { ifVersion: begun.version }),
    onSuccess: async () => {
      await client.invalidateQueries(mailRulesQuery(addressId))
      setEdit(null)
    },
  })
  if (!data) return error ? <ErrorNote error={error} /> : <Loading />
  const begun = edit?.begun ?? data
  const replace = (all: AliasApi.NewMailRule[]) => save.mutate({ all, begun })
  const conflict = (
    <ConflictDialog
      what="list of rules"
      error={save.error}
      begun={toInput(save.variables?.begun ?? begun)}
      load={() => alias.addresses.getRules(addressId)}
      toInput={toInput}
      onOverwrite={(stored) => save.variables && save.mutate({ all: save.variables.all, begun: stored })}
      onReload={(stored) => {
        client.setQueryData(mailRulesQuery(addressId).queryKey, stored)
        setEdit(null)
        save.reset()
      }}
      onClose={save.reset}
    />
  )
  if (edit)
    return (
      <>
        <MailRuleForm
          rule={begun.rules[edit.place]}
          onSubmit={(rule) => replace(begun.rules.map(toNewRule).toSpliced(edit.place, 1, rule))}
          onCancel={() => {
            save.reset()
            setEdit(null)
          }}
          isBusy={save.isPending}
          error={save.error}
        />
        {conflict}
      </>
    )
  const open = (place: number) => setEdit({ begun: data, place })
  return (
    <div className="stack">
      {conflict}
      <ErrorNote error={save.error ?? error} />
      <MailRuleList rules={data.rules} onEdit={open} onChange={replace} isBusy={save.isPending} />
      <div className="row">
        <Button tone="primary" onClick={() => open(data.rules.length)}>
          Add rule
        </Button>
      </div>
    </div>
  )
}

const toInput = ({ rules }: Listed) => ({ rules: rules.map(toNewRule) })
