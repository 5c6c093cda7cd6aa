import { BrowsersSection } from './browsers-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SettingsPage } from './settings-page.tsx'

export function SecurityPage() {
  return (
    <SettingsPage>
      <PasswordSection />
      <BrowsersSection />
    </SettingsPage>
  )
}
