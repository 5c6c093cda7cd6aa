import type { AliasApi } from '@waypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { CreateAddressButton } from '../addresses/create-address-button.tsx'
import { ButtonLink } from '../controls/button-link.tsx'
import { loadEmails } from '../emails/email-queries.ts'
import { FirstSteps } from './first-steps.tsx'

const hasAnyMail = async (): Promise<boolean> =>
  (await loadEmails('inbox', undefined, { limit: 1 })).items.length > 0

/** The first steps with the alias service. */
export function AliasFirstSteps({ overview: { usage, emails } }: { overview: AliasApi.Overview }) {
  const hasAddress = usage.addresses.used > 0
  const { data: hasOldMail } = useQuery({
    queryKey: ['emails', 'any'],
    queryFn: hasAnyMail,
    enabled: hasAddress && emails.received === 0,
  })
  return (
    <FirstSteps
      service="alias"
      title="Alias"
      lead="Email addresses that you can give away and delete again."
      steps={[
        {
          label: 'Create an alias',
          hint: 'It receives email at once, for as long as you choose.',
          isDone: hasAddress,
          action: (
            <div className="row">
              <CreateAddressButton />
              <ButtonLink to="/templates">Templates</ButtonLink>
            </div>
          ),
        },
        {
          label: 'Read your first email',
          hint: 'Send an email to the alias, or use it to sign up for something.',
          isDone: emails.received > 0 || (hasAddress ? hasOldMail : false),
          action: (
            <ButtonLink to="/mailbox" tone="primary">
              Open inbox
            </ButtonLink>
          ),
        },
        {
          label: 'Forward your email',
          hint: 'Forward email to the mailbox that you read every day.',
          isDone: usage.forwardingAddresses.used > 0,
          action: (
            <ButtonLink to="/forwarding" tone="primary">
              Add a mailbox
            </ButtonLink>
          ),
        },
      ]}
    />
  )
}
