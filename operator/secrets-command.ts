import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from '@waypost/commands'
import { makeSecrets } from './make-secrets.ts'

const usual = fileURLToPath(new URL('../.data/secrets', import.meta.url))

export const secretsCommand: Command = {
  name: 'secrets',
  summary: 'Make the secrets that docker-compose.yml mounts, those that are not there yet',
  parameters: '[directory]',
  failure: 'could not make the secrets',
  async run({ parameters: [directory = usual] }) {
    const made = await makeSecrets(path.resolve(directory))
    return {
      lines: [made.length > 0 ? `Made in ${directory}: ${made.join(', ')}` : `${directory} is complete.`],
    }
  },
}
