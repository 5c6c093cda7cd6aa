import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { aliasAccountQuery } from '../accounts/alias-account-query.ts'
import { platformDomainsQuery } from '../addresses/address-queries.ts'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { SelectField, TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'
import { showToast } from '../toasts/toasts.ts'
import { domainsQuery } from './domains-query.ts'

interface Props {
  account: AliasApi.Account
  onClaimed: (domain: AliasApi.Domain) => void
}

/** Claims a name below a platform domain, where the account may have another one. */
export function ClaimSubdomain({ account, onClaimed }: Props) {
  const client = useQueryClient()
  const { data: platformDomains = [] } = useQuery(platformDomainsQuery)
  const open = platformDomains.filter(
    ({ plans, hasSubdomains }) => hasSubdomains === true && plans.includes(account.plan),
  )
  const [chosen, setChosen] = useState('')
  const below = open.find(({ id }) => id === chosen) ?? open[0]
  const claim = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) => alias.platformDomains.claim(id, name),
    onSuccess: async (claimed) => {
      onClaimed(claimed)
      showToast({ text: `${claimed.domain} is yours` })
      await Promise.all([
        client.invalidateQueries({ ...domainsQuery, exact: true }),
        client.invalidateQueries({ queryKey: aliasAccountQuery.queryKey }),
      ])
    },
  })
  // An alias service of a version before has no subdomains.
  const { subdomains }: Partial<AliasApi.Account['usage']> = account.usage
  if (!below || !subdomains || subdomains.used >= subdomains.limit) return null
  return (
    <section className="card stack" aria-label="Subdomain of this platform">
      <h2>Subdomain of this platform</h2>
      <p>
        Choose a name for yourself, and have aliases with names of your choice below it, without a domain of
        your own. The name stays yours: nobody else gets it, even if you release it.
      </p>
      <Form
        onSubmit={(values) => claim.mutate({ id: below.id, name: textOf(values, 'name') })}
        error={claim.error}
      >
        {open.length > 1 && (
          <SelectField
            label="Below"
            name="platformDomainId"
            value={below.id}
            onChange={(event) => setChosen(event.target.value)}
          >
            {open.map(({ id, domain }) => (
              <option key={id} value={id}>
                {domain}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          label="Name of the subdomain"
          name="name"
          minLength={3}
          maxLength={63}
          hint={`It becomes name.${below.domain}: letters, digits and hyphens.`}
          required
        />
        <div className="row">
          <Button type="submit" tone="primary" isBusy={claim.isPending}>
            Claim
          </Button>
        </div>
      </Form>
    </section>
  )
}
