import type { AutomationApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { Modal } from '../controls/modal.tsx'
import { PipelineForm, type PipelineInput } from './pipeline-form.tsx'

export function EditPipelineButton({ pipeline }: { pipeline: AutomationApi.Pipeline }) {
  const { id, version } = pipeline
  const [isOpen, setIsOpen] = useState(false)
  const client = useQueryClient()
  const update = useMutation({
    mutationFn: (body: PipelineInput) => automation.pipelines.update(id, body, { ifVersion: version }),
    onSuccess: async () => {
      setIsOpen(false)
      await client.invalidateQueries({ queryKey: ['pipelines'] })
    },
  })
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Edit</Button>
      <Modal title={`Edit ${pipeline.name}`} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <PipelineForm
          initial={pipeline}
          submit="Save"
          onSubmit={update.mutate}
          isBusy={update.isPending}
          error={update.error}
        />
      </Modal>
    </>
  )
}
