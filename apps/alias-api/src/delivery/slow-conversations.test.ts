import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PostponedError } from './postponed-error.ts'
import { createSlowConversations } from './slow-conversations.ts'

const clock = { now: () => 0 }
const limits = { slowMs: 2_000, perOwner: 3, perHost: 2, inTotal: 5 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Conversations that have turned out to be slow. */
function openSlow({ begin }: ReturnType<typeof createSlowConversations>, pairs: [string, string][]) {
  const begun = pairs.map(([owner, host]) => {
    const conversation = begin(owner)
    conversation.at(host)
    return conversation
  })
  vi.advanceTimersByTime(limits.slowMs)
  return begun
}
const talk =
  ({ begin }: ReturnType<typeof createSlowConversations>, owner: string, host: string) =>
  () => {
    const conversation = begin(owner)
    try {
      conversation.at(host)
    } finally {
      conversation.end()
    }
  }

test('above its share of slow conversations no other begins with a host, whoever asks', () => {
  const slow = createSlowConversations(clock, limits)
  const [first] = openSlow(slow, [
    ['ada', 'mx1'],
    ['bob', 'mx1'],
  ])
  expect(talk(slow, 'eve', 'mx1')).toThrow(PostponedError)
  expect(talk(slow, 'eve', 'mx2')).not.toThrow()
  first!.end()
  expect(talk(slow, 'eve', 'mx1')).not.toThrow()
})

test('an owner above its share talks only with hosts that were fast a moment ago, and others with any', () => {
  const slow = createSlowConversations(clock, limits)
  talk(slow, 'bob', 'fast')()
  const begun = openSlow(slow, [
    ['ada', 'mx1'],
    ['ada', 'mx2'],
    ['ada', 'mx3'],
  ])
  expect(talk(slow, 'ada', 'mx4')).toThrow(PostponedError)
  expect(talk(slow, 'ada', 'fast')).not.toThrow()
  expect(talk(slow, 'bob', 'mx4')).not.toThrow()
  begun[0]!.end()
  expect(talk(slow, 'ada', 'mx5')).not.toThrow()
})

test('above the share of all owners conversations begin only with fast hosts', () => {
  const slow = createSlowConversations(clock, limits)
  talk(slow, 'bob', 'fast')()
  openSlow(
    slow,
    [1, 2, 3, 4, 5].map((number) => [`owner${number}`, `mx${number}`]),
  )
  expect(talk(slow, 'eve', 'mx9')).toThrow(PostponedError)
  expect(talk(slow, 'eve', 'fast')).not.toThrow()
})

test('a host that has become slow is no longer taken for a fast one', () => {
  const slow = createSlowConversations(clock, limits)
  talk(slow, 'bob', 'mx3')()
  openSlow(slow, [
    ['ada', 'mx1'],
    ['ada', 'mx2'],
    ['ada', 'mx3'],
  ])
  expect(talk(slow, 'ada', 'mx3')).toThrow(PostponedError)
})

test('a conversation that goes on with the next host no longer counts for the one before', () => {
  const slow = createSlowConversations(clock, { ...limits, perHost: 1 })
  const [conversation] = openSlow(slow, [['ada', 'mx1']])
  expect(talk(slow, 'bob', 'mx1')).toThrow(PostponedError)
  conversation!.at('mx2')
  expect(talk(slow, 'bob', 'mx1')).not.toThrow()
})

test('a host has no more conversations at once than twice its share of slow ones, however fast it is', () => {
  const conversations = createSlowConversations(clock, limits)
  talk(conversations, 'ada', 'mx1')()
  const [first] = ['ada', 'bob', 'eve', 'dan'].map((owner) => {
    const conversation = conversations.begin(owner)
    conversation.at('mx1')
    return conversation
  })
  expect(talk(conversations, 'fay', 'mx1')).toThrow(PostponedError)
  first!.end()
  expect(talk(conversations, 'fay', 'mx1')).not.toThrow()
})

test('an owner begins no more conversations at once than twice its share of slow ones, before it is known with whom', () => {
  const conversations = createSlowConversations(clock, limits)
  const begun = Array.from({ length: 6 }, () => conversations.begin('ada'))
  expect(talk(conversations, 'ada', 'mx1')).toThrow(PostponedError)
  expect(talk(conversations, 'bob', 'mx1')).not.toThrow()
  begun[0]!.end()
  expect(talk(conversations, 'ada', 'mx1')).not.toThrow()
})
