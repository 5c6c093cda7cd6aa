import { Link } from '@tanstack/react-router'
import { AddressName } from '../addresses/address-name.tsx'
import { AutomationName } from '../automations/automation-name.tsx'
import { PipelineName } from '../pipelines/pipeline-name.tsx'
import type { Service } from '../services/service.ts'
import { KeyName } from '../api-keys/key-name.tsx'
import type { AuditResource } from './audit-resource.ts'

/** The name of what an entry is about, which leads there. */
export function ResourceLink({ service, resource }: { service: Service; resource: AuditResource }) {
  const { type, id } = resource
  const params = { id }
  switch (type) {
    case 'automation':
      return (
        <Link to="/automations/$id" params={params}>
          <AutomationName id={id} />
        </Link>
      )
    case 'pipeline':
      return (
        <Link to="/pipelines/$id" params={params}>
          <PipelineName id={id} />
        </Link>
      )
    case 'address':
      return (
        <Link to="/mailbox" search={{ address: id }}>
          <AddressName id={id} />
        </Link>
      )
    case 'api_key':
      return (
        <Link to="/keys/$service" params={{ service }}>
          <KeyName service={service} id={id} />
        </Link>
      )
    case 'webhook':
      return (
        <Link to="/webhooks/$service/$id" params={{ service, id }}>
          the webhook
        </Link>
      )
    case 'schedule':
      return (
        <Link to="/schedules/$id" params={params}>
          the schedule
        </Link>
      )
    case 'execution':
      return (
        <Link to="/runs/$id" params={params}>
          the run
        </Link>
      )
    case 'job':
      return (
        <Link to="/jobs/$id" params={params}>
          the job
        </Link>
      )
    case 'intent':
      return (
        <Link to="/ask/$id" params={params}>
          the request
        </Link>
      )
    case 'email':
      return (
        <Link to="/mailbox/$id" params={params}>
          the email
        </Link>
      )
    default:
      return null
  }
}
