import type { AutomationApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'

export function PauseScheduleButton({ schedule }: { schedule: AutomationApi.Schedule }) {
  const { id, name, isActive } = schedule
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: () => automation.schedules.update(id, { isActive: !isActive }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['schedules'] }),
  })
  const label = isActive ? 'Pause' : 'Continue'
  return (
    <>
      <Button aria-label={`${label} ${name}`} isBusy={change.isPending} onClick={() => change.mutate()}>
        {label}
      </Button>
      <ErrorNote error={change.error} />
    </>
  )
}
