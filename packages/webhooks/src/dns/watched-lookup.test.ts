import { startDnsServer, type DnsEntry } from '@waypost/testing'
import { expect, onTestFinished, test } from 'vitest'
import { isDnsAnswering } from './is-dns-answering.ts'
import { createWatchedLookup, type Lookup } from './watched-lookup.ts'

const address = [{ address: '127.0.0.1', family: 4 }]
const failing =
  (code: string): Lookup =>
  () =>
    Promise.reject(Object.assign(new Error('not resolved'), { code }))
const silent: Lookup = () => new Promise(() => {})

/** Whether DNS answers, and how often that was asked. */
function answering(answers: boolean) {
  const state = { asked: 0, isAnswering: async () => ((state.asked += 1), answers) }
  return state
}

test('a name that is not resolved while DNS answers for others fails as that name', async () => {
  const lookup = createWatchedLookup({ lookup: failing('EAI_AGAIN'), ...answering(true) })
  await expect(lookup('broken.test')).rejects.toMatchObject({ code: 'EAI_AGAIN' })
})

test('a name that is not resolved while DNS answers for none says that DNS is away', async () => {
  const { isAnswering } = answering(false)
  const lookup = createWatchedLookup({ lookup: failing('EAI_AGAIN'), isAnswering })
  await expect(lookup('any.test')).rejects.toMatchObject({ code: 'ERR_DNS_AWAY' })
})

test('servers that stay silent for all names are away before a connection is given up', async () => {
  const lookup = createWatchedLookup({ lookup: silent, ...answering(false), patienceMs: 1 })
  await expect(lookup('any.test')).rejects.toMatchObject({ code: 'ERR_DNS_AWAY' })
})

test('an address, and that a name does not exist, are answers that need no second question', async () => {
  const state = answering(false)
  const { isAnswering } = state
  expect(await createWatchedLookup({ lookup: async () => address, isAnswering })('receiver.test')).toEqual(
    address,
  )
  await expect(
    createWatchedLookup({ lookup: failing('ENOTFOUND'), isAnswering })('nowhere.test'),
  ).rejects.toMatchObject({ code: 'ENOTFOUND' })
  expect(state.asked).toBe(0)
})

test('many names that are not resolved at once ask about DNS once', async () => {
  const state = answering(false)
  const lookup = createWatchedLookup({ lookup: failing('EAI_AGAIN'), isAnswering: state.isAnswering })
  await Promise.allSettled(['a.test', 'b.test', 'c.test'].map(lookup))
  expect(state.asked).toBe(1)
})

// No test asks the network: every name gets the same from this server.
test.each<[DnsEntry | undefined, boolean]>([
  [undefined, true],
  [{ TXT: [['no address']] }, true],
  [{ A: ['127.0.0.1'] }, true],
  ['SERVFAIL', false],
  ['REFUSED', false],
  ['silence', false],
])('a server whose answer to every name is %o makes DNS answering: %s', async (entry, isAnswering) => {
  const server = await startDnsServer()
  onTestFinished(() => server.close())
  server.setOthers(entry)
  expect(await isDnsAnswering([server.address])).toBe(isAnswering)
  expect(server.questions).toEqual([expect.stringMatching(/^[0-9a-f]{20}\.com A$/)])
})
