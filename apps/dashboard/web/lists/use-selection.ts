import { useState } from 'react'

/** Which rows of a list are selected. */
export interface Selection {
  ids: ReadonlySet<string>
  /**
   * Selects a row, or takes it out again.
   *
   * @param isRange with all rows between it and the one that was toggled before
   */
  toggle: (id: string, isRange: boolean) => void
  /** Selects every row that is shown, or none where all are selected. */
  toggleAll: () => void
  clear: () => void
}

/**
 * Keeps which of the shown rows are selected. A row that is shown no longer, on another page or deleted, is selected no
 * longer: nothing is done to what nobody sees.
 */
export function useSelection(shown: readonly string[]): Selection {
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string>()
  const ids = new Set(shown.filter((id) => chosen.has(id)))
  return {
    ids,
    toggle(id, isRange) {
      const [from, to] = [isRange && last !== undefined ? shown.indexOf(last) : -1, shown.indexOf(id)]
      const range = from < 0 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
      const next = new Set(ids)
      for (const each of range)
        if (ids.has(id)) next.delete(each)
        else next.add(each)
      choose(next)
      setLast(id)
    },
    toggleAll: () => choose(new Set(ids.size === shown.length ? [] : shown)),
    clear: () => choose(new Set()),
  }
}
