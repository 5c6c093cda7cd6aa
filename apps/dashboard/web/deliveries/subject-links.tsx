import { Link, type LinkProps } from '@tanstack/react-router'
import type { DeliverySubject } from './delivery-subject.ts'

/** Leads to what a delivery is about. */
export function SubjectLinks({ subject }: { subject: DeliverySubject }) {
  const { automationId, pipelineId, executionId, emailId, addressId, scheduleId } = subject
  const links: [string, string | undefined, (id: string) => LinkProps][] = [
    ['Run', executionId, (id) => ({ to: '/runs/$id', params: { id } })],
    ['Automation', automationId, (id) => ({ to: '/automations/$id', params: { id } })],
    ['Pipeline', pipelineId, (id) => ({ to: '/pipelines/$id', params: { id } })],
    ['Schedule', scheduleId, (id) => ({ to: '/schedules/$id', params: { id } })],
    ['Email', emailId, (id) => ({ to: '/mailbox/$id', params: { id } })],
    ['Inbox of the alias', addressId, (id) => ({ to: '/mailbox', search: { address: id } })],
  ]
  return links.map(
    ([label, id, linkTo]) =>
      id !== undefined && (
        <Link key={label} {...linkTo(id)}>
          {label}
        </Link>
      ),
  )
}
