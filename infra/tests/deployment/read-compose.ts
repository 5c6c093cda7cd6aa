import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'

interface ComposeService {
  image: string
  build?: { target: string }
  command?: string[]
  environment?: Record<string, string>
  secrets?: string[]
  networks?: string[]
  ports?: string[]
  depends_on?: Record<string, { condition: string }> | string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
}

export interface Compose {
  services: Record<string, ComposeService>
  networks: Record<string, { internal?: boolean }>
  secrets: Record<string, { file: string }>
}

/** Reads a compose file as the engine does when no variables are set: `${NAME:-usual}` is `usual`. */
export async function readCompose(file: string): Promise<Compose> {
  const compose = parse(await readFile(file, 'utf8'), { merge: true }) as Compose
  const text = JSON.stringify(compose, (key, value: unknown) =>
    key === 'environment' && typeof value === 'object' ? asStrings(value as object) : value,
  )
  return JSON.parse(text.replaceAll(/\$\{\w+:-([^}]*)\}/g, (_, usual: string) => usual)) as Compose
}

const asStrings = (variables: object) =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value ?? '')]))
