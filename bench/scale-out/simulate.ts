import { createSeededRandom } from '../../harness/seeded-random.ts'
import { row, type Row } from '../../harness/report.ts'
import { simulateCells } from './simulate-cells.ts'

const nodes = 100
const cellsPerNode = 8
const owners = 200_000
const skews = [0.5, 0.6, 0.8]

/** How evenly owners of skewed sizes load 100 nodes, if their cells are spread over these. Nothing of it is measured. */
export function simulate(): Row[] {
  return skews.flatMap((skew) => {
    const random = createSeededRandom(1)
    const simulated = simulateCells({ nodes, cellsPerNode, owners, skew, random: () => random.upTo(1) })
    const { largestOwner, asRegistered, cellsMoved, ownersMoved } = simulated
    const of = `simulated, ${nodes} nodes, ${owners} owners of skew ${skew}`
    const times = '× the mean of nodes'
    return [
      row(`${of}: the largest owner`, largestOwner, times),
      row(`${of}: the busiest node`, asRegistered.busiest, times),
      row(
        `${of}: after moving ${cellsMoved.moved} of ${nodes * cellsPerNode} cells`,
        cellsMoved.busiest,
        times,
      ),
      row(`${of}: after moving ${ownersMoved.moved} owners too`, ownersMoved.busiest, times),
    ]
  })
}
