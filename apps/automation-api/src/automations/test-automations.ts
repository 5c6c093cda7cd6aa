import type { TestApp } from '../test-app.ts'
import type { Automation } from './automation.ts'

export const open = { name: 'Open', type: 'navigate', url: 'https://example.com/login' }
export const click = { name: 'Log in', type: 'click', selectors: ['#login'] }
export const newAutomation = {
  name: 'Read the balance',
  description: 'Every morning',
  actions: [
    open,
    { name: 'User', type: 'change', selectors: ['#user', ['#form', 'aria/User']], value: 'ada' },
    { ...click, timeoutMs: 5000 },
    { name: 'Wait', type: 'waitForElement', selectors: ['.balance'], visible: true },
    {
      name: 'Read',
      type: 'extractText',
      selectors: ['.balance'],
      output: 'balance',
      multiple: false,
      pattern: '[0-9]+',
    },
  ],
}
export const base = '/api/v1/automations'

/** For tests: sends requests about automations with the current key. */
export function createAutomationClient(
  current: () => { service: TestApp; headers: { 'x-api-key': string } },
) {
  const post = (payload: object) =>
    current().service.app.inject({ method: 'POST', url: base, headers: current().headers, payload })
  return {
    post,
    get: (id: string) => current().service.app.inject({ url: `${base}/${id}`, headers: current().headers }),
    patch: (id: string, payload: object) =>
      current().service.app.inject({
        method: 'PATCH',
        url: `${base}/${id}`,
        headers: current().headers,
        payload,
      }),
    create: async (payload: object = newAutomation) => (await post(payload)).json<Automation>(),
  }
}
