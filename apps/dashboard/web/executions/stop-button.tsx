import { useMutation } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'

export function StopButton({ automationId }: { automationId: string }) {
  const stop = useMutation({
    mutationFn: () => automation.automations.stop(automationId),
  })
  return (
    <>
      <Button tone="danger" isBusy={stop.isPending || stop.isSuccess} onClick={() => stop.mutate()}>
        {stop.isSuccess ? 'Stopping …' : 'Stop'}
      </Button>
      <ErrorNote error={stop.error} />
    </>
  )
}
