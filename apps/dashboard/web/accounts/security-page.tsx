import { BrowsersSection } from './browsers-section.tsx'
import { PasskeysSection } from './passkeys/passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SettingsPage } from './settings-page.tsx'
import { TwoFactorSection } from './two-factor/two-factor-section.tsx'

export function SecurityPage() {
  return (
    <SettingsPage>
      <PasswordSection />
      <PasskeysSection />
      <TwoFactorSection />
      <BrowsersSection />
    </SettingsPage>
  )
}
