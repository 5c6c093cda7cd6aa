import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** The names of the ports that something listens on already. */
export async function findTakenPorts(ports: Record<string, number>): Promise<string[]> {
  const checks = Object.entries(ports).map(async ([name, port]) =>
    (await isFree(port)) ? [] : [`${name} ${port}`],
  )
  return (await Promise.all(checks)).flat()
}

/** A port that is free at this moment. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
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
