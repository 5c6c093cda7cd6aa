import { type Row } from '../../harness/report.ts'
import { measureApis } from './measure-apis.ts'
import { measureDispatchers } from './measure-dispatchers.ts'

/**
 * More replicas of a process on one Postgres, everything on one machine: what each adds, and what it costs the processes
 * and Postgres. The time of the processor tells from which replica on the machine is full, and how much one Postgres
 * could do if it had a machine to itself.
 */
export async function bench(say: (line: string) => void): Promise<Row[]> {
  return [...(await measureDispatchers([1, 2, 3, 4], say)), ...(await measureApis([1, 2], say))]
}
