import { WebSocket } from 'ws'

/** Pictures as they arrive. */
export interface Watched {
  pictures: { at: number; bytes: number }[]
  close(): void
}

interface Run {
  executionId: string
  stop(): Promise<void>
}

/** An account in the dashboard, as its pages use it. */
export interface Account {
  /** Starts a run that stays on a page, and returns it once it is there. */
  run(url: string): Promise<Run>
  /** Opens a live view, closely or as a page that nobody looks at. */
  watch(executionId: string, closely: boolean): Promise<Watched>
}

const stayMs = 280_000
export const now = () => performance.timeOrigin + performance.now()

export async function createAccount(dashboardUrl: string): Promise<Account> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
    origin: dashboardUrl,
  }
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(dashboardUrl + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const credentials = { email: `bench-${Date.now()}@example.com`, password: 'a lighthouse in the fog' }
  const signedUp = await ask('POST', '/auth/sign-up', credentials)
  headers['cookie'] = signedUp.headers.getSetCookie()[0]!.split(';', 1)[0]!
  const api = '/automation/api/v1'
  let made = 0

  return {
    async run(url) {
      const actions = [
        { type: 'navigate', name: 'Open', url },
        { type: 'wait', name: 'Stay', durationMs: stayMs },
      ]
      made += 1
      const created = await ask('POST', `${api}/automations`, { name: `Live ${made}`, actions })
      const { id } = (await created.json()) as { id: string }
      const triggered = await ask('POST', `${api}/automations/${id}/trigger`, {})
      const { executionId } = (await triggered.json()) as { executionId: string }
      const isOpen = async () => {
        const execution = await ask('GET', `${api}/executions/${executionId}`)
        const { steps, error } = (await execution.json()) as {
          steps: { status: string }[]
          error: string | null
        }
        if (error !== null) throw new Error(`The run of ${url} failed: ${error}`)
        return steps[0]?.status === 'completed'
      }
      while (!(await isOpen())) await new Promise((resolve) => setTimeout(resolve, 100))
      return {
        executionId,
        stop: async () => void (await ask('POST', `${api}/automations/${id}/stop`, {})),
      }
    },
    async watch(executionId, closely) {
      const socket = new WebSocket(`${dashboardUrl.replace('http', 'ws')}/live-views/${executionId}`, {
        headers,
      })
      const pictures: Watched['pictures'] = []
      const opened = Promise.withResolvers<void>()
      socket.on('error', opened.reject)
      socket.on('open', () => {
        socket.send(JSON.stringify({ type: 'look', closely }))
        opened.resolve()
      })
      socket.on('message', (data: Buffer, isPicture) => {
        if (!isPicture) return
        pictures.push({ at: now(), bytes: data.length })
        socket.send('{"type":"seen"}')
      })
      await opened.promise
      return { pictures, close: () => socket.close() }
    },
  }
}
