import type { AutomationApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { Modal } from '../controls/modal.tsx'
import type { ScheduleInput } from './read-schedule.ts'
import { ScheduleForm } from './schedule-form.tsx'

export function EditScheduleButton({ schedule }: { schedule: AutomationApi.Schedule }) {
  const [isOpen, setIsOpen] = useState(false)
  const client = useQueryClient()
  const update = useMutation({
    mutationFn: (body: ScheduleInput) => automation.schedules.update(schedule.id, body),
    onSuccess: async () => {
      setIsOpen(false)
      await client.invalidateQueries({ queryKey: ['schedules'] })
    },
  })
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Edit</Button>
      <Modal title={`Edit ${schedule.name}`} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <ScheduleForm
          initial={schedule}
          submit="Save"
          onSubmit={update.mutate}
          isBusy={update.isPending}
          error={update.error}
        />
      </Modal>
    </>
  )
}
