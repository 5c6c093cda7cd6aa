import { expect, test } from 'vitest'
import { readServerEvents } from './read-server-events.ts'

const written =
  ': still there\nid: begin\n\nevent: step\ndata: {"name":"Grüße: 🏷️"}\n\nid: end\ndata: a\ndata: b\n\nid: after\n\nevent: cut'

test.each([1, 2, 7, 1000])('events are parsed whole from chunks of %i bytes', async (size) => {
  const bytes = new TextEncoder().encode(written)
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
      controller.close()
    },
  })
  const events = []
  const ids: string[] = []
  for await (const event of readServerEvents(stream, (id) => ids.push(id)))
    events.push({ ...event, last: ids.at(-1) })
  expect(events).toEqual([
    { event: 'step', data: '{"name":"Grüße: 🏷️"}', last: 'begin' },
    { event: 'message', data: 'a\nb', last: 'end' },
  ])
  expect(ids).toEqual(['begin', 'end', 'after'])
})

test('a stream is cancelled when its reader stops', async () => {
  let isGivenUp = false
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: a\n\n')),
    cancel: () => void (isGivenUp = true),
  })
  for await (const { data } of readServerEvents(stream)) {
    expect(data).toBe('a')
    break
  }
  expect(isGivenUp).toBe(true)
})
