import { PlanSection } from './plan-section.tsx'
import { SettingsPage } from './settings-page.tsx'
import { AliasUsageSection } from './usage/alias-usage-section.tsx'
import { AutomationUsageSection } from './usage/automation-usage-section.tsx'

export function LimitsPage() {
  return (
    <SettingsPage>
      <PlanSection />
      <AutomationUsageSection />
      <AliasUsageSection />
    </SettingsPage>
  )
}
