import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { Modal } from '../controls/modal.tsx'
import { PipelineForm, type PipelineInput } from './pipeline-form.tsx'

export function CreatePipelineButton() {
  const [isOpen, setIsOpen] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: (body: PipelineInput) => automation.pipelines.create(body),
    onSuccess: async ({ id }) => {
      setIsOpen(false)
      await client.invalidateQueries({ queryKey: ['pipelines'] })
      await navigate({ to: '/pipelines/$id', params: { id } })
    },
  })
  return (
    <>
      <Button tone="primary" onClick={() => setIsOpen(true)}>
        New pipeline
      </Button>
      <Modal title="New pipeline" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <PipelineForm
          submit="Create"
          onSubmit={create.mutate}
          isBusy={create.isPending}
          error={create.error}
        />
      </Modal>
    </>
  )
}
