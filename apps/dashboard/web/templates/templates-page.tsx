import { useQuery } from '@tanstack/react-query'
import { aliasAccountQuery } from '../accounts/alias-account-query.ts'
import { ServiceFailure } from '../controls/service-failure.tsx'
import { Loading } from '../lists/loading.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { AliasTemplateCard } from './alias-template-card.tsx'
import { aliasTemplates } from './alias-templates.ts'
import { AutomationTemplateCard } from './automation-template-card.tsx'
import { automationTemplates } from './automation-templates.ts'
import './templates.css'

/** Automations and aliases to begin with. */
export function TemplatesPage() {
  const { data: account, error, refetch } = useQuery(aliasAccountQuery)
  return (
    <div className="stack">
      <PageHeader
        title="Templates"
        lead="Something that works, to begin with. What a template makes is yours to change."
      />
      <section className="stack-tight" aria-label="Automations">
        <h2>Automations</h2>
        <p className="quiet">
          Each runs at once, on the demo site of this dashboard. Then change its steps to those of your site.
        </p>
        <ul className="templates">
          {automationTemplates(location.origin).map((template) => (
            <AutomationTemplateCard key={template.id} template={template} />
          ))}
        </ul>
      </section>
      <section className="stack-tight" aria-label="Aliases">
        <h2>Aliases</h2>
        <p className="quiet">Each receives email as soon as it is created.</p>
        {error && <ServiceFailure service="alias" error={error} onRetry={() => void refetch()} />}
        {!account && !error && <Loading />}
        {account && (
          <ul className="templates">
            {aliasTemplates.map((template) => (
              <AliasTemplateCard key={template.id} template={template} account={account} />
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
