/** Owners of skewed sizes in cells, and cells on nodes. */
export interface Cluster {
  nodes: number
  cellsPerNode: number
  owners: number
  /** Zipf's exponent: the load of the owner of rank r is in proportion to 1 / r ** skew. */
  skew: number
  /** At least 0 and less than 1. Owners go into cells by it, as they register. */
  random: () => number
}

/** A node's load in multiples of what each would have if all had the same. */
interface Balance {
  /** The load of the busiest node. */
  busiest: number
  /** How many cells, or owners, were moved to get there. */
  moved: number
}

export interface Simulated {
  /** The load of the largest owner, in the same multiples: no node that has it can have less. */
  largestOwner: number
  asRegistered: Balance
  /** Whole cells are moved, as Citus moves them. */
  cellsMoved: Balance
  /** Owners are moved besides, the largest first. */
  ownersMoved: Balance
}

/** Up to here a node's load is left as it is. */
const tolerated = 1.05

/** How evenly owners load nodes, before and after cells and owners are moved. Nothing is measured: an owner is a number. */
export function simulateCells({ nodes, cellsPerNode, owners, skew, random }: Cluster): Simulated {
  const loads = zipf(owners, skew, nodes)
  const cells = Array.from({ length: nodes * cellsPerNode }, (): Cell => ({ node: 0, load: 0, owners: [] }))
  cells.forEach((cell, index) => (cell.node = index % nodes))
  for (const load of loads) {
    const cell = cells[Math.floor(random() * cells.length)]!
    cell.load += load
    cell.owners.push(load)
  }
  const asRegistered = { busiest: busiestOf(cells, nodes), moved: 0 }
  const movedCells = moveCells(cells, nodes)
  const cellsMoved = { busiest: busiestOf(cells, nodes), moved: movedCells }
  const movedOwners = moveOwners(cells, nodes)
  return {
    largestOwner: loads[0]!,
    asRegistered,
    cellsMoved,
    ownersMoved: { busiest: busiestOf(cells, nodes), moved: movedOwners },
  }
}

interface Cell {
  node: number
  load: number
  /** Their loads, the largest first. */
  owners: number[]
}

/** Loads of owners, the largest first, that add up to 1 for each node. */
function zipf(owners: number, skew: number, nodes: number): Float64Array {
  const loads = Float64Array.from({ length: owners }, (_, index) => (index + 1) ** -skew)
  const all = loads.reduce((sum, load) => sum + load, 0)
  return loads.map((load) => (load * nodes) / all)
}

/** From the busiest node to the least busy one, while that makes the busiest less busy: the largest cell that does. */
function moveCells(cells: Cell[], nodes: number): number {
  for (let moved = 0; ; moved += 1) {
    const loads = loadsOf(cells, nodes)
    const [from, to] = [indexOfMost(loads), indexOfLeast(loads)]
    if (loads[from]! <= tolerated) return moved
    const gap = loads[from]! - loads[to]!
    const movable = cells.filter(({ node, load }) => node === from && load > 0 && load < gap)
    if (movable.length === 0) return moved
    movable.reduce((one, other) => (other.load > one.load ? other : one)).node = to
  }
}

/** From nodes above what is tolerated to the least busy cell elsewhere, the largest owner first that does not fill its node. */
function moveOwners(cells: Cell[], nodes: number): number {
  const loads = loadsOf(cells, nodes)
  let moved = 0
  for (const cell of cells.toSorted((one, other) => other.load - one.load)) {
    const kept: number[] = []
    for (const owner of cell.owners) {
      const to = indexOfLeast(loads)
      if (loads[cell.node]! <= tolerated || to === cell.node || loads[to]! + owner > tolerated) {
        kept.push(owner)
        continue
      }
      const target = cells.find(({ node }) => node === to)!
      loads[cell.node]! -= owner
      loads[to]! += owner
      target.load += owner
      cell.load -= owner
      moved += 1
    }
    cell.owners = kept
  }
  return moved
}

function loadsOf(cells: Cell[], nodes: number): number[] {
  const loads = Array.from({ length: nodes }, () => 0)
  for (const { node, load } of cells) loads[node]! += load
  return loads
}

const busiestOf = (cells: Cell[], nodes: number): number => Math.max(...loadsOf(cells, nodes))

const indexOfMost = (loads: number[]): number =>
  loads.reduce((most, load, index) => (load > loads[most]! ? index : most), 0)

const indexOfLeast = (loads: number[]): number =>
  loads.reduce((least, load, index) => (load < loads[least]! ? index : least), 0)
