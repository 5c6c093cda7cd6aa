import type { AutomationApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { automation } from '../client/automation.ts'
import { ConflictDialog } from '../conflicts/conflict-dialog.tsx'
import { Button } from '../controls/button.tsx'
import { Modal } from '../controls/modal.tsx'
import { PipelineForm, type PipelineInput } from './pipeline-form.tsx'

export function EditPipelineButton({ pipeline }: { pipeline: AutomationApi.Pipeline }) {
  const { id } = pipeline
  // What the form began with: the page loads the pipeline again by itself, and a change of somebody else must not be overwritten.
  const [begun, setBegun] = useState(pipeline)
  const [isOpen, setIsOpen] = useState(false)
  const client = useQueryClient()
  const update = useMutation({
    mutationFn: ({ body, version }: { body: PipelineInput; version: number }) =>
      automation.pipelines.update(id, body, { ifVersion: version }),
    onSuccess: async () => {
      setIsOpen(false)
      await client.invalidateQueries({ queryKey: ['pipelines'] })
    },
  })
  const open = () => {
    setBegun(pipeline)
    update.reset()
    setIsOpen(true)
  }
  return (
    <>
      <Button onClick={open}>Edit</Button>
      <Modal title={`Edit ${pipeline.name}`} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <PipelineForm
          key={begun.version}
          initial={begun}
          submit="Save"
          onSubmit={(body) => update.mutate({ body, version: begun.version })}
          isBusy={update.isPending}
          error={update.error}
        />
      </Modal>
      <ConflictDialog
        what="pipeline"
        error={update.error}
        begun={toInput(begun)}
        load={() => automation.pipelines.get(id)}
        toInput={toInput}
        onOverwrite={(stored) =>
          update.variables && update.mutate({ body: update.variables.body, version: stored.version })
        }
        onReload={(stored) => {
          update.reset()
          setBegun(stored)
        }}
        onClose={update.reset}
      />
    </>
  )
}

const toInput = ({
  name,
  automationIds,
  members,
  continueOnFailure,
  chainSession,
}: AutomationApi.Pipeline): PipelineInput => ({
  name,
  automationIds,
  members,
  continueOnFailure,
  chainSession,
})
