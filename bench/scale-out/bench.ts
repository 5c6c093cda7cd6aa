import { migrateDatabase } from '@waypost/postgres'
import { serviceDatabases } from '../../operator/databases.ts'
import { row, type Row } from '../../harness/report.ts'
import { createDistributed, createPlain, findNodes, type Topology } from '../../harness/citus/cluster.ts'
import { addCpu, type NodeCpu, type Work } from './cpu-by-node.ts'
import { measureDeliveries } from './measure-deliveries.ts'
import { measureMails } from './measure-mails.ts'
import { measureRequests } from './measure-requests.ts'
import { simulate } from './simulate.ts'

const workerCounts = [1, 2, 4]
const loads = [measureDeliveries, measureRequests, measureMails]

/**
 * Each service on a worker of Citus, with 1, 2 and 4 workers, beside the same work on one Postgres without Citus: CPU time of
 * every node, which depends little on what else the machine does, and how evenly the workers are used. What the same work
 * costs more than there is what crosses the nodes: planning at the coordinator, passing on, and commits in two phases.
 *
 * Then a simulation of 100 nodes, by numbers alone.
 */
export async function bench(say: (line: string) => void): Promise<Row[]> {
  const nodes = await findNodes()
  const counts = workerCounts.filter((count) => count < nodes.length)
  const alone = await measureOn(await createPlain(nodes), say)
  const rows = alone.flatMap(({ of, perSecond, cpuMs }) => [
    row(`plain Postgres: ${of}`, perSecond, `${of}/s`),
    row(`plain Postgres: CPU`, totalOf(cpuMs), `ms / 1000 ${of}`),
  ])
  for (const count of counts) {
    const measured = await measureOn(await createDistributed(nodes, count), say)
    for (const [index, { of, perSecond, cpuMs }] of measured.entries()) {
      const topology = `${count} × worker`
      rows.push(
        row(`${topology}: ${of}`, perSecond, `${of}/s`, { reference: alone[index]!.perSecond }),
        row(`${topology}: CPU of all nodes`, totalOf(cpuMs), `ms / 1000 ${of}`, {
          reference: totalOf(alone[index]!.cpuMs),
        }),
        ...Object.entries(cpuMs).map(([node, ms]) =>
          row(`${topology}: CPU of ${node}`, ms, `ms / 1000 ${of}`),
        ),
      )
    }
    rows.push(row(`${count} × worker: the busiest`, balanceOf(measured), '× the mean of workers'))
  }
  return [...rows, ...simulate()]
}

async function measureOn(topology: Topology, say: (line: string) => void): Promise<Work[]> {
  try {
    say(`${topology.name}: migrating`)
    const url = topology.url
    for (const { database } of serviceDatabases({ automation: url, alias: url, accounts: url }))
      await migrateDatabase(url, database, { citus: topology.isDistributed })
    const done: Work[] = []
    for (const measure of loads) done.push(await measure(topology, say))
    return done
  } finally {
    await topology.drop()
  }
}

const totalOf = (cpu: NodeCpu): number => Object.values(cpu).reduce((sum, ms) => sum + ms, 0)

/** Of the CPU time of all loads together: how much more the busiest worker has than the mean. */
function balanceOf(works: Work[]): number {
  const { coordinator: _, ...workers } = works.map(({ cpuMs }) => cpuMs).reduce(addCpu)
  return (Math.max(...Object.values(workers)) * Object.keys(workers).length) / totalOf(workers)
}
