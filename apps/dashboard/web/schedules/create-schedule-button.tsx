import type { AutomationApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { Modal } from '../controls/modal.tsx'
import type { ScheduleInput } from './read-schedule.ts'
import { ScheduleForm } from './schedule-form.tsx'

export function CreateScheduleButton() {
  const [isOpen, setIsOpen] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: (body: ScheduleInput) => automation.schedules.create(body as AutomationApi.NewSchedule),
    onSuccess: async ({ id }) => {
      setIsOpen(false)
      await client.invalidateQueries({ queryKey: ['schedules'] })
      await navigate({ to: '/schedules/$id', params: { id } })
    },
  })
  return (
    <>
      <Button tone="primary" onClick={() => setIsOpen(true)}>
        New schedule
      </Button>
      <Modal title="New schedule" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <ScheduleForm
          submit="Create"
          onSubmit={create.mutate}
          isBusy={create.isPending}
          error={create.error}
        />
      </Modal>
    </>
  )
}
