import path from 'node:path'
import type { Plugin } from 'rolldown'

/** What the product uses of undici. The rest, `fetch`, caches, mocks and web sockets, takes 2 MiB of each process. */
const parts = {
  'parts.js': `
    export { default as buildConnector } from './lib/core/connect.js'
    export { default as errors } from './lib/core/errors.js'
    export { Agent, Pool } from './clients.js'`,
  // Names of its own: what only passes names on is left out with all that it does.
  'clients.js': `
    import Dispatcher from './lib/dispatcher/dispatcher.js'
    import agent from './lib/dispatcher/agent.js'
    import pool from './lib/dispatcher/pool.js'
    import api from './lib/api/index.js'
    Object.assign(Dispatcher.prototype, api)
    export const [Agent, Pool] = [agent, pool]`,
}

/** Names of undici that are not among its parts are errors of the bundle. A process that only connects gets no clients. */
export const undiciInParts: Plugin = {
  name: 'undici-in-parts',
  async resolveId(source, importer) {
    if (source === './clients.js' && importer?.endsWith('/undici/parts.js'))
      return { id: path.join(path.dirname(importer), source), moduleSideEffects: false }
    if (source !== 'undici') return undefined
    const whole = await this.resolve(source, importer, { skipSelf: true })
    return whole && { id: `${path.dirname(whole.id)}/parts.js`, moduleSideEffects: false }
  },
  load(id) {
    const [, name] = /\/undici\/(parts\.js|clients\.js)$/.exec(id) ?? []
    return name === undefined ? undefined : parts[name as keyof typeof parts]
  },
}
