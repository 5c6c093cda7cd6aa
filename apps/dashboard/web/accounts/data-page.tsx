import { DeleteAccountSection } from './delete-account-section.tsx'
import { ExportSection } from './export-section.tsx'
import { SettingsPage } from './settings-page.tsx'

export function DataPage() {
  return (
    <SettingsPage>
      <ExportSection />
      <DeleteAccountSection />
    </SettingsPage>
  )
}
