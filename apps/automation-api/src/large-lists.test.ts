import { newId } from '@waypost/postgres'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pipelineRunMembers, pipelineRuns, pipelines } from './db/pipeline-tables.ts'
import { automations, automationVersions, executions } from './db/tables.ts'
import { startTestApp, type TestApp } from './test-app.ts'

interface Entry {
  id: string
  version: number
}

let service: TestApp
let headers: Record<string, string>
const size = 6
const ids = Array.from({ length: size }, () => newId()).toSorted()
const [automationId, pipelineId] = [ids[0]!, newId()]

/** A list in which each entry has 400 KB. */
beforeAll(async () => {
  service = await startTestApp()
  headers = await service.key('ada', 'automation:read', 'pipeline:read')
  const { db } = service.database.connectAsOwner()
  const [createdAt, updatedAt] = [new Date(), new Date()]
  const long = 'x'.repeat(400_000)
  const actions = [{ name: long, type: 'navigate' as const, url: 'https://example.com' }]
  const own = { ownerId: 'ada', createdAt }
  await db.insert(automations).values(
    ids.map((id) => ({
      ...own,
      id,
      name: 'long',
      actions,
      updatedAt,
      executionCount: id === ids[0] ? size : 0,
    })),
  )
  await db.insert(automationVersions).values(
    ids.map((_, index) => ({
      automationId,
      version: index + 1,
      name: 'long',
      actions,
      variables: {},
      screenshots: 'key' as const,
      cause: 'updated' as const,
      createdAt,
    })),
  )
  const extractedData = { all: long }
  await db.insert(executions).values(
    ids.map((id) => ({
      ...own,
      id,
      automationId,
      status: 'completed' as const,
      startsAt: createdAt,
      startedAt: createdAt,
      completedAt: createdAt,
      extractedData,
    })),
  )
  const both = { continueOnFailure: false, chainSession: false }
  await db.insert(pipelines).values({
    ...own,
    ...both,
    id: pipelineId,
    name: 'long',
    automationIds: [automationId],
    runCount: size,
    updatedAt,
  })
  await db.insert(pipelineRuns).values(
    ids.map((id) => ({
      ...own,
      ...both,
      id,
      pipelineId,
      saveSession: false,
      completedAt: createdAt,
      status: 'completed' as const,
    })),
  )
  await db
    .insert(pipelineRunMembers)
    .values(ids.map((id) => ({ pipelineRunId: id, position: 0, automationId, extractedData })))
})
afterAll(() => service.close())

describe.each([
  ['automations', '/api/v1/automations', 'id' as const, ids.toReversed()],
  [
    'the versions of an automation',
    `/api/v1/automations/${automationId}/versions`,
    'version' as const,
    [6, 5, 4, 3, 2, 1],
  ],
  ['executions', '/api/v1/executions', 'id' as const, ids.toReversed()],
  ['pipeline runs', '/api/v1/pipeline-runs', 'id' as const, ids.toReversed()],
])('a list of large %s', (_, url, key, all) => {
  test('is returned in pages of a few megabytes, and its links lead to each entry once', async () => {
    const seen: (string | number)[] = []
    const sizes: number[] = []
    for (let next: string | undefined = url; next !== undefined;) {
      const page: LightMyRequestResponse = await service.app.inject({ url: next, headers })
      expect(page.statusCode).toBe(200)
      sizes.push(page.rawPayload.length)
      seen.push(...page.json<Entry[]>().map((entry) => entry[key]))
      if (next === url) expect(page.headers['x-total-count']).toBe(String(size))
      next = /<([^>]+)>; rel="next"/.exec(String(page.headers['link']))?.[1]
    }
    expect(seen).toEqual(all)
    expect(sizes).toHaveLength(2)
    expect(Math.max(...sizes)).toBeLessThan(1_700_000)
  })

  test('has at least one entry on a page', async () => {
    const page = await service.app.inject({ url: `${url}?limit=1&offset=${size - 1}`, headers })
    expect(page.json<Entry[]>().map((entry) => entry[key])).toEqual([all.at(-1)])
    expect(page.headers.link).toBeUndefined()
  })
})
