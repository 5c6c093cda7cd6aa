import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns the names of the ports that are already in use. */
export async function findTakenPorts(ports: Record<string, number>): Promise<string[]> {
  const checks = Object.entries(ports).map(async ([name, port]) =>
    (await isFree(port)) ? [] : [`${name} ${port}`],
  )
  return (await Promise.all(checks)).flat()
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
