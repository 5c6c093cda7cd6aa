import type { AutomationApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Button } from '../controls/button.tsx'
import { TextAreaField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'
import { StatusPill } from '../controls/status-pill.tsx'
import type { Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import { loadIntents } from './load-intents.ts'
import { sendRequest } from './send-request.ts'

const columns: Column<AutomationApi.Intent>[] = [
  {
    label: 'Request',
    cell: ({ intentId, text }) => (
      <Link className="row-strong" to="/ask/$id" params={{ id: intentId }}>
        {text}
      </Link>
    ),
  },
  { label: 'State', cell: ({ status }) => <StatusPill status={status} /> },
  { label: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

/** Sends a request in plain language, and lists earlier ones. */
export function AskPage() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const ask = useMutation({
    mutationFn: (text: string) => sendRequest(client, text),
    onSuccess: async ({ intentId }) => {
      await client.invalidateQueries({ queryKey: ['intents', 'list'] })
      await navigate({ to: '/ask/$id', params: { id: intentId } })
    },
  })
  return (
    <>
      <PageHeader
        title="Requests"
        lead="Describe what you want done. If one of your automations does it, that automation runs. If none does, a draft is written that you validate first."
      />
      <div className="stack">
        <div className="card">
          <Form onSubmit={(values) => ask.mutate(textOf(values, 'text'))} error={ask.error}>
            <TextAreaField
              label="What should be done?"
              name="text"
              rows={3}
              maxLength={2000}
              placeholder="Look up the price of “Harbour in Fog”"
              hint='To have an automation written, list its steps: open https://shop.example; type "fog" into Title; click Search; extract the price as price.'
              required
            />
            <div className="row">
              <Button type="submit" tone="primary" isBusy={ask.isPending}>
                Send request
              </Button>
            </div>
          </Form>
        </div>
        <PagedTable
          caption="Requests"
          queryKey={['intents', 'list']}
          load={loadIntents}
          columns={columns}
          rowKey={({ intentId }) => intentId}
          limit={10}
          empty={
            <EmptyState title="No requests yet">
              Requests work best when the names and descriptions of your automations say what they do.
            </EmptyState>
          }
        />
      </div>
    </>
  )
}
