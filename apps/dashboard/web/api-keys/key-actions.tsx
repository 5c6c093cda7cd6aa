import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '../controls/button.tsx'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import type { Service } from '../services/service.ts'
import type { ApiKey } from './key-service.ts'
import { keyServices } from './key-services.ts'

export function KeyActions({ service, apiKey: { id, name, state } }: { service: Service; apiKey: ApiKey }) {
  const { setActive, remove, removal } = keyServices[service]
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['api-keys', service] })
  const change = useMutation({
    mutationFn: async (isActive: boolean) => setActive?.(id, isActive),
    onSuccess: refresh,
  })
  if (state === 'revoked') return null
  const isActive = state !== 'inactive'
  return (
    <span className="row">
      {setActive && (
        <Button
          tone="plain"
          isBusy={change.isPending}
          aria-label={`${isActive ? 'Deactivate' : 'Activate'} ${name}`}
          onClick={() => change.mutate(!isActive)}
        >
          {isActive ? 'Deactivate' : 'Activate'}
        </Button>
      )}
      <ConfirmButton
        label={removal.label}
        ariaLabel={`${removal.label} ${name}`}
        title={`${removal.label} ${name}?`}
        confirm={removal.confirm}
        onConfirm={async () => {
          await remove(id)
          await refresh()
        }}
      >
        {removal.words}
      </ConfirmButton>
    </span>
  )
}
