import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { ButtonLink } from '../controls/button-link.tsx'
import { CheckField, TextAreaField, TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { PageHeader } from '../shell/page-header.tsx'

type Recording = Parameters<typeof automation.automations.import>[0]

export function ImportAutomationPage() {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const bring = useMutation({
    mutationFn: (skipUnsupported: boolean) =>
      automation.automations.import(parseRecording(text), { skipUnsupported }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['automations'] }),
  })
  if (bring.data) {
    const { id, name, actions, unsupported } = bring.data
    return (
      <>
        <PageHeader title="Imported" />
        <div className="card stack">
          <p role="status">
            <Link to="/automations/$id" params={{ id }}>
              {name}
            </Link>{' '}
            has {actions.length} steps.
          </p>
          {unsupported.length > 0 && (
            <div className="note note-warn">
              <p>Some parts of the file could not be imported:</p>
              <ul>
                {unsupported.map(({ index, type, reason }) => (
                  <li key={`${index} ${reason}`}>
                    {index === null ? 'The recording' : `Step ${index + 1} (${type})`}: {reason}
                  </li>
                ))}
              </ul>
            </div>
          )}
          <div className="row">
            <ButtonLink to="/automations/$id" params={{ id }} tone="primary">
              Open automation
            </ButtonLink>
            <ButtonLink to="/automations/$id/edit" params={{ id }}>
              Edit steps
            </ButtonLink>
          </div>
        </div>
      </>
    )
  }
  return (
    <>
      <PageHeader
        title="Import a recording"
        lead="In Chrome, open the Recorder in the developer tools, make a recording and export it as JSON. Then import the file here."
      />
      <div className="card">
        <Form onSubmit={(values) => bring.mutate(values.has('skip'))} error={bring.error}>
          <TextField
            label="File"
            name="file"
            type="file"
            accept=".json,application/json"
            onChange={(event) => {
              void event.target.files?.[0]?.text().then(setText)
            }}
          />
          <TextAreaField
            label="Or paste the JSON"
            name="recording"
            className="input input-code"
            rows={10}
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder='{ "title": "…", "steps": [ … ] }'
            required
          />
          <CheckField name="skip" label="Skip steps that cannot be imported" />
          <Button type="submit" tone="primary" isBusy={bring.isPending}>
            Import
          </Button>
        </Form>
      </div>
    </>
  )
}

function parseRecording(text: string): Recording {
  try {
    return JSON.parse(text) as Recording
  } catch {
    throw new Error('This is not valid JSON. Use the file that the Recorder exported, unchanged.')
  }
}
