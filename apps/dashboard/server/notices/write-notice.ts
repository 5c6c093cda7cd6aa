import type { EmailData } from './notice.ts'
import { writeAutomationNotice } from './write-automation-notice.ts'
import { writeBrowserNotice } from './write-browser-notice.ts'
import { writeHealNotice } from './write-heal-notice.ts'
import { writeKeyNotice } from './write-key-notice.ts'
import { writeLimitNotice } from './write-limit-notice.ts'
import { writeScheduleNotice } from './write-schedule-notice.ts'
import { writeWaitingNotice } from './write-waiting-notice.ts'
import { writeWebhookNotice } from './write-webhook-notice.ts'

/** Writes the e-mail that is about something. */
export function writeNotice(data: EmailData, publicUrl: URL): { subject: string; text: string } {
  switch (data.kind) {
    case 'new_browser':
      return writeBrowserNotice(data, publicUrl)
    case 'new_api_key':
      return writeKeyNotice(data, publicUrl)
    case 'execution_waiting':
      return writeWaitingNotice(data, publicUrl)
    case 'webhook_failing':
      return writeWebhookNotice(data, publicUrl)
    case 'automation_failing':
    case 'automation_recovered':
      return writeAutomationNotice(data, publicUrl)
    case 'heal_undecided':
      return writeHealNotice(data, publicUrl)
    case 'limit_near':
      return writeLimitNotice(data, publicUrl)
    case 'emails_withheld':
      return { subject: data.subject, text: `${data.text}\n${publicUrl.origin}/mailbox?folder=withheld\n` }
    case 'webhook_disabled':
    case 'domain_lost':
      return { subject: data.subject.replaceAll(/\s+/g, ' '), text: data.text }
    default:
      return writeScheduleNotice(data, publicUrl)
  }
}
