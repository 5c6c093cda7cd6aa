import { type Row } from '../../harness/report.ts'
import { measureApis } from './measure-apis.ts'
import { measureDispatchers } from './measure-dispatchers.ts'

/**
 * More replicas of a process on one Postgres, everything on one machine: what each replica adds, and its CPU time and that
 * of Postgres. The CPU time shows from which replica on the machine is the limit, and how much one Postgres could do on a
 * machine of its own.
 */
export async function bench(say: (line: string) => void): Promise<Row[]> {
  return [...(await measureDispatchers([1, 2, 3, 4], say)), ...(await measureApis([1, 2], say))]
}
