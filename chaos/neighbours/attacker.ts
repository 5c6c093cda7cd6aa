// A process of its own, so that the attack's work does not slow down what measures the quiet account. It attacks until
// it is told to stop, and then sends what it has counted.
import { setPriority } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import type { AttackContext } from './attack.ts'
import { attacks } from './attacks/index.ts'
import type { Bed } from './bed.ts'
import { registerTenant } from './tenant.ts'

interface Order {
  name: string
  token: string
  bed: Pick<Bed, 'urls' | 'smtpPort' | 'deliveryPort' | 'adminToken'>
}

const afterFailureMs = 100

// Attackers have machines of their own.
setPriority(10)
const over = new AbortController()
const counts = new Map<string, number>()
const count = (said: string | number): void =>
  void counts.set(String(said), (counts.get(String(said)) ?? 0) + 1)

process.on('message', (message: Order | 'stop') => {
  if (message !== 'stop') void attack(message)
  else {
    over.abort()
    process.send!([...counts], () => process.exit())
  }
})

async function attack({ name, token, bed }: Order): Promise<void> {
  const context: AttackContext = {
    bed,
    hostile: await registerTenant(bed, 'hostile', { token, isNew: attacks[name]!.isNew }),
    over: over.signal,
    count,
    begin: () => process.send!('begun'),
    async repeat(places, work) {
      await Promise.all(
        Array.from({ length: places }, async (_, place) => {
          while (!over.signal.aborted) {
            try {
              const said = await work(place)
              count(said)
              // Who is refused tries again a little later: at once it would only measure its own loop.
              if (said === 'refused' || (typeof said === 'number' && said >= 400))
                await setTimeout(afterFailureMs)
            } catch (error) {
              count((error as Error).name)
              await setTimeout(afterFailureMs)
            }
          }
        }),
      )
    },
  }
  await attacks[name]!.run(context)
}
