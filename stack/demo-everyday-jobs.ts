import type { Narrator } from './narrator.ts'
import { watchExecution } from './watch-execution.ts'

/** Shows everyday jobs: a list of several pages, a file that is downloaded and handed in, and a start by the clock. */
export async function demoEverydayJobs(
  narrator: Narrator,
  { api, siteUrl }: { api: string; siteUrl: string },
  key: Record<string, string>,
): Promise<void> {
  const { step, say, request } = narrator

  step('Write an automation that goes through every page, keeps a download, and hands it in')
  const { id } = (await request('POST', `${api}/api/v1/automations`, {
    headers: key,
    body: { name: 'Collect all books', actions: listActions(siteUrl) },
  })) as { id: string }
  try {
    step('Run it: the steps within others are performed as often as there are pages')
    const { executionId } = (await request('POST', `${api}/api/v1/automations/${id}/trigger`, {
      headers: key,
    })) as { executionId: string }
    await watchExecution(narrator, `${api}/api/v1/executions/${executionId}`, key)

    step('Get the file that the run has kept')
    const files = `${api}/api/v1/executions/${executionId}/artifacts`
    const [file] = (await request('GET', files, { headers: key })) as [{ id: string; name: string }]
    const content = await (await fetch(`${files}/${file.id}`, { headers: key })).text()
    say(`${file.name} has ${content.trimEnd().split('\n').length} lines`)

    step('Have it start at seven on weekdays')
    const schedule = (await request('POST', `${api}/api/v1/schedules`, {
      headers: key,
      body: {
        name: 'Books at seven',
        target: { type: 'automation', id },
        cron: '0 7 * * 1-5',
        timezone: 'Europe/Berlin',
      },
    })) as { id: string; nextRuns: string[] }
    say(`next: ${schedule.nextRuns.slice(0, 3).join(', ')}, …`)
    await request('DELETE', `${api}/api/v1/schedules/${schedule.id}`, { headers: key })
  } finally {
    await request('DELETE', `${api}/api/v1/automations/${id}`, { headers: key })
  }
}

const listActions = (siteUrl: string): object[] => [
  { name: 'open the shelf', type: 'navigate', url: new URL('/shelf.html', siteUrl).href },
  {
    name: 'cookies?',
    type: 'if',
    condition: { present: ['#cookies'] },
    steps: [{ name: 'accept', type: 'click', selectors: ['aria/Accept'] }],
  },
  {
    name: 'every page',
    type: 'repeat',
    until: { absent: ['a.next'] },
    max: 20,
    steps: [
      {
        name: 'read the books',
        type: 'extract',
        rows: ['li'],
        fields: { title: { selectors: ['b'] }, price: { selectors: ['.price'], type: 'money' } },
        output: 'books',
      },
      { name: 'next page', type: 'click', selectors: ['a.next'] },
    ],
  },
  { name: 'download the list', type: 'click', selectors: ['aria/Download the list'] },
  { name: 'keep it', type: 'waitForDownload', output: 'list' },
  { name: 'open the other site', type: 'navigate', url: new URL('/hand-in.html', siteUrl).href },
  { name: 'hand it in', type: 'upload', selectors: ['aria/List'], artifact: '${outputs.list}' },
  { name: 'read the receipt', type: 'extractText', selectors: ['#received'], output: 'receipt' },
]
