import { bundleEntry, processes, type BundledProcess } from '../../bundles/processes.ts'
import { readFile } from 'node:fs/promises'

export interface Stage {
  /** The stage or image that it is based on. */
  from: string
  /** Its instructions, each on one line. */
  instructions: string[]
}

/** The stages of a Dockerfile by name, in order. */
export async function readDockerfile(file: string): Promise<Map<string, Stage>> {
  const text = await readFile(file, 'utf8')
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean)
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const line of lines) {
    const start = /^FROM (\S+) AS (\S+)$/.exec(line)
    if (start) {
      stage = { from: start[1]!, instructions: [] }
      stages.set(start[2]!, stage)
    } else stage?.instructions.push(line)
  }
  return stages
}

/** The instructions of a kind, such as `USER`, in a stage and its base stages; in Docker the last one wins. */
export function instructionsOf(stages: Map<string, Stage>, name: string, kind: string): string[] {
  const stage = stages.get(name)
  if (!stage) return []
  const own = stage.instructions.filter((line) => line.startsWith(`${kind} `))
  return [...instructionsOf(stages, stage.from, kind), ...own.map((line) => line.slice(kind.length + 1))]
}

/**
 * The source of what a container of a stage runs: of a bundle, or of `waypost`, which is a link to one.
 *
 * @param command replaces the stage's own
 */
export function entryOf(stages: Map<string, Stage>, name: string, command?: string[]): string {
  const [program, ...rest] = command ?? (JSON.parse(instructionsOf(stages, name, 'CMD').at(-1)!) as string[])
  if (program !== 'waypost') return sourceOf(rest.at(-1)!)
  const links = instructionsOf(stages, name, 'RUN').map((run) =>
    /^ln -s \/app\/(\S+) \/usr\/local\/bin\/waypost$/.exec(run),
  )
  return links.findLast((link) => link !== null)![1]!
}

function sourceOf(bundle: string): string {
  const names = Object.keys(processes) as BundledProcess[]
  return processes[names.find((name) => bundleEntry(name) === bundle)!]
}
