/** How far a member has come that runs once for each row. */
export interface FanOut {
  /** The index of the row that it runs for, or is next to run for. */
  next: number
  total: number
  failed: number
}
