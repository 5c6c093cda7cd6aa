import type { AutomationApi } from '@waypost/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { executionQuery, hasEnded } from './execution-queries.ts'

type Step = AutomationApi.Execution['steps'][number]
type Heal = AutomationApi.Execution['selfHealEvents'][number]

/** Follows an execution by server-sent events, and polls where those do not arrive. */
export function useProgress(id: string) {
  const client = useQueryClient()
  const [isDeaf, setIsDeaf] = useState(false)
  const query = useQuery({
    ...executionQuery(id),
    refetchInterval: ({ state }) => (isDeaf && state.data && !hasEnded(state.data) ? 2_000 : false),
  })
  const isOpen = query.data !== undefined && !hasEnded(query.data)
  useEffect(() => {
    if (!isOpen) return undefined
    const { queryKey } = executionQuery(id)
    const change = (edit: (execution: AutomationApi.Execution) => AutomationApi.Execution) =>
      client.setQueryData(queryKey, (known) => known && edit(known))
    const source = new EventSource(`/automation/api/v1/executions/${id}/events`)
    source.addEventListener('step', (event) => {
      const { number, ...step } = JSON.parse(event.data as string) as Step & { number: number }
      change((known) => {
        // A pending execution has no event stream yet.
        const steps = [...known.steps]
        steps[number - 1] = step
        return { ...known, steps }
      })
    })
    source.addEventListener('selfheal', (event) => {
      const heal = JSON.parse(event.data as string) as Heal
      change((known) => ({
        ...known,
        selfHealEvents: [...known.selfHealEvents.filter((each) => each.at !== heal.at), heal],
      }))
    })
    source.addEventListener('execution', (event) =>
      client.setQueryData(queryKey, JSON.parse(event.data as string) as AutomationApi.Execution),
    )
    // EventSource reconnects by itself unless the request was refused.
    source.addEventListener('error', () => setIsDeaf(source.readyState === EventSource.CLOSED))
    return () => source.close()
  }, [client, id, isOpen])
  return query
}
