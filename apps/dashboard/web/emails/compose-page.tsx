import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { aliasAccountQuery } from '../accounts/alias-account-query.ts'
import { addressChoices } from '../addresses/address-queries.ts'
import { CreateAddressButton } from '../addresses/create-address-button.tsx'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { ServiceFailure } from '../controls/service-failure.tsx'
import { exactTextOf, textOf } from '../controls/form-values.ts'
import { domainsQuery } from '../domains/domains-query.ts'
import { EmptyState } from '../lists/empty-state.tsx'
import { Loading } from '../lists/loading.tsx'
import { PageHeader } from '../shell/page-header.tsx'

export function ComposePage() {
  const { from, as, to, subject, reply } = useSearch({ from: '/app/compose' })
  const { data: addresses, error, refetch } = useQuery(addressChoices)
  const { data: account } = useQuery(aliasAccountQuery)
  const { data: domains = [] } = useQuery({
    ...domainsQuery,
    enabled: account?.limits.customDomains === true,
  })
  const client = useQueryClient()
  const navigate = useNavigate()
  const send = useMutation({
    mutationFn: (body: AliasApi.NewEmail) => alias.emails.send(body),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['emails', 'list'] })
      await navigate({ to: '/mailbox/$id', params: { id } })
    },
  })
  const submit = (values: FormData) => {
    const fromAddressId = textOf(values, 'fromAddressId')
    const fromName = textOf(values, 'fromName')
    send.mutate({
      fromAddressId,
      ...(fromName !== '' && { fromName }),
      // The email belongs to the alias that received it.
      ...(reply !== undefined && fromAddressId === from && { inReplyTo: reply }),
      to: textOf(values, 'to'),
      subject: textOf(values, 'subject'),
      body: exactTextOf(values, 'body'),
      ...(values.has('allowUnsigned') && { allowUnsigned: true }),
    })
  }
  const active = addresses?.filter(({ isActive }) => isActive)
  // A reply never comes from another alias than the one that received the email: that would reveal the other alias. If
  // the alias can no longer send, the service says so.
  const isOffered = from === undefined || active?.some(({ id }) => id === from)
  const usable = isOffered ? active : active && [{ id: from, address: as ?? 'the chosen alias' }, ...active]
  return (
    <>
      <PageHeader
        title="New email"
        lead="Send an email from one of your aliases. Replies arrive at that alias."
      />
      {error && <ServiceFailure service="alias" error={error} onRetry={() => void refetch()} />}
      {!usable && !error && <Loading />}
      {usable?.length === 0 && (
        <EmptyState title="Create an alias first" action={<CreateAddressButton />}>
          Emails are sent from an alias.
        </EmptyState>
      )}
      {usable && usable.length > 0 && (
        <div className="card">
          <Form onSubmit={submit} error={send.error}>
            <SelectField label="From" name="fromAddressId" defaultValue={from}>
              {usable.map(({ id, address }) => (
                <option key={id} value={id}>
                  {address}
                </option>
              ))}
            </SelectField>
            <TextField label="Your name (optional)" name="fromName" maxLength={100} />
            <TextField label="To" name="to" type="email" defaultValue={to} required />
            <TextField label="Subject" name="subject" maxLength={200} defaultValue={subject} required />
            <TextAreaField label="Text" name="body" rows={12} maxLength={50_000} required />
            {domains.length > 0 && (
              <CheckField
                label="Send it unsigned if DNS does not have the DKIM key of my domain"
                name="allowUnsigned"
              />
            )}
            <div className="row">
              <Button type="submit" tone="primary" isBusy={send.isPending}>
                Send
              </Button>
            </div>
          </Form>
        </div>
      )}
    </>
  )
}
