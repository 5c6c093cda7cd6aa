import { Link, type LinkProps } from '@tanstack/react-router'
import { serviceLabels, type Service } from './service.ts'

interface Props {
  service: Service
  /** The same page of either service. */
  to:
    | '/keys/$service'
    | '/webhooks/$service'
    | '/webhooks/$service/deliveries'
    | '/audit-log/$service'
    | '/developers/$service'
}

/** Switches a page that both services have from one to the other. */
export function ServiceTabs({ service, to }: Props) {
  return (
    <nav className="tabs" aria-label="Service">
      {Object.entries(serviceLabels).map(([name, label]) => (
        <Link
          key={name}
          className="tab"
          {...({ to, params: { service: name } } as LinkProps)}
          aria-current={name === service ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
