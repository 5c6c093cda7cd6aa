import { expect, test } from 'vitest'
import { addAddress } from '../emails/test-emails.ts'
import { workSchema } from '../work-queues.ts'
import { openSendingBed } from './test-sending.ts'

const { bed, newEmail, send, rows } = openSendingBed()

const message = (bytes: number): string =>
  `From: eve@example.net\r\nTo: somebody@example.net\r\nSubject: hello\r\n\r\n${'hello\r\n'.repeat(bytes / 7)}`

test.each<[what: string, queue: string, act: (owner: 'ada' | 'bob') => Promise<unknown>]>([
  ['received', 'inbound', (owner) => receive(owner, 70)],
  ['received, if it is large,', 'large-inbound', (owner) => receive(owner, 400_000)],
  [
    'sent',
    'outbound',
    async (owner) => {
      const { id } = owner === 'ada' ? bed.address : await addAddress(bed.service, owner)
      await send({ ...newEmail(), fromAddressId: id }, await bed.service.key(owner))
    },
  ],
])(
  'the first mail %s by an account is taken before the second of another that came first',
  async (_what, queue, act) => {
    for (let count = 0; count < 5; count += 1) await act('ada')
    await act('bob')
    const waiting = await rows<{ owner: string }>(`
    select data ->> 'ownerId' as owner from ${workSchema}.job
    where name = '${queue}' and state < 'active' order by priority desc, created_on`)
    const [ada, bob] = ['live:ada', 'live:bob']
    expect(waiting.map(({ owner }) => owner)).toEqual([ada, bob, ada, ada, ada, ada])
  },
)

async function receive(owner: 'ada' | 'bob', bytes: number): Promise<void> {
  const { address } = owner === 'ada' ? bed.address : await addAddress(bed.service, owner)
  await bed.mail.deliver(address, message(bytes))
}
