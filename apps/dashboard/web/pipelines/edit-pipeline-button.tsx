import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { automation, type Pipeline } from '../client/automation.ts'
import { call } from '../client/call.ts'
import { Button } from '../controls/button.tsx'
import { Modal } from '../controls/modal.tsx'
import { PipelineForm, type PipelineInput } from './pipeline-form.tsx'

export function EditPipelineButton({ pipeline }: { pipeline: Pipeline }) {
  const { id, version } = pipeline
  const [isOpen, setIsOpen] = useState(false)
  const client = useQueryClient()
  const update = useMutation({
    mutationFn: (body: PipelineInput) =>
      call(
        automation.PATCH('/api/v1/pipelines/{id}', {
          params: { path: { id }, header: { 'If-Match': `"${version}"` } },
          body,
        }),
      ),
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
