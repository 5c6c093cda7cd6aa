import type { AliasApi, AutomationApi } from '@waypost/sdk'
import { Link } from '@tanstack/react-router'
import { describeMebibytes } from '../accounts/usage/describe-mebibytes.ts'
import { aliasLimitLabels, automationLimitLabels } from '../accounts/usage/limit-labels.ts'
import { listLimits, nearlyFull, type Amounts } from './attention.ts'

interface Props {
  automation: AutomationApi.Overview | undefined
  alias: AliasApi.Overview | undefined
}

const most = 3
const describe = (name: string, amount: number): string =>
  name.toLowerCase().includes('bytes') ? describeMebibytes(amount) : amount.toLocaleString('en')

/** The limits of both services that are the fullest. */
export function LimitsCard({ automation, alias }: Props) {
  const services: { title: string; amounts: Amounts | undefined; labels: Record<string, string> }[] = [
    { title: 'Automation', amounts: automation?.limits, labels: automationLimitLabels },
    { title: 'Alias', amounts: alias?.usage, labels: aliasLimitLabels },
  ]
  const shown = services.flatMap(({ title, amounts, labels }) => {
    const limits = listLimits(amounts ?? {}).slice(0, most)
    return limits.length > 0 ? [{ title, limits, labels }] : []
  })
  if (shown.length === 0) return null
  return (
    <section className="card stack" aria-label="Limits">
      <div className="row row-apart">
        <h2>Limits used</h2>
        <Link to="/account/limits">All limits</Link>
      </div>
      <div className="columns">
        {shown.map(({ title, limits, labels }) => (
          <div key={title} className="stack-tight">
            <h3>{title}</h3>
            <ul className="limits">
              {limits.map(({ name, used, limit }) => (
                <li key={name}>
                  <div className="row row-apart small">
                    <span>{labels[name]}</span>
                    <span className="quiet">
                      {describe(name, used)} of {describe(name, limit)}
                    </span>
                  </div>
                  <div className="limit-track" aria-hidden="true">
                    <div
                      className={used / limit >= nearlyFull ? 'limit-used limit-full' : 'limit-used'}
                      style={{ width: `${Math.min(100, (100 * used) / limit)}%` }}
                    />
                  </div>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
