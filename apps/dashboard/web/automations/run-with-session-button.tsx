import type { AutomationApi } from '@waypost/sdk'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Modal } from '../controls/modal.tsx'
import { listRunVariables } from './list-used-variables.ts'
import { RunForm } from './run-form.tsx'
import { useRun } from './use-run.ts'

/** Starts a run with the session of another one, or saves its own. */
export function RunWithSessionButton({ automation }: { automation: AutomationApi.Automation }) {
  const [isOpen, setIsOpen] = useState(false)
  const run = useRun(automation.id)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Run with a session …</Button>
      <Modal title={`Run ${automation.name}`} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <RunForm
          variables={listRunVariables(automation)}
          onRun={run.mutate}
          isBusy={run.isPending}
          error={run.error}
        />
      </Modal>
    </>
  )
}
