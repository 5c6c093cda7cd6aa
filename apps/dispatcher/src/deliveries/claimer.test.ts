import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestChannel, type TestChannel } from '../test-channel.ts'
import { createClaimer } from './claimer.ts'
import { createDeferredDeliveries } from './deferred-deliveries.ts'
import { createHosts } from './hosts.ts'
import { createReceivers } from './receivers.ts'
import { createWindow } from './window.ts'

let bed: TestChannel

beforeEach(async () => {
  bed = await openTestChannel()
})
afterEach(() => bed.close())

test('an attempt that becomes due while others are claimed is known to be due', async () => {
  const { clock } = bed.time
  await bed.registerWebhook('https://example.com/')
  const [first] = await bed.publish()
  await clock.tick(5)
  const [second] = await bed.publish()
  // The first attempt of each is due after five seconds.
  await clock.tick(4995)

  const sent: string[] = []
  const deferred = createDeferredDeliveries(bed.channel, bed.services.clock)
  const claimer = createClaimer(bed.channel, bed.services.clock, {
    concurrency: 100,
    receivers: createReceivers({
      concurrency: 100,
      hosts: createHosts(bed.services.clock, { perMinute: 100 }),
    }),
    window: createWindow(100, bed.services.clock, () => {}),
    deferred: {
      ...deferred,
      async look() {
        await clock.tick(10)
        await deferred.look()
      },
    },
    send: (claims) => void sent.push(...claims.map(({ deliveryId }) => deliveryId)),
    keyring: bed.services.keyring,
    onUnopened: () => {},
    onPaced: () => {},
  })
  await claimer.claim()
  expect([sent, deferred.isDue()]).toEqual([[first], true])
  await claimer.claim()
  expect([sent, deferred.isDue()]).toEqual([[first, second], false])
})
