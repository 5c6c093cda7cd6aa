export const periods = [7, 30] as const
export type Period = (typeof periods)[number]

export interface OverviewSearch {
  /** Absent: 30. */
  days?: Period
}

export const readOverviewSearch = ({ days }: OverviewSearch): OverviewSearch => (days === 7 ? { days } : {})
