import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { automation } from '../client/automation.ts'
import type { RunInput } from './run-form.tsx'

/** Starts a run of an automation, and opens its page. */
export function useRun(id: string, onRefused?: () => void) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: RunInput) => automation.automations.trigger(id, body),
    onSuccess: ({ executionId, startsAt }) =>
      navigate({ to: '/runs/$id', params: { id: executionId }, search: { startsAt } }),
    ...(onRefused && { onError: onRefused }),
  })
}
