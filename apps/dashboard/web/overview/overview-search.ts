export const periods = [7, 30, 90] as const
export type Period = (typeof periods)[number]

export interface OverviewSearch {
  /** Absent: 30. */
  days?: Exclude<Period, 30>
}

export const readOverviewSearch = ({ days }: OverviewSearch): OverviewSearch =>
  days === 7 || days === 90 ? { days } : {}
