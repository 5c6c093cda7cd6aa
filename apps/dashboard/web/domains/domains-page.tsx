import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { aliasAccountQuery } from '../accounts/alias-account-query.ts'
import { PlanNote } from '../accounts/plan-note.tsx'
import { useState } from 'react'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'
import { EmptyState } from '../lists/empty-state.tsx'
import { Loading } from '../lists/loading.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { ClaimSubdomain } from './claim-subdomain.tsx'
import { DomainCard } from './domain-card.tsx'
import { domainsQuery } from './domains-query.ts'

export function DomainsPage() {
  const client = useQueryClient()
  const [created, setCreated] = useState<AliasApi.CreatedDomain>()
  const [claimed, setClaimed] = useState<AliasApi.Domain>()
  const { data: account } = useQuery(aliasAccountQuery)
  const domains = useQuery({
    ...domainsQuery,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? 15_000 : false),
  })
  const add = useMutation({
    mutationFn: (domain: string) => alias.domains.create(domain),
    onSuccess: async (made) => {
      setCreated(made)
      await client.invalidateQueries({ ...domainsQuery, exact: true })
    },
  })
  return (
    <>
      <PageHeader
        title="Domains"
        lead="Create aliases on your own domain. Two DNS records prove that the domain is yours and route its mail here."
      />
      <div className="stack">
        {account && !account.limits.customDomains && (
          <PlanNote account={account}>Custom domains need the Business plan.</PlanNote>
        )}
        {account?.limits.customDomains && (
          <div className="card">
            <Form
              key={created?.id}
              onSubmit={(values) => add.mutate(textOf(values, 'domain'))}
              error={add.error}
            >
              <TextField
                label="Domain"
                name="domain"
                placeholder="mail.example.com"
                maxLength={255}
                required
              />
              <div className="row">
                <Button type="submit" tone="primary" isBusy={add.isPending}>
                  Add
                </Button>
              </div>
            </Form>
          </div>
        )}
        {account && <ClaimSubdomain key={claimed?.id} account={account} onClaimed={setClaimed} />}
        <ErrorNote error={domains.error} />
        {domains.isPending && <Loading />}
        {domains.data?.length === 0 && (
          <EmptyState title="No domains">
            Without a custom domain, your aliases are on the domains of this platform, which is fine for most
            things.
          </EmptyState>
        )}
        {domains.data?.map((domain) => (
          <DomainCard
            key={domain.id}
            domain={domain}
            known={created?.id === domain.id ? created.dnsRecords : undefined}
            isClaimed={claimed?.id === domain.id}
          />
        ))}
      </div>
    </>
  )
}
