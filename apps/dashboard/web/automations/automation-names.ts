import { queryOptions } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'

/** As many as the service names at a time. */
const most = 100

interface Waiting {
  id: string
  resolve: (name: string | null) => void
  reject: (error: unknown) => void
}

let waiting: Waiting[] = []

/** The name of an automation; null: it was deleted. What a page asks for at the same time is one request. */
export const automationNameQuery = (id: string) =>
  queryOptions({
    queryKey: ['automations', 'name', id],
    queryFn: () => loadName(id),
    staleTime: 60_000,
  })

function loadName(id: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) queueMicrotask(() => void loadNames())
    waiting.push({ id, resolve, reject })
  })
}

async function loadNames(): Promise<void> {
  const all = waiting
  waiting = []
  for (let start = 0; start < all.length; start += most) await answer(all.slice(start, start + most))
}

async function answer(asked: Waiting[]): Promise<void> {
  try {
    const found = await automation.automations.names(asked.map(({ id }) => id))
    const names = new Map(found.map(({ id, name }) => [id, name]))
    for (const { id, resolve } of asked) resolve(names.get(id) ?? null)
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}
