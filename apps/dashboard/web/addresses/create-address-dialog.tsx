import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { aliasAccountQuery } from '../accounts/alias-account-query.ts'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { ButtonLink } from '../controls/button-link.tsx'
import { CopyButton } from '../controls/copy-button.tsx'
import { CheckField, SelectField, TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'
import { Modal } from '../controls/modal.tsx'
import { ServiceFailure } from '../controls/service-failure.tsx'
import { domainsQuery } from '../domains/domains-query.ts'
import { DestinationField } from '../forwarding/destination-field.tsx'
import { destinationChoices } from '../forwarding/forwarding-queries.ts'
import { platformDomainsQuery } from './address-queries.ts'
import { LifetimeField } from './lifetime-field.tsx'
import { lifetimesUpTo, renewableSeconds } from './lifetimes.ts'
import { NoticeField, noticeOf } from './notice-field.tsx'

type NewAlias = AliasApi.NewAlias

interface DialogProps {
  isOpen: boolean
  onClose: () => void
}

/** Asks for the properties of a new alias and creates it. */
export function CreateAddressDialog({ isOpen, onClose }: DialogProps) {
  // The dialog opens once there is something in it to focus.
  const { data: account, error: failure, refetch } = useQuery(aliasAccountQuery)
  const isReady = account !== undefined || failure !== null
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: (body: NewAlias) => alias.addresses.create(body),
  })
  const close = () => {
    onClose()
    if (create.data) void client.invalidateQueries({ queryKey: ['addresses'] })
    create.reset()
  }
  return (
    <Modal title={create.data ? 'Alias created' : 'New alias'} isOpen={isOpen && isReady} onClose={close}>
      {create.data ? (
        <div className="stack">
          <div className="secret">
            <code>{create.data.address}</code>
            <CopyButton text={create.data.address} what="the alias" tone="primary" />
          </div>
          <div className="row">
            <ButtonLink to="/mailbox" search={{ address: create.data.id }} onClick={close}>
              Open its inbox
            </ButtonLink>
            <Button onClick={close}>Close</Button>
          </div>
        </div>
      ) : account ? (
        <NewAddressForm
          account={account}
          onSubmit={create.mutate}
          isBusy={create.isPending}
          error={create.error}
        />
      ) : (
        failure && <ServiceFailure service="alias" error={failure} onRetry={() => void refetch()} />
      )}
    </Modal>
  )
}

interface Props {
  account: AliasApi.Account
  onSubmit: (input: NewAlias) => void
  isBusy: boolean
  error: Error | null
}

function NewAddressForm({ account, onSubmit, isBusy, error }: Props) {
  const { data: platformDomains = [] } = useQuery(platformDomainsQuery)
  const { data: domains = [] } = useQuery(domainsQuery)
  const { data: destinations = [] } = useQuery(destinationChoices)
  const open = platformDomains.filter(({ plans }) => plans.includes(account.plan))
  const own = domains.filter((domain) => domain.status === 'verified' && isOfPlan(domain, account))
  const [seconds, setSeconds] = useState(lifetimesUpTo(account.limits.maxTtlSeconds)[0]!.seconds)
  const [place, setPlace] = useState('')
  const isRenewable = seconds >= renewableSeconds
  const isOwn = own.some(({ domain }) => domain === place)
  const submit = (values: FormData) => {
    const label = textOf(values, 'alias')
    const localPart = textOf(values, 'localPart')
    const forwardToId = textOf(values, 'forwardToId')
    const notice = noticeOf(values)
    const chosen = open.find(({ id }) => id === place)
    onSubmit({
      ...(label !== '' && { alias: label }),
      ...(place !== '' && (chosen ? { platformDomainId: place } : { domain: place })),
      ...(isOwn && localPart !== '' && { localPart }),
      ...(forwardToId !== '' && { forwardToId }),
      ...(isRenewable && values.has('autoRenew') && { autoRenew: true }),
      ...(notice !== null && { notifyBefore: notice }),
      expiresIn: seconds,
    })
  }
  return (
    <Form onSubmit={submit} error={error}>
      <TextField
        label="Label"
        name="alias"
        maxLength={100}
        hint="What the alias is for. Only its beginning is visible to others, as part of the alias."
      />
      <LifetimeField
        maxSeconds={account.limits.maxTtlSeconds}
        seconds={seconds}
        onChange={setSeconds}
        hint={
          account.plan === 'business'
            ? 'You can extend it at any time.'
            : `The ${account.plan} plan limits how long an alias lives.`
        }
      />
      {isRenewable && <CheckField label="Renew it before it expires" name="autoRenew" />}
      <NoticeField maxSeconds={seconds} />
      {open.length + own.length > 1 && (
        <SelectField
          label="Domain"
          name="domain"
          value={place}
          onChange={(event) => setPlace(event.target.value)}
        >
          <option value="">any</option>
          {open.map(({ id, domain }) => (
            <option key={id} value={id}>
              {domain}
            </option>
          ))}
          {own.map(({ id, domain }) => (
            <option key={id} value={domain}>
              {domain} (yours)
            </option>
          ))}
        </SelectField>
      )}
      {isOwn && (
        <TextField
          label="Name"
          name="localPart"
          maxLength={64}
          hint={`What stands before @${place}. Without one, it is the label and random characters.`}
        />
      )}
      {destinations.length > 0 && <DestinationField destinations={destinations} />}
      <Button type="submit" tone="primary" isBusy={isBusy}>
        Create
      </Button>
    </Form>
  )
}

/** Whether the account may have new aliases on a domain of its own: after a downgrade it keeps those that it has. */
function isOfPlan({ platformDomain }: AliasApi.Domain, { limits, usage }: AliasApi.Account): boolean {
  if (platformDomain === undefined) return limits.customDomains
  // An alias service of a version before has no subdomains.
  const { subdomains }: Partial<typeof usage> = usage
  return subdomains !== undefined && subdomains.limit > 0
}
