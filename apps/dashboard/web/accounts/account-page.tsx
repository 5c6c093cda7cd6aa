import { PageHeader } from '../shell/page-header.tsx'
import { AutomationUsageSection } from './usage/automation-usage-section.tsx'
import { BrowsersSection } from './browsers-section.tsx'
import { ConfirmReminder } from './confirm-reminder.tsx'
import { DeleteAccountSection } from './delete-account-section.tsx'
import { ExportSection } from './export-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PlanSection } from './plan-section.tsx'
import { AliasUsageSection } from './usage/alias-usage-section.tsx'
import { useSession } from './session-query.ts'

export function AccountPage() {
  const session = useSession()
  return (
    <div className="stack">
      <PageHeader title="Account" lead={session?.account.email} />
      <ConfirmReminder />
      <PlanSection />
      <AliasUsageSection />
      <AutomationUsageSection />
      <PasswordSection />
      <BrowsersSection />
      <ExportSection />
      <DeleteAccountSection />
    </div>
  )
}
