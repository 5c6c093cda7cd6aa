import type { AutomationApi } from '@waypost/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'
import { SessionField } from '../sessions/session-field.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import { recordingsQuery } from './recording-queries.ts'

/** Begins a recording, and leads back to those that are not saved yet. */
export function RecordPage() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const open = useQuery(recordingsQuery)
  const create = useMutation({
    mutationFn: (body: AutomationApi.NewRecording) => automation.recordings.create(body),
    onSuccess: ({ id }) => navigate({ to: '/record/$id', params: { id } }),
  })
  const discard = useMutation({
    mutationFn: (id: string) => automation.recordings.delete(id),
    onSuccess: () => client.invalidateQueries({ queryKey: ['recordings'] }),
  })
  const submit = (values: FormData) => {
    const url = textOf(values, 'url')
    const sessionId = textOf(values, 'sessionId')
    create.mutate({
      url: /^https?:\/\//i.test(url) ? url : `https://${url}`,
      ...(sessionId !== '' && { sessionId }),
    })
  }
  return (
    <>
      <PageHeader
        title="Record an automation"
        lead="Do it once in a browser here: click, type, pick what to read. Each act becomes a step."
      />
      {open.data && open.data.length > 0 && (
        <section className="card stack-tight" aria-labelledby="open-recordings">
          <h2 id="open-recordings">Not saved yet</h2>
          <ul className="stack-tight">
            {open.data.map(({ id, url, createdAt, status }) => (
              <li key={id} className="row row-apart">
                <span>
                  <Link to="/record/$id" params={{ id }}>
                    {status === 'ended' ? 'Save' : 'Continue'} the recording{' '}
                    {url && `of ${new URL(url).host}`}
                  </Link>{' '}
                  <span className="quiet small">
                    <Time at={createdAt} />
                  </span>
                </span>
                <Button tone="plain-danger" onClick={() => discard.mutate(id)}>
                  Discard
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="card">
        <Form onSubmit={submit} error={create.error}>
          <TextField
            label="URL"
            name="url"
            placeholder="https://shop.example"
            hint="Where it begins. Passwords that you type are not stored: they become variables."
            required
          />
          <SessionField />
          <div className="row">
            <Button type="submit" tone="primary" isBusy={create.isPending}>
              Record
            </Button>
          </div>
        </Form>
      </section>
    </>
  )
}
