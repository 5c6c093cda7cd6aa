import { cpuOf } from '../../harness/cpu-of.ts'
import type { Node } from '../../harness/citus/cluster.ts'

/** CPU time by the name of the node, in ms for 1000 of what was done. */
export type NodeCpu = Record<string, number>

/** What was done, such as `deliveries`, and what it cost. */
export interface Work {
  of: string
  perSecond: number
  cpuMs: NodeCpu
}

/** Measures the CPU time of Postgres while something is done so many times. */
export async function measureWork(
  { nodes }: { nodes: Node[] },
  of: string,
  work: () => Promise<{ count: number; perSecond: number }>,
): Promise<Work> {
  const before = await readCpu(nodes)
  const { count, perSecond } = await work()
  const after = await readCpu(nodes)
  const cpuMs = Object.fromEntries(
    nodes.map(({ name }, index) => [name, ((after[index]! - before[index]!) * 1000) / count]),
  )
  return { of, perSecond, cpuMs }
}

const readCpu = (nodes: Node[]): Promise<number[]> => Promise.all(nodes.map(({ pid }) => cpuOf(pid)))

export const addCpu = (one: NodeCpu, other: NodeCpu): NodeCpu =>
  Object.fromEntries(Object.entries(one).map(([name, ms]) => [name, ms + other[name]!]))
