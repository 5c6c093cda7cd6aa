import { Tabs } from '@base-ui/react/tabs'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { BookOpen, Braces } from 'lucide-react'
import { buttonClass } from '../controls/button.tsx'
import { CodeBlock } from '../controls/code-block.tsx'
import { CopyButton } from '../controls/copy-button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { Loading } from '../lists/loading.tsx'
import { ServiceTabs } from '../services/service-tabs.tsx'
import { asService, serviceLabels } from '../services/service.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { baseUrlsQuery } from './base-urls-query.ts'
import { listSnippets } from './snippets.ts'

/** What a program needs to begin: the base URL, the reference, and the first lines in several languages. */
export function DevelopersPage() {
  const service = asService(useParams({ from: '/app/developers/$service' }).service)
  const { data, error } = useQuery(baseUrlsQuery)
  const baseUrl = data?.[service]
  return (
    <div className="stack page-narrow">
      <PageHeader
        title="API and SDKs"
        lead={`Everything that the pages do, your programs can do too, with an API key of the ${serviceLabels[service].toLowerCase()} service.`}
      />
      <ServiceTabs service={service} to="/developers/$service" />
      <ErrorNote error={error} />
      {!data && !error && <Loading />}
      {baseUrl !== undefined && (
        <>
          <section className="card stack-tight" aria-labelledby="base-url">
            <h2 id="base-url">Base URL</h2>
            <div className="secret">
              <code>{baseUrl}</code>
              <CopyButton text={baseUrl} what="the base URL" />
            </div>
            <div className="row">
              <a className={buttonClass.usual} href={`${baseUrl}/docs`} target="_blank" rel="noreferrer">
                <BookOpen size={16} />
                API reference
              </a>
              <a
                className={buttonClass.usual}
                href={`${baseUrl}/openapi.json`}
                target="_blank"
                rel="noreferrer"
              >
                <Braces size={16} />
                OpenAPI document
              </a>
              <Link className={buttonClass.usual} to="/keys/$service" params={{ service }}>
                API keys
              </Link>
            </div>
          </section>
          <section className="card stack-tight" aria-labelledby="first-lines">
            <h2 id="first-lines">The first lines</h2>
            <Tabs.Root defaultValue="curl">
              <Tabs.List className="tabs">
                {listSnippets(service, baseUrl).map(({ label }) => (
                  <Tabs.Tab key={label} className="tab" value={label}>
                    {label}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              {listSnippets(service, baseUrl).map(({ label, text }) => (
                <Tabs.Panel key={label} value={label}>
                  <CodeBlock text={text} what={`the lines for ${label}`} />
                </Tabs.Panel>
              ))}
            </Tabs.Root>
          </section>
        </>
      )}
    </div>
  )
}
