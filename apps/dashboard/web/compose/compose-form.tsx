import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { CheckField, SelectField, TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { LeaveGuard } from '../controls/leave-guard.tsx'
import { Loading } from '../lists/loading.tsx'
import { AttachField, mostBytes, mostFiles, sizeOf } from './attach-field.tsx'
import type { Draft } from './drafts.ts'
import { writeEmail } from './write-email.ts'

// The editor is not part of what other pages load.
const RichTextEditor = lazy(async () => ({
  default: (await import('./rich-text-editor.tsx')).RichTextEditor,
}))

interface Props {
  initial: Draft
  /** Whether it was kept from before. */
  isRestored: boolean
  senders: { id: string; address: string }[]
  /** The email that is answered, and its alias. */
  answered: { id: string; addressId: string | undefined } | undefined
  mayBeUnsigned: boolean
  /** Keeps the draft, and says whether there was room for it. */
  onChange: (draft: Draft) => boolean
  onSent: () => void
  onDiscard: () => void
}

export function ComposeForm(props: Props) {
  const { initial, isRestored, senders, answered, mayBeUnsigned, onChange, onSent, onDiscard } = props
  const [draft, setDraft] = useState(initial)
  // A change may come before the page shows the one before: the editor reports its own outside of React's events.
  const latest = useRef(initial)
  const [files, setFiles] = useState<File[]>([])
  const [isKept, setIsKept] = useState<boolean>()
  const [hasCopies, setHasCopies] = useState(initial.cc !== '' || initial.bcc !== '')
  const client = useQueryClient()
  const navigate = useNavigate()
  const isOffered = (id: string | undefined) => senders.some((sender) => sender.id === id)
  // What is shown is what is sent: the alias of a kept draft may have ended since. An answer then comes from the alias that
  // received the email, as it does at first.
  const fromAddressId = [draft.fromAddressId, answered?.addressId].find(isOffered) ?? senders[0]!.id
  const send = useMutation({
    mutationFn: async (options: Pick<AliasApi.NewEmail, 'allowUnsigned'>) => {
      // The email belongs to the alias that received it.
      const inReplyTo = fromAddressId === answered?.addressId ? answered.id : undefined
      return alias.emails.send({
        ...(await writeEmail({ ...draft, fromAddressId }, files, inReplyTo)),
        ...options,
      })
    },
    onSuccess: async ({ id }) => {
      onSent()
      await client.invalidateQueries({ queryKey: ['emails', 'list'] })
      await navigate({ to: '/mailbox/$id', params: { id }, ignoreBlocker: true })
    },
  })
  const change = (changes: Partial<Draft>) => {
    latest.current = { ...latest.current, ...changes }
    setDraft(latest.current)
    setIsKept(onChange(latest.current))
  }
  const field = (name: Exclude<keyof Draft, 'html' | 'fromAddressId'>) => ({
    name,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  const isTooMuch = sizeOf(files) > mostBytes || files.length > mostFiles
  return (
    <div className="card">
      <LeaveGuard
        // Also while it is sent, which may fail.
        isOn={files.length > 0 || isKept === false}
        text={
          isKept === false
            ? 'This browser has no room to keep a draft: what you have written is lost, with its files.'
            : 'The draft is kept in this browser, but its files are not.'
        }
      />
      <Form
        error={send.error}
        onSubmit={(values) => send.mutate(values.has('allowUnsigned') ? { allowUnsigned: true } : {})}
      >
        {isRestored && (
          <p className="note row row-apart" role="status">
            This draft was kept in this browser, without its files.
            <Button tone="plain" onClick={onDiscard}>
              Discard draft
            </Button>
          </p>
        )}
        <SelectField
          label="From"
          name="fromAddressId"
          value={fromAddressId}
          onChange={({ target }) => change({ fromAddressId: target.value })}
        >
          {senders.map(({ id, address }) => (
            <option key={id} value={id}>
              {address}
            </option>
          ))}
        </SelectField>
        <TextField label="Your name (optional)" {...field('fromName')} maxLength={100} />
        <TextField
          label="To"
          {...field('to')}
          type="email"
          multiple
          required
          hint="Several addresses with commas between them."
        />
        {hasCopies ? (
          <>
            <TextField label="Cc" {...field('cc')} type="email" multiple />
            <TextField label="Bcc" {...field('bcc')} type="email" multiple />
          </>
        ) : (
          <div className="row">
            <Button tone="plain" onClick={() => setHasCopies(true)}>
              Add Cc and Bcc
            </Button>
          </div>
        )}
        <TextField label="Subject" {...field('subject')} maxLength={200} required />
        <Suspense fallback={<Loading />}>
          <RichTextEditor label="Text" html={draft.html} onChange={(html) => change({ html })} />
        </Suspense>
        <AttachField files={files} onChange={setFiles} />
        {mayBeUnsigned && (
          <CheckField
            label="Send it unsigned if DNS does not have the DKIM key of my domain"
            name="allowUnsigned"
          />
        )}
        <div className="row">
          <Button type="submit" tone="primary" isBusy={send.isPending} disabled={isTooMuch}>
            Send
          </Button>
          <span className="quiet small" role="status">
            {isKept === true && 'Kept in Drafts, in this browser only and without files.'}
            {isKept === false && 'This browser has no room to keep a draft.'}
          </span>
        </div>
      </Form>
    </div>
  )
}
