import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { CopyButton } from '../controls/copy-button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { Modal } from '../controls/modal.tsx'
import { Loading } from '../lists/loading.tsx'

/** Shows the secret that signs a job's events when its URL belongs to no webhook. */
export function JobSecretButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Signing secret</Button>
      <Modal title="Signing secret for jobs" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <JobSecret />
      </Modal>
    </>
  )
}

function JobSecret() {
  const { data, error } = useQuery({
    queryKey: ['webhooks', 'automation', 'fallback-secret'],
    queryFn: () => automation.webhooks.fallbackSecret(),
    // The secret is not cached after the dialog closes.
    gcTime: 0,
  })
  if (error) return <ErrorNote error={error} />
  if (!data) return <Loading />
  return (
    <div className="stack">
      <p>
        This secret signs the events that a job sends to its webhook URL. If a webhook with the same URL
        exists, that webhook’s secret is used instead.
      </p>
      <div className="secret">
        <code>{data.secret}</code>
        <CopyButton text={data.secret} what="the signing secret" tone="primary" />
      </div>
    </div>
  )
}
